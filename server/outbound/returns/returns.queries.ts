import { sql } from "kysely";
import type { SelectQueryBuilder, SqlBool } from "kysely";
import type { OutputOf, ParsedInputOf } from "#src/kit/api/define-call.ts";
import type { Page } from "#src/kit/api/list.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { shippedStatuses } from "#src/outbound/orders/orders.machine.ts";
import type { findReturn } from "#src/outbound/returns/returns-work.contract.ts";
import type { listReturns, ReturnRow } from "#src/outbound/returns/returns.contract.ts";
import type { ReturnStatus } from "#src/outbound/returns/returns.machine.ts";
import { mostReturnsFound, returnReasons, returnToDos } from "#src/outbound/returns/returns.rules.ts";
import { limitFirst } from "#server/platform/db/limit-first.ts";
import { listPage } from "#server/platform/db/list.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import type { DB } from "#server/platform/db/schema.generated.ts";
import { selectOwnerName } from "#server/warehouse/goods/variants.queries.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { formatMoment } from "../orders/orders.queries.ts";

export type ReturnScope = Pick<OrderScope, "tx" | "providerUuid" | "retailerUuid">;

/** Selects the returns that the caller may see. */
export function selectReturns({
  tx,
  providerUuid,
  retailerUuid,
}: Pick<ReturnScope, "providerUuid" | "retailerUuid"> & { readonly tx: Pick<Tx, "selectFrom"> }) {
  return tx
    .selectFrom("return_order")
    .where("return_order.provider_uuid", "=", providerUuid)
    .$if(retailerUuid !== null, (rows) => rows.where("return_order.owner_uuid", "=", retailerUuid ?? ""));
}

interface Row {
  return_uuid: string;
  return_number: string;
  status: string;
  owner_uuid: string | null;
  owner_name: string;
  order_uuid: string | null;
  order_number: string;
  reference: string;
  warehouse_uuid: string;
  warehouse_name: string;
  tracking_number: string;
  reason: string;
  remark: string;
  expected: number;
  good: number;
  damaged: number;
  undecided: number;
  created_at: Date;
  arrived_at: Date | null;
  inspected_at: Date | null;
  decided_at: Date | null;
  ended_at: Date | null;
  version: number;
}

/** SQL for whether pieces of the line `k` wait for a decision. */
const undecidedPieces = sql`(case when k.good_decision = '' then k.good else 0 end + case when k.damaged_decision = '' then k.damaged else 0 end)`;
const linesOfReturn = sql`return_line k where k.provider_uuid = return_order.provider_uuid and k.return_uuid = return_order.return_uuid`;

/** Sums the pieces of a return's lines, and of these the pieces that `company` has to decide on. Always one row. */
function sumLines(company: string) {
  return sql<Pick<Row, "expected" | "good" | "damaged" | "undecided">>`(
    select coalesce(sum(k.expected), 0)::integer as expected, coalesce(sum(k.good), 0)::integer as good, coalesce(sum(k.damaged), 0)::integer as damaged,
      coalesce(sum(${undecidedPieces}) filter (where k.stock_owner_uuid = ${company}), 0)::integer as undecided
    from ${linesOfReturn})`;
}

