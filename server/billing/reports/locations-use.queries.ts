import { sql } from "kysely";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import type { UseFigures, UseRow, reportLocations } from "#src/billing/reports/reports.contract.ts";
import type { LocationGrouping } from "#src/billing/reports/reports.rules.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { raiseWorkMemory, limitRows } from "./report-scope.ts";
import type { ReportScope } from "./report-scope.ts";

/** Keys, names and sort order of rows; `l` is a location, `t` the sums of a key. */
const groupings = {
  warehouse: {
    key: sql`l.warehouse_uuid`,
    names: sql`w.name, '' as warehouse_name from summed t join warehouse w on w.provider_uuid = t.provider_uuid and w.warehouse_uuid = t.key order by lower(w.name), t.key`,
  },
  // Locations outside shelves have no partition: the dock, the packing tables, a warehouse's floor.
  partition: {
    key: sql`coalesce((select s.partition_uuid from shelf s where s.provider_uuid = l.provider_uuid and s.shelf_uuid = l.shelf_uuid), l.warehouse_uuid)`,
    names: sql`coalesce(p.code, '') as name, w.name as warehouse_name from summed t
      left join partition p on p.provider_uuid = t.provider_uuid and p.partition_uuid = t.key
      join warehouse w on w.provider_uuid = t.provider_uuid and w.warehouse_uuid = coalesce(p.warehouse_uuid, t.key)
      order by lower(w.name), w.warehouse_uuid, p.code nulls last`,
  },
  type: { key: sql`l.type collate "C"`, names: sql`'' as name, '' as warehouse_name from summed t order by t.location_count desc, t.key` },
} as const satisfies Record<LocationGrouping, unknown>;

/** Volumes, from measured sides if known, otherwise declared ones. Skipped if no location has a limit. */
const measured = {
  mm3: sql`sum(b.quantity * coalesce(v.measured_length_mm::double precision * v.measured_width_mm * v.measured_height_mm,
    v.length_mm::double precision * v.width_mm * v.height_mm))`,
  size: sql`join variant v on v.provider_uuid = b.provider_uuid and v.variant_uuid = b.variant_uuid`,
};
const unmeasured = { mm3: sql`0::double precision`, size: sql`` };

const sumFigures = (rows: readonly UseFigures[]): UseFigures => {
  const sum = (figure: keyof UseFigures) => rows.reduce((all, row) => all + row[figure], 0);
  return {
    location_count: sum("location_count"),
    occupied_count: sum("occupied_count"),
    blocked_count: sum("blocked_count"),
    capacity_ml: sum("capacity_ml"),
    used_ml: sum("used_ml"),
    pieces: sum("pieces"),
  };
};

/** Reports how locations are used: how many hold goods, how many are blocked, and how full those with a limit are. */
export async function readLocationsUse(
  tx: Tx,
  { providerUuid, warehouseUuid }: ReportScope,
  by: LocationGrouping,
): Promise<OutputOf<typeof reportLocations>> {
  const { key, names } = groupings[by];
  const within = (alias: string) =>
    sql`${sql.ref(`${alias}.provider_uuid`)} = ${providerUuid} ${warehouseUuid === null ? sql`` : sql`and ${sql.ref(`${alias}.warehouse_uuid`)} = ${warehouseUuid}`}`;
  await raiseWorkMemory(tx);
  const limited = await sql`select from location l where ${within("l")} and l.capacity_ml is not null limit 1`.execute(tx);
  const { mm3, size } = limited.rows.length > 0 ? measured : unmeasured;
  const { rows } = await sql<UseRow>`
    with goods as (
      select b.location_uuid, sum(b.quantity) as pieces, ${mm3} as mm3 from stock_balance b ${size}
      where ${within("b")} and b.quantity > 0 group by b.location_uuid
    ), summed as (
      select l.provider_uuid, ${key} as key, count(*) as location_count, count(g.location_uuid) as occupied_count,
        count(*) filter (where l.is_blocked) as blocked_count, coalesce(sum(l.capacity_ml), 0)::bigint as capacity_ml,
        coalesce(round(sum(g.mm3) filter (where l.capacity_ml is not null) / 1000), 0)::bigint as used_ml, coalesce(sum(g.pieces), 0)::bigint as pieces
      from location l left join goods g on g.location_uuid = l.location_uuid where ${within("l")} group by 1, 2
    )
    select t.key::text as key, t.location_count, t.occupied_count, t.blocked_count, t.capacity_ml, t.used_ml, t.pieces, ${names}`.execute(
    tx,
  );
  return { ...limitRows(rows), total: sumFigures(rows) };
}
