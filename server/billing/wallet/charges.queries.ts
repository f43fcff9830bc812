import { sql } from "kysely";
import type { RawBuilder, SelectQueryBuilder } from "kysely";
import type { OutputOf, ParsedInputOf } from "#src/kit/api/define-call.ts";
import type { Page } from "#src/kit/api/list.ts";
import { ok } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { Charge, ChargePart, getCharge, listCharges } from "#src/billing/wallet/charges.contract.ts";
import { chargeSources, happenedEvents, kindOfEvent } from "#src/billing/wallet/charge-kinds.rules.ts";
import type { ChargeEvent, ChargeKind, ChargeSource } from "#src/billing/wallet/charge-kinds.rules.ts";
import { listPage } from "#server/platform/db/list.ts";
import type { SortKeys } from "#server/platform/db/list-keys.ts";
import type { DB } from "#server/platform/db/schema.generated.ts";
import { selectRetailerName } from "./accounts.queries.ts";
import { matchChargesOfMovement } from "./charged-movement.queries.ts";
import {
  getChargeState,
  listPaidStatements,
  selectStatementMonth,
  selectStatementNumber,
  selectStatementUuid,
} from "./charge-state.queries.ts";
import type { WalletScope } from "./wallet-scope.ts";

type Wanted = Omit<ParsedInputOf<typeof listCharges>, "provider_uuid" | "retailer_uuid">;
type Filters = Omit<Wanted, "cur_page" | "page_size" | "cursor">;

// Ids are chronological.
const newest: SortKeys[number] = { column: sql.ref("charge.charge_uuid"), type: "uuid", direction: "desc" };

/** Newest first; with a range of days by day and then by posting, because a late charge would otherwise be searched among all later ones. */
function getSortKeys({ day_from, day_until }: Filters): { name: string; keys: SortKeys } {
  if (day_from === undefined && day_until === undefined) return { name: "wallet.list-charges", keys: [newest] };
  return { name: "wallet.list-charges by day", keys: [{ column: sql.ref("charge.day"), type: "date", direction: "desc" }, newest] };
}

/** Gets the events whose charges can be of a kind: manual charges can be of any. */
function getEvents(kind: ChargeKind): ChargeEvent[] {
  return [...happenedEvents.filter((event) => kindOfEvent[event] === kind), "by_hand"];
}

/** @param ofMovement condition for the charges of a movement, if requested */
function filterCharges(
  { tx, providerUuid }: WalletScope,
  retailerUuid: string | null,
  filters: Filters,
  ofMovement: RawBuilder<boolean> | null,
) {
  const { kind, event, day_from, day_until, source_uuid, reversed } = filters;
  let base = tx.selectFrom("charge").where("charge.provider_uuid", "=", providerUuid);
  if (retailerUuid !== null) base = base.where("charge.retailer_uuid", "=", retailerUuid);
  // An index covers events, and few events belong to a kind, so rare charges are found by it.
  if (kind !== undefined) base = base.where("charge.kind", "=", kind).where("charge.event", "in", getEvents(kind));
  if (event !== undefined) base = base.where("charge.event", "=", event);
  // Source types are listed so that the index that makes charges unique is used.
  if (source_uuid !== undefined) base = base.where("charge.source_type", "in", chargeSources).where("charge.source_uuid", "=", source_uuid);
  if (ofMovement !== null) base = base.where(ofMovement);
  if (day_from !== undefined) base = base.where(sql<boolean>`charge.day >= ${day_from}::date`);
  if (day_until !== undefined) base = base.where(sql<boolean>`charge.day <= ${day_until}::date`);
  if (reversed !== undefined) base = base.where("charge.status", "=", reversed ? "reversed" : "posted");
  return base;
}

interface Row {
  charge_uuid: string;
  retailer_uuid: string;
  retailer_name: string;
  kind: string;
  event: string;
  source_type: string;
  source_uuid: string;
  receipt_number: string | null;
  return_number: string | null;
  parcel_number: string | null;
  order_uuid: string | null;
  order_number: string | null;
  day: string;
  warehouse_uuid: string | null;
  warehouse_name: string | null;
  quantity_milli: number;
  amount_cents: number;
  currency: string;
  status: string;
  is_credited: boolean;
  statement_uuid: string | null;
  remark: string;
  posted_at: Date;
}

