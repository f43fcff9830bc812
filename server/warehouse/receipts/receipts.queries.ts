import { sql } from "kysely";
import type { RawBuilder, SelectQueryBuilder } from "kysely";
import type { Page } from "#src/kit/api/list.ts";
import { ok } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { ReceiptRow } from "#src/warehouse/receipts/receipts.contract.ts";
import { listStatusesWith } from "#src/warehouse/receipts/receipts.machine.ts";
import type { ReceiptStatus } from "#src/warehouse/receipts/receipts.machine.ts";
import { normalizeCode } from "#src/warehouse/receipts/receipts.rules.ts";
import type { ReceiptSort, ReceiptToDo } from "#src/warehouse/receipts/receipts.rules.ts";
import { listPage } from "#server/platform/db/list.ts";
import type { PageRequest } from "#server/platform/db/list.ts";
import type { SortKeys } from "#server/platform/db/list-keys.ts";
import type { DB } from "#server/platform/db/schema.generated.ts";
import { selectOwnerName } from "#server/warehouse/goods/variants.queries.ts";
import { formatTime } from "#server/platform/db/values.ts";
import { limitFirst } from "#server/platform/db/limit-first.ts";
import type { ReceiptScope } from "./receipt-scope.ts";

type Scope = Pick<ReceiptScope, "tx" | "providerUuid" | "retailerUuid">;

/** The filters of a list of receipts. */
export interface ReceiptFilter {
  readonly status: readonly ReceiptStatus[];
  readonly to_do?: ReceiptToDo | undefined;
  readonly owner_uuid?: string | undefined;
  readonly warehouse_uuid?: string | undefined;
  readonly search: string;
  readonly expected_from?: string | undefined;
  readonly expected_to?: string | undefined;
}

/** Selects the receipts that the caller may see: for a retailer, its own. */
export function selectReceipts({ tx, providerUuid, retailerUuid }: Scope) {
  return tx
    .selectFrom("receipt")
    .where("receipt.provider_uuid", "=", providerUuid)
    .$if(retailerUuid !== null, (rows) => rows.where("receipt.owner_uuid", "=", retailerUuid ?? ""));
}

/** Formats a timestamp as in the API: ISO 8601, or an empty string. */
export function formatMoment(at: Date | null): string {
  return at === null ? "" : formatTime(at);
}

const sums = sql<Sums>`lateral (
  select count(*) as line_count, coalesce(sum(l.expected), 0) as expected, coalesce(sum(l.counted), 0) as counted,
    coalesce(sum(l.qualified), 0) as qualified, coalesce(sum(l.unqualified), 0) as unqualified, coalesce(sum(l.put_away), 0) as put_away,
    coalesce(sum(l.decided), 0) as decided, coalesce(sum(l.accepted), 0) as accepted,
    (select count(*) from receipt_box b where b.provider_uuid = receipt.provider_uuid and b.receipt_uuid = receipt.receipt_uuid) as box_count
  from receipt_line l where l.provider_uuid = receipt.provider_uuid and l.receipt_uuid = receipt.receipt_uuid
)`;

/** Whether a receipt was ever submitted, whatever its status is now. */
const wasSubmitted = sql<boolean>`exists (select from receipt_event e where e.provider_uuid = receipt.provider_uuid
  and e.receipt_uuid = receipt.receipt_uuid and e.event = 'submit')`;

interface Sums {
  line_count: number;
  box_count: number;
  expected: number;
  counted: number;
  qualified: number;
  unqualified: number;
  put_away: number;
  decided: number;
  accepted: number;
}

interface Row extends Sums {
  receipt_uuid: string;
  receipt_number: string;
  reference: string;
  status: string;
  warehouse_uuid: string;
  warehouse_name: string;
  is_warehouse_closed: boolean;
  was_submitted: boolean;
  owner_uuid: string;
  owner_name: string;
  expected_on: string;
  remark: string;
  reason: string;
  created_at: Date;
  submitted_at: Date | null;
  confirmed_at: Date | null;
  arrived_at: Date | null;
  ended_at: Date | null;
  version: number;
}

