import { sql } from "kysely";
import type { PutawaySuggestion } from "#src/warehouse/receipts/receiving.contract.ts";
import { suggestionReasons } from "#src/warehouse/receipts/receiving.contract.ts";
import { countFittingPieces } from "#src/warehouse/receipts/receipts.rules.ts";
import type { LockedReceipt } from "#server/warehouse/receipts/receipt.commands.ts";
import type { ReceiptScope } from "#server/warehouse/receipts/receipt-scope.ts";

type Scope = Pick<ReceiptScope, "tx" | "providerUuid">;

/** Sorts after every task. */
const lastUuid = "ffffffff-ffff-ffff-ffff-ffffffffffff";

const mostSuggested = 5;

interface Room {
  capacity_ml: number | null;
  capacity_grams: number | null;
  used_mm3: number;
  used_grams: number;
}

interface Candidate extends Room {
  location_uuid: string;
  barcode: string;
  rank: number;
}

/** Volume and weight of a piece, measured if possible, else declared; null if unknown. */
interface Size {
  mm3: number | null;
  grams: number | null;
}

// Numeric: an owner may declare any integer, and the sum must not overflow for everybody who shares the location.
const pieceMm3 = sql<number>`coalesce(v.measured_length_mm, v.length_mm)::numeric * coalesce(v.measured_width_mm, v.width_mm) * coalesce(v.measured_height_mm, v.height_mm)`;
const pieceGrams = sql<number>`coalesce(v.measured_weight_grams, v.weight_grams)`;

/** The volume and weight of what is in the location `c`, as far as sizes are known. */
const load = sql`lateral (
  select coalesce(sum(b.quantity * (${pieceMm3})), 0)::double precision as used_mm3,
    coalesce(sum(b.quantity::numeric * ${pieceGrams}), 0)::double precision as used_grams
  from stock_balance b join variant v on v.provider_uuid = b.provider_uuid and v.variant_uuid = b.variant_uuid
  where b.provider_uuid = c.provider_uuid and b.location_uuid = c.location_uuid and b.quantity > 0
)`;

async function getPieceSize({ tx, providerUuid }: Scope, variantUuid: string): Promise<Size> {
  const { rows } = await sql<Size>`select (${pieceMm3})::double precision as mm3, ${pieceGrams} as grams from variant v
    where v.provider_uuid = ${providerUuid} and v.variant_uuid = ${variantUuid}`.execute(tx);
  return rows[0] ?? { mm3: null, grams: null };
}

function countFitting({ capacity_ml, capacity_grams, used_mm3, used_grams }: Room, { mm3, grams }: Size): number | null {
  return countFittingPieces([
    { capacity: capacity_ml === null ? null : capacity_ml * 1000, used: used_mm3, piece: mm3 },
    { capacity: capacity_grams, used: used_grams, piece: grams },
  ]);
}

/** Returns how many more pieces of a variant fit into a location; null if it has no limit or the size is unknown. */
export async function getRoom(scope: Scope, locationUuid: string, variantUuid: string): Promise<number | null> {
  const { rows } = await sql<Room>`
    select c.capacity_ml, c.capacity_grams, load.used_mm3, load.used_grams from location c cross join ${load} as load
    where c.provider_uuid = ${scope.providerUuid} and c.location_uuid = ${locationUuid}`.execute(scope.tx);
  const [room] = rows;
  return room === undefined ? 0 : countFitting(room, await getPieceSize(scope, variantUuid));
}

/** Whether a location holds another product, another owner's goods or another lot. */
export async function holdsOthers(
  { tx, providerUuid }: Scope,
  locationUuid: string,
  { variant_uuid, lot, owner_uuid }: { variant_uuid: string; lot: string; owner_uuid: string },
): Promise<boolean> {
  const other = await tx
    .selectFrom("stock_balance")
    .select("variant_uuid")
    .where("provider_uuid", "=", providerUuid)
    .where("location_uuid", "=", locationUuid)
    .where("quantity", ">", 0)
    .where((row) => row.or([row("variant_uuid", "<>", variant_uuid), row("lot", "<>", lot), row("owner_uuid", "<>", owner_uuid)]))
    .executeTakeFirst();
  return other !== undefined;
}