/** SQL condition for the posted charges `o` for the same source as `charge`. */
const ofSameSource = sql`o.provider_uuid = charge.provider_uuid and o.source_type = charge.source_type and o.source_uuid = charge.source_uuid
  and o.event = charge.event and o.retailer_uuid = charge.retailer_uuid and o.warehouse_uuid is not distinct from charge.warehouse_uuid
  and o.status = 'posted'`;

/**
 * Whether the charges for the same source would be negative without this one: the rule of `isCreditedSince`, for display. Only a credit can make them so,
 * and credits are few and have an index, whereas a warehouse has a charge for each day: the list takes 1.9 ms instead of 5.6.
 */
const isCredited = sql<boolean>`(charge.source_type <> 'hand' and charge.status = 'posted' and charge.amount_cents > 0
  and exists (select from charge o where ${ofSameSource} and o.amount_cents < 0)
  and (select sum(o.amount_cents) from charge o where ${ofSameSource} and o.charge_uuid <> charge.charge_uuid) < 0)`;

/** Selects the displayed columns of a charge, with names. */
function selectShownColumns<O>(query: SelectQueryBuilder<DB, "charge", O>) {
  return query
    .leftJoin("warehouse as w", (join) =>
      join.onRef("w.provider_uuid", "=", "charge.provider_uuid").onRef("w.warehouse_uuid", "=", "charge.warehouse_uuid"),
    )
    .leftJoin("receipt as r", (join) =>
      join
        .onRef("r.provider_uuid", "=", "charge.provider_uuid")
        .onRef("r.receipt_uuid", "=", "charge.source_uuid")
        .on("charge.source_type", "=", "receipt"),
    )
    .leftJoin("return_order as ro", (join) =>
      join
        .onRef("ro.provider_uuid", "=", "charge.provider_uuid")
        .onRef("ro.return_uuid", "=", "charge.source_uuid")
        .on("charge.source_type", "=", "return"),
    )
    .leftJoin("parcel as pa", (join) =>
      join
        .onRef("pa.provider_uuid", "=", "charge.provider_uuid")
        .onRef("pa.parcel_uuid", "=", "charge.source_uuid")
        .on("charge.source_type", "=", "parcel"),
    )
    .leftJoin("sales_order as so", (join) =>
      join.onRef("so.provider_uuid", "=", "charge.provider_uuid").onRef("so.order_uuid", "=", "charge.order_uuid"),
    )
    .select(["charge.charge_uuid", "charge.retailer_uuid", "charge.kind", "charge.event", "charge.source_type", "charge.source_uuid"])
    .select(["charge.warehouse_uuid", "charge.quantity_milli", "charge.amount_cents", "charge.currency", "charge.remark"])
    .select([
      "charge.posted_at",
      "w.name as warehouse_name",
      "r.receipt_number",
      "charge.order_uuid",
      sql<string>`charge.day::text`.as("day"),
    ])
    .select(["ro.return_number", "pa.parcel_number", "so.order_number", isCredited.as("is_credited")])
    .select([selectRetailerName("charge").as("retailer_name"), "charge.status", selectStatementUuid("charge").as("statement_uuid")])
    .$castTo<O & Row>();
}

type Numbered = Pick<Row, "receipt_number" | "return_number" | "parcel_number" | "order_number" | "warehouse_name">;

/** The column that names a charge's source, which its type names. A return or a parcel that the caller may not see is not named by its order instead. */
const namedBy = {
  "warehouse-day": "warehouse_name",
  receipt: "receipt_number",
  shipment: "order_number",
  order: "order_number",
  parcel: "parcel_number",
  return: "return_number",
} as const satisfies Readonly<Record<Exclude<ChargeSource, "hand">, keyof Numbered>>;

