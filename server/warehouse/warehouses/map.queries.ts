import { sql } from "kysely";
import type { MapPartition, MapFloorLocation, MapShelf } from "#src/warehouse/warehouses/locations.contract.ts";
import type { Tx } from "#server/platform/db/row-security.ts";

/** The period of a map's heat, and the most movements of a location that it counts: more would not change the color. */
const heatDays = 30;
const mostMovements = 200;
/** The most floor locations that a map draws. */
const mostPlaces = 500;

interface FigureRow {
  shelf_uuid: string;
  location_count: number;
  used_count: number;
  blocked_count: number;
  quantity: number;
  used_ml: number;
  /** null if a location of the shelf is unlimited */
  capacity_ml: number | null;
  /** pieces of unknown size */
  unmeasured: number;
  movement_count: number;
}

/** The lowest id from a time on: movements are UUIDv7, whose first 48 bits are the milliseconds since 1970 (RFC 9562). */
export function getLowestIdFrom(time: Date): string {
  const hex = time.getTime().toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** SQL that counts movements of a location since a time, up to `mostMovements`, from the index alone. */
function movementsSince(since: Date) {
  return sql`(select count(*) from (
    select from stock_entry e
    where e.provider_uuid = l.provider_uuid and e.location_uuid = l.location_uuid and e.movement_uuid >= ${getLowestIdFrom(since)}
    limit ${sql.lit(mostMovements)}) few)`;
}

/**
 * Reads what the shelves of a warehouse hold; volumes by measured sizes if possible, else declared ones. The goods are looked up for each location:
 * joined as one subquery, those of all locations were compared with each (350 of 430 ms for 3,000 locations), because statistics expect a dozen.
 */
async function readFigures(tx: Tx, providerUuid: string, warehouseUuid: string, since: Date | null): Promise<FigureRow[]> {
  const { rows } = await sql<FigureRow>`
    select l.shelf_uuid, count(*) as location_count, count(goods.quantity) as used_count,
      count(*) filter (where l.is_blocked) as blocked_count,
      coalesce(sum(goods.quantity), 0)::bigint as quantity, coalesce(sum(goods.used_ml), 0)::double precision as used_ml,
      case when bool_and(l.capacity_ml is not null) then sum(l.capacity_ml)::double precision end as capacity_ml,
      coalesce(sum(goods.unmeasured), 0)::bigint as unmeasured,
      ${since === null ? sql`0` : sql`sum(${movementsSince(since)})::bigint`} as movement_count
    from location l
      cross join lateral (
        select sum(b.quantity) as quantity, sum(b.quantity * coalesce(size.mm3, 0)) / 1000 as used_ml,
          sum(b.quantity) filter (where size.mm3 is null) as unmeasured
        from stock_balance b
          join variant v on v.provider_uuid = b.provider_uuid and v.variant_uuid = b.variant_uuid
          cross join lateral (select coalesce(
            v.measured_length_mm::numeric * v.measured_width_mm * v.measured_height_mm,
            v.length_mm::numeric * v.width_mm * v.height_mm) as mm3) size
        where b.provider_uuid = l.provider_uuid and b.location_uuid = l.location_uuid and b.quantity > 0
      ) goods
    where l.provider_uuid = ${providerUuid} and l.warehouse_uuid = ${warehouseUuid} and l.shelf_uuid is not null
    group by l.shelf_uuid`.execute(tx);
  return rows;
}

/**
 * Returns how full a shelf is, 0 to 1: by volume if each of its locations has a limit and each piece has a size; else the share of its locations that
 * hold pieces.
 */
function getFill({ capacity_ml, used_ml, unmeasured, used_count, location_count }: FigureRow): Pick<MapShelf, "fill" | "fill_by"> {
  if (capacity_ml !== null && unmeasured === 0) return { fill: Math.min(1, used_ml / capacity_ml), fill_by: "volume" };
  return { fill: used_count / location_count, fill_by: "pieces" };
}

type Figures = Pick<MapShelf, "location_count" | "used_count" | "blocked_count" | "quantity" | "fill" | "fill_by" | "movement_count">;

const bare: Figures = { location_count: 0, used_count: 0, blocked_count: 0, quantity: 0, fill: 0, fill_by: "pieces", movement_count: 0 };

function toFigures(row: FigureRow | undefined): Figures {
  if (row === undefined) return bare;
  const { location_count, used_count, blocked_count, quantity, movement_count } = row;
  return { location_count, used_count, blocked_count, quantity, movement_count, ...getFill(row) };
}

/** Reads a warehouse's floor locations in walking order, with their pieces; without totes, which pickers carry about, and slots of sort walls. */
async function readFloor(tx: Tx, providerUuid: string, warehouseUuid: string): Promise<MapFloorLocation[]> {
  const { rows } = await sql<MapFloorLocation>`
    select l.location_uuid, l.barcode, l.type, l.x_mm, l.y_mm, l.is_blocked,
      (select coalesce(sum(b.quantity), 0)::bigint from stock_balance b
        where b.provider_uuid = l.provider_uuid and b.location_uuid = l.location_uuid and b.quantity > 0) as quantity
    from location l
    where l.provider_uuid = ${providerUuid} and l.warehouse_uuid = ${warehouseUuid} and l.shelf_uuid is null and l.type not in ('tote', 'slot')
    order by l.pick_sequence, l.location_uuid
    limit ${sql.lit(mostPlaces)}`.execute(tx);
  return rows;
}

/**
 * Returns a warehouse's map: its partitions, floor locations, and shelves with their figures.
 * @param withHeat counts movements too, which reads each location
 */
export async function getMap(
  tx: Tx,
  providerUuid: string,
  warehouseUuid: string,
  { withHeat, now }: { withHeat: boolean; now: Date },
): Promise<{ partitions: MapPartition[]; floor: MapFloorLocation[]; shelves: MapShelf[] }> {
  const since = withHeat ? new Date(now.getTime() - heatDays * 86_400_000) : null;
  const [partitions, shelves, figures, floor] = await Promise.all([
    tx
      .selectFrom("partition")
      .select(["partition_uuid", "code", "name", "x_mm", "y_mm", "width_mm", "depth_mm"])
      .where("provider_uuid", "=", providerUuid)
      .where("warehouse_uuid", "=", warehouseUuid)
      .orderBy("code")
      .execute(),
    tx
      .selectFrom("shelf")
      .select(["shelf_uuid", "partition_uuid", "code", "x_mm", "y_mm", "width_mm", "depth_mm", "is_turned", "version"])
      .where("provider_uuid", "=", providerUuid)
      .where("warehouse_uuid", "=", warehouseUuid)
      .orderBy("code")
      .execute(),
    readFigures(tx, providerUuid, warehouseUuid, since),
    readFloor(tx, providerUuid, warehouseUuid),
  ]);
  const ofShelf = new Map(figures.map((row) => [row.shelf_uuid, row]));
  return { partitions, floor, shelves: shelves.map((shelf) => ({ ...shelf, ...toFigures(ofShelf.get(shelf.shelf_uuid)) })) };
}
