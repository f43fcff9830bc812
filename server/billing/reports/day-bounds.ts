import { sql } from "kysely";
import type { RawBuilder } from "kysely";

/**
 * The moment at which a day ends in a time zone: the first that shows a later day there. If clocks are set back at one in the morning, midnight occurs twice
 * and the first one counts (the Azores); PostgreSQL takes the second.
 * @param day SQL of a date
 * @param zone SQL of an IANA name
 */
export function endOfDay(day: RawBuilder<unknown>, zone: RawBuilder<unknown>): RawBuilder<Date> {
  return sql<Date>`(select case when (n.at - interval '1 hour') at time zone ${zone} >= (${day} + 1)::timestamp then n.at - interval '1 hour' else n.at end
    from (select (${day} + 1)::timestamp at time zone ${zone} as at) n)`;
}

/** The last closed day of a warehouse, and when it ended: alias `last`, joined to a warehouse `w`. */
export const lastClosed = sql`left join lateral (
    select r.day, r.at from stock_day_run r where r.provider_uuid = w.provider_uuid and r.warehouse_uuid = w.warehouse_uuid order by r.day desc limit 1
  ) last on true`;

/**
 * Selects a warehouse's movements from ledger entries: pieces that came into its locations, left them, or changed place or condition within them. A
 * movement's legs in a warehouse add up to its net gain there; a movement between two warehouses counts as out of one and into the other.
 * @param entries SQL of a `where` that restricts `stock_entry e`
 */
export function selectMovements(entries: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select e.movement_uuid, e.warehouse_uuid, e.owner_uuid, e.source_type, e.at, sum(e.quantity) as won, max(e.quantity) as most
    from stock_entry e where ${entries} and e.location_uuid is not null
    group by e.movement_uuid, e.warehouse_uuid, e.owner_uuid, e.source_type, e.at)`;
}

/** Sums of these movements `m`, in the order of `stock_day`'s columns. */
export const movementSums = sql`sum(greatest(m.won, 0))::bigint as pieces_in, sum(greatest(-m.won, 0))::bigint as pieces_out,
  sum(case when m.won = 0 then m.most else 0 end)::bigint as pieces_moved, count(*)::integer as movement_count`;