function selectRow<O>(query: SelectQueryBuilder<DB, "receipt", O>) {
  return query
    .innerJoin("warehouse", (join) =>
      join.onRef("warehouse.provider_uuid", "=", "receipt.provider_uuid").onRef("warehouse.warehouse_uuid", "=", "receipt.warehouse_uuid"),
    )
    .innerJoin(sums.as<"sums">(sql.ref("sums")), (join) => join.onTrue())
    .selectAll("sums")
    .select([
      "receipt.receipt_uuid",
      "receipt.receipt_number",
      "receipt.reference",
      "receipt.status",
      "receipt.warehouse_uuid",
      "warehouse.name as warehouse_name",
      "warehouse.is_closed as is_warehouse_closed",
      wasSubmitted.as("was_submitted"),
      "receipt.owner_uuid",
      "receipt.remark",
      "receipt.reason",
      "receipt.created_at",
      "receipt.submitted_at",
      "receipt.confirmed_at",
      "receipt.arrived_at",
      "receipt.ended_at",
      "receipt.version",
    ])
    .select([
      selectOwnerName("receipt.owner_uuid").as("owner_name"),
      sql<string>`coalesce(receipt.expected_on::text, '')`.as("expected_on"),
    ])
    .$castTo<O & Row>();
}

function toReceiptRow({ counted, qualified, unqualified, ...row }: Row): ReceiptRow {
  return {
    receipt_uuid: row.receipt_uuid,
    receipt_number: row.receipt_number,
    reference: row.reference,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint, or its writer's schema, allows no other value
    status: row.status as ReceiptStatus,
    warehouse_uuid: row.warehouse_uuid,
    warehouse_name: row.warehouse_name,
    is_warehouse_closed: row.is_warehouse_closed,
    was_submitted: row.was_submitted,
    owner_uuid: row.owner_uuid,
    owner_name: row.owner_name,
    expected_on: row.expected_on,
    remark: row.remark,
    reason: row.reason,
    line_count: row.line_count,
    box_count: row.box_count,
    expected: row.expected,
    number: counted,
    qualified_quantity: qualified,
    unqualified_quantity: unqualified,
    put_away: row.put_away,
    decided: row.decided,
    accepted: row.accepted,
    created_at: formatMoment(row.created_at),
    submitted_at: formatMoment(row.submitted_at),
    confirmed_at: formatMoment(row.confirmed_at),
    arrived_at: formatMoment(row.arrived_at),
    ended_at: formatMoment(row.ended_at),
    version: row.version,
  };
}

/** Sorts after every character of a receipt number. */
const pastAll = "\u007f";
/** The most receipts that a search finds by each kind of key. */
const mostFound = 2000;

/**
 * Finds receipts by number or its prefix, by the owner's reference, or by a SKU of their lines, each through an index of its own. It runs before the list:
 * as a part of the list's statement, the planner read all receipts (1.5 s instead of 25 ms, of some 500,000).
 */
async function findReceiptUuids({ tx, providerUuid }: Scope, search: string): Promise<string[]> {
  const number = normalizeCode(search);
  const key = search.trim().toLowerCase();
  const { rows } = await sql<{ receipt_uuid: string }>`
    (select n.receipt_uuid from receipt n where n.provider_uuid = ${providerUuid}
      and n.receipt_number >= ${number} and n.receipt_number < ${number + pastAll} order by n.receipt_number desc limit ${mostFound})
    union
    (select n.receipt_uuid from receipt n where n.provider_uuid = ${providerUuid} and n.reference_key = ${key}
      order by n.receipt_uuid desc limit ${mostFound})
    union
    (select l.receipt_uuid from variant v
      cross join lateral (select l.receipt_uuid from receipt_line l where l.provider_uuid = v.provider_uuid and l.variant_uuid = v.variant_uuid
        order by l.receipt_uuid desc limit ${mostFound}) l
      where v.provider_uuid = ${providerUuid} and v.sku_key = ${key} limit ${mostFound})`.execute(tx);
  return rows.map(({ receipt_uuid }) => receipt_uuid);
}

/** Converts a day to the number stored in `receipt.expected_day`. */
function dayNumber(day: string): number {
  return Math.round((Date.parse(day) - Date.parse("2000-01-01")) / (24 * 3_600_000));
}
/** The value of `expected_day` when no day is given. */
const noDay = 1_000_000;

/** The lines of a receipt, for use in an `exists`. */
const itsLines = sql`from receipt_line l where l.provider_uuid = receipt.provider_uuid and l.receipt_uuid = receipt.receipt_uuid`;