/** Whether pieces of this product, owner and lot lie in a location already. */
export async function holdsSame(
  { tx, providerUuid }: Scope,
  locationUuid: string,
  { variant_uuid, lot, owner_uuid }: { variant_uuid: string; lot: string; owner_uuid: string },
): Promise<boolean> {
  const same = await tx
    .selectFrom("stock_balance")
    .select("variant_uuid")
    .where("provider_uuid", "=", providerUuid)
    .where("location_uuid", "=", locationUuid)
    .where("quantity", ">", 0)
    .where("variant_uuid", "=", variant_uuid)
    .where("lot", "=", lot)
    .where("owner_uuid", "=", owner_uuid)
    .executeTakeFirst();
  return same !== undefined;
}

/**
 * Suggests locations for pieces of a line, the best first: with the same item and lot, with the same item, empty, any with room; each in walking order.
 * Of those with the same item and lot, the ones that hold nothing else come first.
 * Leaves out locations that are blocked or too full for a single piece. An empty location that an older open task suggests for other goods
 * counts as one with room, so that two variants that arrive together get a bin each.
 */
export async function suggestLocations(
  scope: Scope,
  { receipt_uuid, warehouse_uuid, owner_uuid }: Pick<LockedReceipt, "receipt_uuid" | "warehouse_uuid" | "owner_uuid">,
  { line_uuid, variant_uuid, lot }: { line_uuid: string; variant_uuid: string; lot: string },
): Promise<PutawaySuggestion[]> {
  const { tx, providerUuid } = scope;
  const open = sql`l.provider_uuid = ${providerUuid} and l.warehouse_uuid = ${warehouse_uuid} and l.type in ('pick', 'reserve') and not l.is_blocked`;
  const filled = sql`exists (select from stock_balance b
    where b.provider_uuid = l.provider_uuid and b.location_uuid = l.location_uuid and b.quantity > 0)`;
  const { rows } = await sql<Candidate>`
    with same as (
      select b.location_uuid, bool_or(b.lot = ${lot}) as is_lot from stock_balance b
      where b.provider_uuid = ${providerUuid} and b.variant_uuid = ${variant_uuid} and b.warehouse_uuid = ${warehouse_uuid}
        and b.owner_uuid = ${owner_uuid} and b.quantity > 0 group by b.location_uuid
    ), claimed as (
      select t.suggested_location_uuid as location_uuid from putaway_task t
        join receipt_line o on o.provider_uuid = t.provider_uuid and o.receipt_uuid = t.receipt_uuid and o.line_uuid = t.line_uuid
      where t.provider_uuid = ${providerUuid} and t.status in ('pending', 'assigned') and t.suggested_location_uuid is not null
        and (o.variant_uuid <> ${variant_uuid} or o.lot <> ${lot} or o.owner_uuid <> ${owner_uuid})
        and t.task_uuid < coalesce((select own.task_uuid from putaway_task own where own.provider_uuid = ${providerUuid}
          and own.receipt_uuid = ${receipt_uuid} and own.line_uuid = ${line_uuid} and own.status in ('pending', 'assigned')), ${lastUuid}::uuid)
    ), candidate as (
      (select l.*, case when same.is_lot then 0 else 1 end as rank from same
        join location l on l.location_uuid = same.location_uuid and ${open} order by rank, l.put_sequence, l.location_uuid limit 20)
      union all
      (select l.*, 2 from location l where ${open} and not ${filled} and l.location_uuid not in (select location_uuid from claimed)
        order by l.put_sequence, l.location_uuid limit ${mostSuggested})
      union all
      (select l.*, 3 from location l where ${open} and l.location_uuid not in (select location_uuid from same)
        and (${filled} or l.location_uuid in (select location_uuid from claimed))
        order by l.put_sequence, l.location_uuid limit 20)
    )
    select c.location_uuid, c.barcode, c.rank, c.capacity_ml, c.capacity_grams, load.used_mm3, load.used_grams,
      c.rank = 0 and exists (select from stock_balance b where b.provider_uuid = c.provider_uuid and b.location_uuid = c.location_uuid and b.quantity > 0
        and (b.variant_uuid <> ${variant_uuid} or b.lot <> ${lot} or b.owner_uuid <> ${owner_uuid})) as is_mixed
    from candidate c cross join ${load} as load order by c.rank, is_mixed, c.put_sequence, c.location_uuid`.execute(tx);
  const size = await getPieceSize(scope, variant_uuid);
  return rows
    .map(({ location_uuid, barcode, rank, ...room }) => {
      const why = suggestionReasons[rank] ?? "capacity";
      return { location_uuid, barcode, why, fits_pieces: countFitting(room, size) };
    })
    .filter(({ fits_pieces }) => fits_pieces !== 0)
    .slice(0, mostSuggested);
}
