import { sql } from "kysely";
import type { Tx } from "#server/platform/db/row-security.ts";
import { parseSettings } from "#server/warehouse/warehouses/warehouses.queries.ts";
import type { WaveStrategy } from "#src/warehouse/warehouses/warehouse-settings.contract.ts";

/** A warehouse with strategies that build waves by themselves. */
export interface ScheduledWarehouse {
  readonly provider_uuid: string;
  readonly warehouse_uuid: string;
  readonly strategies: readonly WaveStrategy[];
  /** the time of the warehouse's clock, HH:MM */
  readonly clock: string;
  /** strategies that built a wave by themselves in the last minutes */
  readonly built: readonly string[];
}

/** How long a time of a schedule is due: a server that was not running then builds the wave when it starts. */
const dueMinutes = 10;

/** Lists the open warehouses whose strategies build waves by the clock or by the number of orders that wait. */
export async function listScheduledWarehouses(tx: Tx, now: Date): Promise<ScheduledWarehouse[]> {
  const { rows } = await sql<Omit<ScheduledWarehouse, "strategies"> & { settings: unknown }>`
    select w.provider_uuid, w.warehouse_uuid, w.settings, to_char(${now}::timestamptz at time zone w.time_zone, 'HH24:MI') as clock,
      array(select v.strategy from wave v where v.provider_uuid = w.provider_uuid and v.warehouse_uuid = w.warehouse_uuid and v.created_by is null
        and v.created_at > ${now}::timestamptz - make_interval(mins => ${dueMinutes})) as built
    from warehouse w
    where not w.is_closed and jsonb_path_exists(w.settings, '$.wave_strategies[*] ? (@.build_from_orders > 0 || @.build_at.size() > 0)')
    order by w.provider_uuid, w.warehouse_uuid`.execute(tx);
  return rows.map(({ settings, ...row }) => ({
    ...row,
    strategies: parseSettings(settings).wave_strategies.filter(
      (strategy) => strategy.build_from_orders > 0 || strategy.build_at.length > 0,
    ),
  }));
}

function toMinutes(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
}

/** Whether a time of a strategy has come in the last minutes, and no wave was built for it yet. */
export function isTimeDue({ build_at, name }: WaveStrategy, { clock, built }: Pick<ScheduledWarehouse, "clock" | "built">): boolean {
  const isNow = build_at.some((at) => (toMinutes(clock) - toMinutes(at) + 1440) % 1440 < dueMinutes);
  return isNow && !built.includes(name);
}