/** For each to-do, the statuses that allow it and what is left. Pieces are counted by product, because their lots may differ from those announced. */
const toDoConditions: Readonly<Record<ReceiptToDo, { status: readonly ReceiptStatus[]; isLeft: RawBuilder<boolean>; isOwn: boolean }>> = {
  receive: {
    status: listStatusesWith("inspect"),
    isLeft: sql`exists (select ${itsLines} group by l.variant_uuid having sum(l.expected) > sum(l.counted))`,
    isOwn: false,
  },
  decide: { status: listStatusesWith("decide"), isLeft: sql`exists (select ${itsLines} and l.unqualified > l.decided)`, isOwn: true },
  correct: { status: ["draft"], isLeft: sql`receipt.reason <> ''`, isOwn: true },
};

function selectWithToDo(scope: Scope, toDo: ReceiptToDo) {
  const { status, isLeft, isOwn } = toDoConditions[toDo];
  return selectReceipts(scope)
    .where("receipt.status", "in", status)
    .where(isLeft)
    .$if(isOwn, (rows) => rows.where("receipt.owner_uuid", "=", scope.retailerUuid ?? scope.providerUuid));
}

function selectFiltered(
  scope: Scope,
  { status, to_do, owner_uuid, warehouse_uuid, expected_from, expected_to }: ReceiptFilter,
  found: readonly string[] | null,
) {
  return (to_do === undefined ? selectReceipts(scope) : selectWithToDo(scope, to_do))
    .$if(status.length > 0, (rows) => rows.where("receipt.status", "in", status))
    .$if(owner_uuid !== undefined, (rows) => rows.where("receipt.owner_uuid", "=", owner_uuid ?? ""))
    .$if(warehouse_uuid !== undefined, (rows) => rows.where("receipt.warehouse_uuid", "=", warehouse_uuid ?? ""))
    .$if(expected_from !== undefined, (rows) => rows.where("receipt.expected_day", ">=", dayNumber(expected_from ?? "")))
    .$if(expected_to !== undefined, (rows) => rows.where("receipt.expected_day", "<=", dayNumber(expected_to ?? "")))
    .$if(expected_from !== undefined, (rows) => rows.where("receipt.expected_day", "<", noDay))
    .$if(found !== null, (rows) => rows.where(sql<boolean>`receipt.receipt_uuid = any (${found}::uuid[])`));
}

function getSortKeys(sort: ReceiptSort): SortKeys {
  const direction = sort.startsWith("-") ? "desc" : "asc";
  // UUIDs are in the order of creation.
  const created = { column: sql`receipt.receipt_uuid`, type: "uuid", direction } as const;
  return sort.endsWith("created") ? [created] : [{ column: sql`receipt.expected_day`, type: "bigint", direction }, created];
}

/** Returns a page of the receipts that the caller may see; see the call `listReceipts`. */
export async function listReceiptRows(
  scope: Scope,
  { cur_page, page_size, cursor, sort, ...filter }: PageRequest & ReceiptFilter & { sort: ReceiptSort },
): Promise<Result<Page<ReceiptRow>, "parameterError">> {
  const found = filter.search === "" ? null : await findReceiptUuids(scope, filter.search);
  return listPage(
    scope.tx,
    {
      name: `receipts.list-receipts ${sort}`,
      table: "receipt",
      base: selectFiltered(scope, filter, found),
      keys: getSortKeys(sort),
      isOpaque: filter.to_do !== undefined,
      select: (page) => selectRow(limitFirst(scope.tx, "receipt", page)),
      show: (row) => toReceiptRow(row),
    },
    { cur_page, page_size, cursor },
  );
}

/** The empty list, for a caller without a provider. */
export function getEmptyPage<R>(): Result<Page<R>, never> {
  return ok({ result: [], total: 0, total_is_exact: true, next_cursor: null });
}

/** Returns one receipt as in a list; null if the caller may not see it. */
export async function findReceiptRow(scope: Scope, receiptUuid: string): Promise<ReceiptRow | null> {
  const row = await selectRow(selectReceipts(scope).where("receipt.receipt_uuid", "=", receiptUuid)).executeTakeFirst();
  return row === undefined ? null : toReceiptRow(row);
}
