import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import type { Page } from "#src/kit/api/list.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { listStocktakes, Stocktake, StocktakeToDo } from "#src/warehouse/stock/stocktake.contract.ts";
import type { StocktakeStatus } from "#src/warehouse/stock/stocktake.machine.ts";
import { listPage } from "#server/platform/db/list.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { limitFirst, selectName } from "../../platform/db/limit-first.ts";

/** Who reads stocktakes. */
export interface CountScope {
  readonly providerUuid: string;
  /** whether this person may see the expected quantities of a blind stocktake */
  readonly mayKnow: boolean;
}

type LineCounts = Pick<Stocktake, "line_count" | "counted_count" | "difference_count" | "recount_count">;
type Counts = LineCounts & Pick<Stocktake, "finished_location_count" | "empty_location_count">;

/** SQL for whether a line differs and waits for its second count. */
const isRecountDue = sql<boolean>`l.recounted is null and l.counted <> l.expected`;

const lineCounts = sql<LineCounts>`jsonb_build_object('line_count', count(*), 'counted_count', count(coalesce(l.recounted, l.counted)),
    'difference_count', count(*) filter (where coalesce(l.recounted, l.counted) <> l.expected),
    'recount_count', count(*) filter (where ${isRecountDue}))`;

/** SQL for a stocktake's progress as one value, so that its lines are read once. */
const counts = sql<Counts>`((select ${lineCounts}
  from stocktake_line l where l.provider_uuid = stocktake.provider_uuid and l.stocktake_uuid = stocktake.stocktake_uuid)
  || (select jsonb_build_object('finished_location_count', count(*), 'empty_location_count', count(*) filter (where not exists (
    select from stocktake_line l where l.provider_uuid = f.provider_uuid and l.stocktake_uuid = f.stocktake_uuid
      and l.location_uuid = f.location_uuid and coalesce(l.recounted, l.counted) > 0)))
  from stocktake_location f where f.provider_uuid = stocktake.provider_uuid and f.stocktake_uuid = stocktake.stocktake_uuid))`;

const selectUsername = (column: string) => sql<string>`colleague_name(${sql.ref(column)})`;

type Row = Omit<Stocktake, "created_at" | "ended_at" | "status" | keyof Counts> & {
  created_at: Date;
  ended_at: Date | null;
  status: string;
  counts: Counts;
};

function shown({ mayKnow }: CountScope, { counts: far, ...row }: Row): Stocktake {
  const isHidden = row.is_blind && !mayKnow && row.status !== "approved";
  return {
    ...row,
    ...far,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint, or its writer's schema, allows no other value
    status: row.status as StocktakeStatus,
    created_at: row.created_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
    ...(isHidden ? { difference_count: 0, recount_count: 0 } : {}),
  };
}

const hasLine = (condition: RawBuilder<unknown>) => sql<boolean>`exists (select from stocktake_line l
  where l.provider_uuid = stocktake.provider_uuid and l.stocktake_uuid = stocktake.stocktake_uuid and ${condition})`;
const isUncounted = hasLine(sql`coalesce(l.recounted, l.counted) is null`);
const wantsRecount = hasLine(sql`l.recounted is null and l.counted <> l.expected`);

const toDoConditions: Readonly<Record<StocktakeToDo, RawBuilder<boolean>>> = {
  count: sql`((stocktake.status = 'counting' and ${isUncounted}) or (stocktake.status = 'recount' and (${isUncounted} or ${wantsRecount})))`,
  recount: sql`(stocktake.status = 'counting' and not ${isUncounted} and ${wantsRecount})`,
  approve: sql`(stocktake.status in ('counting', 'recount') and not ${isUncounted} and not ${wantsRecount})`,
};

/** SQL for whether this to-do is open, as far as this person may know. */
function isLeft({ mayKnow }: CountScope, toDo: StocktakeToDo): RawBuilder<boolean> {
  const condition = toDoConditions[toDo];
  return toDo === "count" || mayKnow ? condition : sql<boolean>`(not stocktake.is_blind and ${condition})`;
}

/** Returns a page of a provider's stocktakes, newest first. */
export async function readStocktakePage(
  tx: Tx,
  scope: CountScope,
  { cur_page, page_size, cursor, status, to_do, warehouse_uuid }: Omit<ParsedInputOf<typeof listStocktakes>, "provider_uuid">,
): Promise<Result<Page<Stocktake>, "parameterError">> {
  let base = tx.selectFrom("stocktake").where("stocktake.provider_uuid", "=", scope.providerUuid);
  if (status !== undefined) base = base.where("stocktake.status", "=", status);
  if (to_do !== undefined) base = base.where(isLeft(scope, to_do));
  if (warehouse_uuid !== undefined) base = base.where("stocktake.warehouse_uuid", "=", warehouse_uuid);
  return listPage(
    tx,
    {
      name: "stock.list-stocktakes",
      table: "stocktake",
      base,
      keys: [{ column: sql.ref("stocktake.stocktake_uuid"), type: "uuid", direction: "desc" }],
      select: (rows) =>
        limitFirst(tx, "stocktake", rows, ["created_by", "approved_by"])
          .innerJoin("warehouse as w", (join) =>
            join.onRef("w.provider_uuid", "=", "stocktake.provider_uuid").onRef("w.warehouse_uuid", "=", "stocktake.warehouse_uuid"),
          )
          .select(["stocktake.stocktake_uuid", "stocktake.stocktake_number", "stocktake.warehouse_uuid", "w.name as warehouse_name"])
          .select(["stocktake.status", "stocktake.is_blind", "stocktake.remark", "stocktake.created_at", "stocktake.ended_at"])
          .select(["stocktake.version", selectName("stocktake.created_by").as("created_by")])
          .select(selectName("stocktake.approved_by").as("approved_by"))
          .select(counts.as("counts")),
      show: ({ position: _position, ...row }): Stocktake => shown(scope, row),
    },
    { cur_page, page_size, cursor },
  );
}