/** @param paid the paid statements among those shown */
function toCharge(
  { receipt_number, return_number, parcel_number, order_number, warehouse_name, posted_at, status, statement_uuid, ...row }: Row,
  paid: ReadonlySet<string>,
): Charge {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint, or its writer's schema, allows no other value
  const source_type = row.source_type as ChargeSource;
  const named: Numbered = { receipt_number, return_number, parcel_number, order_number, warehouse_name };
  return {
    ...row,
    state: getChargeState({ status, statement_uuid }, paid),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint, or its writer's schema, allows no other value
    kind: row.kind as ChargeKind,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint, or its writer's schema, allows no other value
    event: row.event as ChargeEvent,
    source_type,
    source_text: source_type === "hand" ? "" : (named[namedBy[source_type]] ?? ""),
    warehouse_name: warehouse_name ?? "",
    posted_at: posted_at.toISOString(),
  };
}

/** Lists which of these charges' statements are paid. */
function listPaid({ tx, providerUuid }: WalletScope, rows: readonly Pick<Row, "statement_uuid">[]): Promise<Set<string>> {
  return listPaidStatements(
    tx,
    providerUuid,
    rows.flatMap(({ statement_uuid }) => statement_uuid ?? []),
  );
}

/**
 * Lists a page of charges, newest first.
 * @param retailerUuid null: all of the provider's retailers
 */
export async function listChargeRows(
  scope: WalletScope,
  retailerUuid: string | null,
  { cur_page, page_size, cursor, ...filters }: Wanted,
): Promise<Result<Page<Charge>, "parameterError">> {
  const { movement_uuid } = filters;
  const ofMovement = movement_uuid === undefined ? null : await matchChargesOfMovement(scope, movement_uuid);
  const page = await listPage(
    scope.tx,
    {
      ...getSortKeys(filters),
      table: "charge",
      base: filterCharges(scope, retailerUuid, filters, ofMovement),
      select: (rows) => selectShownColumns(rows),
      show: ({ position: _position, ...row }): Row => row,
    },
    { cur_page, page_size, cursor },
  );
  if (!page.ok) return page;
  const paid = await listPaid(scope, page.value.result);
  return ok({ ...page.value, result: page.value.result.map((row) => toCharge(row, paid)) });
}

/** Returns one charge with the computation of its amount; null if the caller has no such charge. */
export async function findChargeDetail(scope: WalletScope, chargeUuid: string): Promise<OutputOf<typeof getCharge> | null> {
  const { tx, providerUuid, retailerUuid } = scope;
  const postedBy = retailerUuid === null ? sql<string>`colleague_name(charge.posted_by)` : sql<string>`''`;
  const row = await selectShownColumns(tx.selectFrom("charge"))
    .leftJoin("rate_card as rc", (join) =>
      join.onRef("rc.provider_uuid", "=", "charge.provider_uuid").onRef("rc.rate_card_uuid", "=", "charge.rate_card_uuid"),
    )
    .select(["charge.parts", "charge.rate_card_uuid", "charge.reversed_at", "charge.reversal_reason", "rc.name as rate_card_name"])
    .select([postedBy.as("posted_by"), selectStatementNumber("charge").as("statement_number")])
    .select(selectStatementMonth("charge").as("statement_month"))
    .where("charge.provider_uuid", "=", providerUuid)
    .where("charge.charge_uuid", "=", chargeUuid)
    .$if(retailerUuid !== null, (rows) => rows.where("charge.retailer_uuid", "=", retailerUuid ?? ""))
    .executeTakeFirst();
  if (row === undefined) return null;
  const { parts, rate_card_uuid, rate_card_name, posted_by, reversed_at, reversal_reason, statement_number, statement_month, ...face } =
    row;
  return {
    ...toCharge(face, await listPaid(scope, [face])),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the charging writes this JSON column
    parts: parts as ChargePart[],
    rate_card_uuid,
    rate_card_name: rate_card_name ?? "",
    posted_by: posted_by ?? "",
    reversed_at: reversed_at?.toISOString() ?? "",
    reversal_reason,
    statement_number,
    statement_month,
  };
}