/** Adds what a row shows to `return_order`. */
export function selectRow<O>(
  { providerUuid, retailerUuid }: Pick<ReturnScope, "providerUuid" | "retailerUuid">,
  query: SelectQueryBuilder<DB, "return_order", O>,
) {
  return query
    .leftJoin("sales_order as o", (join) =>
      join.onRef("o.provider_uuid", "=", "return_order.provider_uuid").onRef("o.order_uuid", "=", "return_order.order_uuid"),
    )
    .leftJoin("warehouse as w", (join) =>
      join.onRef("w.provider_uuid", "=", "return_order.provider_uuid").onRef("w.warehouse_uuid", "=", "return_order.warehouse_uuid"),
    )
    .innerJoinLateral(sumLines(retailerUuid ?? providerUuid).as("sums"), (join) => join.onTrue())
    .select([
      "return_order.return_uuid",
      "return_order.return_number",
      "return_order.status",
      "return_order.owner_uuid",
      "return_order.order_uuid",
      "return_order.warehouse_uuid",
      "return_order.tracking_number",
      "return_order.reason",
      "return_order.remark",
      "return_order.created_at",
      "return_order.arrived_at",
      "return_order.inspected_at",
      "return_order.decided_at",
      "return_order.ended_at",
      "return_order.version",
    ])
    .select([
      selectOwnerName("return_order.owner_uuid").as("owner_name"),
      sql<string>`coalesce(o.order_number, '')`.as("order_number"),
      sql<string>`coalesce(o.reference, '')`.as("reference"),
      sql<string>`coalesce(w.name, '')`.as("warehouse_name"),
      "sums.expected",
      "sums.good",
      "sums.damaged",
      sql<number>`case when return_order.status = 'inspected' then sums.undecided else 0 end`.as("undecided"),
    ])
    .$castTo<O & Row>();
}

export function toReturnRow(row: Row): ReturnRow {
  const { created_at, arrived_at, inspected_at, decided_at, ended_at, status, reason, ...rest } = row;
  return {
    return_uuid: rest.return_uuid,
    return_number: rest.return_number,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint allows no other value
    status: status as ReturnStatus,
    owner_uuid: rest.owner_uuid,
    owner_name: rest.owner_name,
    order_uuid: rest.order_uuid,
    order_number: rest.order_number,
    reference: rest.reference,
    warehouse_uuid: rest.warehouse_uuid,
    warehouse_name: rest.warehouse_name,
    tracking_number: rest.tracking_number,
    reason: returnReasons.find((one) => one === reason) ?? "other",
    remark: rest.remark,
    expected: rest.expected,
    good: rest.good,
    damaged: rest.damaged,
    undecided: rest.undecided,
    created_at: formatMoment(created_at),
    arrived_at: formatMoment(arrived_at),
    inspected_at: formatMoment(inspected_at),
    decided_at: formatMoment(decided_at),
    ended_at: formatMoment(ended_at),
    version: rest.version,
  };
}

/** Sorts after every character of a number. */
const pastAll = "\u007f";

/** Returns a page of the returns that the caller may see. */
export function listReturnRows(
  scope: ReturnScope,
  { search, status, to_do, reason, order_uuid, owner_uuid, warehouse_uuid, sort, ...page }: ParsedInputOf<typeof listReturns>,
): Promise<Result<Page<ReturnRow>, "parameterError">> {
  const { tx, providerUuid, retailerUuid } = scope;
  const number = search.toUpperCase();
  const wanted: readonly string[] = to_do === undefined ? status : [returnToDos[to_do]];
  const base = selectReturns(scope)
    .$if(wanted.length > 0, (rows) => rows.where(sql<SqlBool>`return_order.status = any (${[...wanted]}::text[])`))
    .$if(to_do === "assign", (rows) => rows.where("return_order.owner_uuid", "is", null))
    .$if(to_do === "inspect", (rows) => rows.where("return_order.owner_uuid", "is not", null))
    .$if(to_do === "decide", (rows) =>
      rows.where(
        sql<SqlBool>`exists (select from ${linesOfReturn} and k.stock_owner_uuid = ${retailerUuid ?? providerUuid} and ${undecidedPieces} > 0)`,
      ),
    )
    .$if(reason.length > 0, (rows) => rows.where("return_order.reason", "in", reason))
    .$if(order_uuid !== undefined, (rows) => rows.where("return_order.order_uuid", "=", order_uuid ?? ""))
    .$if(owner_uuid !== undefined, (rows) => rows.where("return_order.owner_uuid", "=", owner_uuid ?? ""))
    .$if(warehouse_uuid !== undefined, (rows) => rows.where("return_order.warehouse_uuid", "=", warehouse_uuid ?? ""))
    .$if(search !== "", (rows) =>
      rows.where(sql<SqlBool>`((return_order.return_number >= ${number} and return_order.return_number < ${number + pastAll})
        or (return_order.tracking_number = ${number} and return_order.tracking_number <> '')
        or return_order.order_uuid in (select n.order_uuid from sales_order n where n.provider_uuid = ${providerUuid}
          and (n.order_number = ${number} or (n.reference_key = ${search.toLowerCase()} and n.reference <> ''))))`),
    );
  return listPage(
    tx,
    {
      name: `returns.list-returns ${sort}`,
      table: "return_order",
      base,
      keys: [{ column: sql.ref("return_order.return_uuid"), type: "uuid", direction: sort === "created" ? "asc" : "desc" }],
      select: (rows) => selectRow(scope, limitFirst(tx, "return_order", rows)),
      show: (row) => toReturnRow(row),
    },
    page,
  );
}