/** Returns one stocktake; null if the provider does not have it. */
export async function findStocktake(tx: Tx, scope: CountScope, stocktakeUuid: string): Promise<Stocktake | null> {
  const { rows } = await sql<Row>`
    select stocktake.stocktake_uuid, stocktake.stocktake_number, stocktake.warehouse_uuid, w.name as warehouse_name, stocktake.status,
      stocktake.is_blind, stocktake.remark, stocktake.created_at, stocktake.ended_at, stocktake.version,
      ${selectUsername("stocktake.created_by")} as created_by, ${selectUsername("stocktake.approved_by")} as approved_by, ${counts} as counts
    from stocktake join warehouse w on w.provider_uuid = stocktake.provider_uuid and w.warehouse_uuid = stocktake.warehouse_uuid
    where stocktake.provider_uuid = ${scope.providerUuid} and stocktake.stocktake_uuid = ${stocktakeUuid}`.execute(tx);
  return rows[0] === undefined ? null : shown(scope, rows[0]);
}

/** Whether the provider has this stocktake. */
export async function hasStocktake(tx: Tx, providerUuid: string, stocktakeUuid: string): Promise<boolean> {
  const row = await tx
    .selectFrom("stocktake")
    .select("stocktake_uuid")
    .where("provider_uuid", "=", providerUuid)
    .where("stocktake_uuid", "=", stocktakeUuid)
    .executeTakeFirst();
  return row !== undefined;
}

/** A stocktake that the transaction has locked. */
export interface LockedStocktake {
  readonly provider_uuid: string;
  readonly stocktake_uuid: string;
  readonly stocktake_number: string;
  readonly warehouse_uuid: string;
  readonly status: StocktakeStatus;
  readonly is_blind: boolean;
  readonly version: number;
}

/**
 * Locks a stocktake, before anything else of it is read or locked.
 * @param how `count`: others may count too, but not change its status; `step`: exclusive
 */
export async function lockStocktake(
  tx: Tx,
  providerUuid: string,
  stocktakeUuid: string,
  how: "count" | "step",
): Promise<LockedStocktake | null> {
  const rows = tx
    .selectFrom("stocktake")
    .select(["provider_uuid", "stocktake_uuid", "stocktake_number", "warehouse_uuid", "status", "is_blind", "version"])
    .where("provider_uuid", "=", providerUuid)
    .where("stocktake_uuid", "=", stocktakeUuid);
  const row = await (how === "count" ? rows.forShare() : rows.forNoKeyUpdate()).executeTakeFirst();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint, or its writer's schema, allows no other value
  return row === undefined ? null : { ...row, status: row.status as StocktakeStatus };
}

/** Counts the lines of a locked stocktake, for `getStepRefusal` and the approval. */
export async function countLines(tx: Tx, { provider_uuid, stocktake_uuid }: LockedStocktake): Promise<LineCounts> {
  const { rows } = await sql<{ counts: LineCounts }>`select ${lineCounts} as counts
    from stocktake_line l where l.provider_uuid = ${provider_uuid} and l.stocktake_uuid = ${stocktake_uuid}`.execute(tx);
  if (rows[0] === undefined) throw new Error("stock: the line counts are missing");
  return rows[0].counts;
}

/**
 * Whether a stocktake covers a location: goods were expected or counted there, or the location is in the planned part of the warehouse.
 * A plan by SKU covers only the locations that held those SKUs.
 */
export async function isPlannedLocation(tx: Tx, providerUuid: string, stocktakeUuid: string, locationUuid: string): Promise<boolean> {
  const { rows } = await sql<{ is_planned: boolean }>`
    select exists (select from stocktake_line line where line.provider_uuid = s.provider_uuid and line.stocktake_uuid = s.stocktake_uuid
        and line.location_uuid = l.location_uuid)
      or (not s.is_by_sku and (s.shelf_uuid is null or s.shelf_uuid = l.shelf_uuid)
        and (s.partition_uuid is null or exists (select from shelf h where h.provider_uuid = l.provider_uuid and h.shelf_uuid = l.shelf_uuid
          and h.partition_uuid = s.partition_uuid))
        and (s.from_location is null or l.barcode collate "C" >= s.from_location)
        and (s.to_location is null or l.barcode collate "C" <= s.to_location)) as is_planned
    from stocktake s join location l on l.provider_uuid = s.provider_uuid and l.location_uuid = ${locationUuid}
    where s.provider_uuid = ${providerUuid} and s.stocktake_uuid = ${stocktakeUuid}`.execute(tx);
  return rows[0]?.is_planned === true;
}
