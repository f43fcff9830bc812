import { sql } from "kysely";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import type { ReceiptFigures, reportReceipts } from "#src/billing/reports/reports.contract.ts";
import type { Days } from "#src/billing/reports/reports.rules.ts";
import { selectOwnerName } from "#server/warehouse/goods/variants.queries.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { endOfDay } from "./day-bounds.ts";
import { limitRows } from "./report-scope.ts";
import type { ReportScope } from "./report-scope.ts";

type Report = OutputOf<typeof reportReceipts>;

const mostOpen = 50;
const nothing: ReceiptFigures = {
  receipt_count: 0,
  completed_count: 0,
  pieces: 0,
  expected_count: 0,
  on_time_count: 0,
  median_minutes: null,
  p90_minutes: null,
};

/** Selects the median, or another percentile, of completed receipts' durations in minutes; null if none is completed. */
function selectMinutesAt(share: number) {
  return sql`round(percentile_cont(${sql.lit(share)}) within group (order by extract(epoch from c.ended_at - c.arrived_at)::double precision / 60)
    filter (where c.status = 'completed'))::integer`;
}

/** Filters the receipts of the scope, alias `i`. */
function filterReceipts({ providerUuid, warehouseUuid, ownerUuid }: ReportScope) {
  return sql`i.provider_uuid = ${providerUuid} ${warehouseUuid === null ? sql`` : sql`and i.warehouse_uuid = ${warehouseUuid}`}
    ${ownerUuid === null ? sql`` : sql`and i.owner_uuid = ${ownerUuid}`}`;
}

/** Reads receipts by the ISO week of their arrival, and over all of these days. Days are in the warehouse's time zone. */
async function readWeeks(tx: Tx, scope: ReportScope, { from, until }: Days): Promise<(ReceiptFigures & { week: string | null })[]> {
  const { rows } = await sql<ReceiptFigures & { week: string | null }>`
    with times as materialized (
      select w.warehouse_uuid, w.time_zone, ${endOfDay(sql`${from}::date - 1`, sql`w.time_zone`)} as starts_at,
        ${endOfDay(sql`${until}::date`, sql`w.time_zone`)} as ends_at
      from warehouse w where w.provider_uuid = ${scope.providerUuid}
    ), came as (
      select i.status, i.expected_on, i.arrived_at, i.ended_at, (i.arrived_at at time zone t.time_zone)::date as day,
        (select coalesce(sum(l.counted), 0) from receipt_line l where l.provider_uuid = i.provider_uuid and l.receipt_uuid = i.receipt_uuid) as pieces
      from receipt i join times t on t.warehouse_uuid = i.warehouse_uuid
      where ${filterReceipts(scope)} and i.arrived_at >= t.starts_at and i.arrived_at < t.ends_at
    )
    select date_trunc('week', c.day)::date::text as week, count(*) as receipt_count, count(*) filter (where c.status = 'completed') as completed_count,
      coalesce(sum(c.pieces), 0)::bigint as pieces, count(c.expected_on) as expected_count, count(*) filter (where c.day <= c.expected_on) as on_time_count,
      ${selectMinutesAt(0.5)} as median_minutes, ${selectMinutesAt(0.9)} as p90_minutes
    from came c group by grouping sets ((date_trunc('week', c.day)::date), ()) order by 1`.execute(tx);
  return rows;
}

/** Lists receipts that have arrived and are not completed, longest waiting first. */
async function listOpenReceipts(tx: Tx, scope: ReportScope): Promise<Report["open"]> {
  const { rows } = await sql<Omit<Report["open"][number], "arrived_at"> & { arrived_at: Date }>`
    select i.receipt_uuid, i.receipt_number, i.owner_uuid, ${selectOwnerName("i.owner_uuid")} as retailer_name, i.arrived_at, i.status
    from receipt i where ${filterReceipts(scope)} and i.status in ('arrived', 'inspecting', 'putting_away') and i.arrived_at is not null
    order by i.arrived_at, i.receipt_uuid limit ${mostOpen}`.execute(tx);
  return rows.map(({ arrived_at, ...row }) => ({ ...row, arrived_at: arrived_at.toISOString() }));
}

/** Reports whether receipts arrived on the announced day, and how long they took. */
export async function readReceiptReport(tx: Tx, scope: ReportScope, days: Days): Promise<Report> {
  const rows = await readWeeks(tx, scope, days);
  const weeks = rows.flatMap(({ week, ...figures }) => (week === null ? [] : [{ week, ...figures }]));
  const { week: _all, ...total } = rows.find(({ week }) => week === null) ?? { week: null, ...nothing };
  return { ...limitRows(weeks), total, open: await listOpenReceipts(tx, scope) };
}
