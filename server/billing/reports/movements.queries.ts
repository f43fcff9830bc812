import { sql } from "kysely";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import type { MovementFigures, MovementRow, reportMovements } from "#src/billing/reports/reports.contract.ts";
import type { Days, MovementGrouping } from "#src/billing/reports/reports.rules.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { lowestMovementId } from "#server/warehouse/stock/movement-id.ts";
import { endOfDay, lastClosed, movementSums, selectMovements } from "./day-bounds.ts";
import { limitRows } from "./report-scope.ts";
import type { ReportScope } from "./report-scope.ts";

/** Up to which day a warehouse is closed, and which part of the ledger a report still has to add up. */
interface OpenTime {
  readonly warehouse_uuid: string;
  readonly time_zone: string;
  /** null if no day is closed yet */
  readonly last_day: string | null;
  readonly open_from: Date;
  readonly open_until: Date;
}

async function readOpenTimes(tx: Tx, { providerUuid, warehouseUuid }: ReportScope, { from, until }: Days): Promise<OpenTime[]> {
  // The first open day begins where the last closed one ended, even if the time zone has changed since.
  const { rows } = await sql<OpenTime>`
    select w.warehouse_uuid, w.time_zone, last.day::text as last_day,
      case when last.day >= ${from}::date - 1 then last.at else ${endOfDay(sql`${from}::date - 1`, sql`w.time_zone`)} end as open_from,
      case when last.day >= ${until}::date then last.at else ${endOfDay(sql`${until}::date`, sql`w.time_zone`)} end as open_until
    from warehouse w ${lastClosed}
    where w.provider_uuid = ${providerUuid} and (${warehouseUuid}::uuid is null or w.warehouse_uuid = ${warehouseUuid})`.execute(tx);
  return rows;
}

/** The row key by day, kind or owner; `m` is a movement. */
const keys = {
  day: sql`m.day::text`,
  kind: sql`m.source_type`,
  retailer: sql`m.owner_uuid::text`,
} as const satisfies Record<MovementGrouping, unknown>;

const orders = {
  day: sql`1`,
  kind: sql`movement_count desc, 1`,
  retailer: sql`pieces_in + pieces_out + pieces_moved desc, 1`,
} as const satisfies Record<MovementGrouping, unknown>;

function filterEntries({ providerUuid, ownerUuid }: ReportScope, open: readonly OpenTime[]) {
  const from = Math.min(...open.map(({ open_from }) => open_from.getTime()));
  const until = Math.max(...open.map(({ open_until }) => open_until.getTime()));
  const bounds = sql`e.movement_uuid >= ${lowestMovementId(new Date(from))} and e.movement_uuid < ${lowestMovementId(new Date(until))}`;
  const whose = ownerUuid === null ? sql`true` : sql`e.owner_uuid = ${ownerUuid}`;
  return sql`e.provider_uuid = ${providerUuid} and ${bounds} and ${whose}`;
}

const sumFigures = (rows: readonly MovementFigures[]): MovementFigures => ({
  movement_count: rows.reduce((sum, row) => sum + row.movement_count, 0),
  pieces_in: rows.reduce((sum, row) => sum + row.pieces_in, 0),
  pieces_out: rows.reduce((sum, row) => sum + row.pieces_out, 0),
  pieces_moved: rows.reduce((sum, row) => sum + row.pieces_moved, 0),
});

/** Reports movements by day, kind or owner: closed days from their sums, later ones from the ledger. The figures are identical. */
export async function readMovementReport(
  tx: Tx,
  scope: ReportScope,
  days: Days,
  by: MovementGrouping,
): Promise<OutputOf<typeof reportMovements>> {
  const { providerUuid, ownerUuid } = scope;
  const times = await readOpenTimes(tx, scope, days);
  const open = times.filter(({ open_from, open_until }) => open_from < open_until);
  const whose = ownerUuid === null ? sql`true` : sql`d.owner_uuid = ${ownerUuid}`;
  const ofLedger = sql`
    union all
    select m.day, m.owner_uuid, m.source_type, ${movementSums}
    from (
      select greatest((m.at at time zone t.time_zone)::date, t.last_day + 1) as day, m.owner_uuid, m.source_type, m.won, m.most
      from ${selectMovements(filterEntries(scope, open))} m join times t on t.warehouse_uuid = m.warehouse_uuid
      where m.at >= t.open_from and m.at < t.open_until
    ) m group by 1, 2, 3`;
  const { rows } = await sql<MovementRow>`
    with times as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(times)}::jsonb)
        as t (warehouse_uuid uuid, time_zone text, last_day date, open_from timestamptz, open_until timestamptz)
    ), moved as (
      select d.day, d.owner_uuid, d.source_type, d.pieces_in, d.pieces_out, d.pieces_moved, d.movement_count
      from times t join stock_day d on d.provider_uuid = ${providerUuid} and d.warehouse_uuid = t.warehouse_uuid
        and d.day between ${days.from}::date and least(${days.until}::date, t.last_day) and t.last_day is not null
      where ${whose} ${open.length === 0 ? sql`` : ofLedger}
    ), summed as (
      select ${keys[by]} as key, sum(m.movement_count)::bigint as movement_count, sum(m.pieces_in)::bigint as pieces_in,
        sum(m.pieces_out)::bigint as pieces_out, sum(m.pieces_moved)::bigint as pieces_moved
      from moved m group by 1
    )
    select s.key, ${by === "retailer" ? sql`coalesce(r.name, p.name, '')` : sql`''`} as name, s.movement_count, s.pieces_in, s.pieces_out, s.pieces_moved
    from summed s ${by === "retailer" ? sql`left join retailer r on r.retailer_uuid = s.key::uuid left join provider p on p.provider_uuid = s.key::uuid` : sql``}
    order by ${orders[by]}`.execute(tx);
  return { ...limitRows(rows), total: sumFigures(rows) };
}