/**
 * Finds what a scanned code means when parcels come back: open returns by their own number, their tracking number, or the number, waybill or tracking number
 * of their order; and shipped orders that have none. A return's own number names it in any state, so that the screen can say what became of it.
 */
export async function findByScan(
  scope: ReturnScope,
  { code, warehouse_uuid }: ParsedInputOf<typeof findReturn>,
): Promise<OutputOf<typeof findReturn>> {
  const { tx, providerUuid } = scope;
  const upper = code.toUpperCase();
  const { rows: named } = await sql<{ order_uuid: string }>`
    select order_uuid from sales_order where provider_uuid = ${providerUuid} and order_number = ${upper}
    union select order_uuid from waybill where provider_uuid = ${providerUuid} and waybill_number = any (${[code, upper]}::text[]) and status <> 'voided'
    union select order_uuid from waybill where provider_uuid = ${providerUuid} and tracking_number = any (${[code, upper]}::text[]) and status <> 'voided'
    limit ${mostReturnsFound}`.execute(tx);
  const orderUuids = named.map(({ order_uuid }) => order_uuid);
  const found = await selectRow(scope, selectReturns(scope))
    .where(
      sql<SqlBool>`(return_order.return_number = ${upper} or (return_order.status in ('expected', 'arrived', 'inspected', 'decided')
        and ((return_order.tracking_number = ${upper} and return_order.tracking_number <> '') or return_order.order_uuid = any (${orderUuids}::uuid[]))))`,
    )
    .$if(warehouse_uuid !== undefined, (rows) => rows.where("return_order.warehouse_uuid", "=", warehouse_uuid ?? ""))
    .orderBy("return_order.return_uuid")
    .limit(mostReturnsFound)
    .execute();
  if (found.length > 0 || orderUuids.length === 0) return { returns: found.map(toReturnRow), orders: [] };
  const { rows: orders } = await sql<OutputOf<typeof findReturn>["orders"][number]>`
    select o.order_uuid, o.order_number, o.warehouse_uuid, ${selectOwnerName("o.owner_uuid")} as owner_name from sales_order o
    where o.provider_uuid = ${providerUuid} and o.order_uuid = any (${orderUuids}::uuid[])
      and (o.status = any (${[...shippedStatuses]}::text[]) or exists (select from parcel p where p.provider_uuid = o.provider_uuid
        and p.order_uuid = o.order_uuid and p.status = 'handed_over'))
      and (${warehouse_uuid === undefined} or o.warehouse_uuid = ${warehouse_uuid ?? providerUuid}::uuid)
    order by o.order_uuid`.execute(tx);
  return { returns: [], orders };
}

/** Counts the given returns that the caller may see. */
export async function countReturns(scope: ReturnScope, uuids: readonly string[]): Promise<number> {
  const { count } = await selectReturns(scope)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where(sql<SqlBool>`return_order.return_uuid = any (${[...uuids]}::uuid[])`)
    .executeTakeFirstOrThrow();
  return count;
}
