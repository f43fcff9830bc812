import { sql } from "kysely";
import { stockChanged } from "#src/warehouse/stock/stock.contract.ts";
import type { Condition, OutsidePlace } from "#src/warehouse/stock/stock.rules.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { movementId } from "./movement-id.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { isOutOfRange, getViolatedCheck, getViolatedUnique } from "#server/platform/db/violations.ts";
import { publishEvent } from "#server/platform/realtime/events.ts";

/** Where pieces are, come from or go to, and their condition there. */
export type StockPosition =
  | { readonly place: "location"; readonly locationUuid: string; readonly condition: Condition }
  | { readonly place: OutsidePlace; readonly condition: Condition };

/** Who posts, and when. */
export interface LedgerContext {
  readonly providerUuid: string;
  /** null for the system */
  readonly userUuid: string | null;
  readonly now: Date;
}

/** What a movement is about. A source's line is posted once, so a retry cannot post twice. */
export interface Source {
  readonly type: string;
  readonly uuid: string;
}

/** Pieces of a SKU that go from one position to another; the positions differ at least in the condition. */
export interface Movement {
  readonly source: Source & { readonly line: number };
  readonly variantUuid: string;
  readonly ownerUuid: string;
  /** of a shipment: the retailer it is for, which is charged for it; omitted for the owner's own */
  readonly forRetailerUuid?: string;
  readonly warehouseUuid: string;
  /** set if the pieces go to another warehouse */
  readonly toWarehouseUuid?: string;
  /** empty if the SKU does not track lots */
  readonly lot: string;
  /** an integer, at least 1 */
  readonly quantity: number;
  readonly reason?: string;
  readonly from: StockPosition;
  readonly to: StockPosition;
  /** an open reservation of exactly these pieces, which goes along to another location of the same warehouse */
  readonly reservationUuid?: string;
}

/** Why the ledger refuses a posting. */
export type LedgerRefusal = "parameterError" | "stock.notEnough" | "stock.reservedElsewhere" | "stock.postedAlready" | "stock.notStored";

function toLeg(movement: Movement, movementUuid: string, leg: 1 | 2) {
  const { ownerUuid, forRetailerUuid = ownerUuid } = movement;
  const { place, condition, ...where } = leg === 1 ? movement.from : movement.to;
  return {
    movement_uuid: movementUuid,
    leg,
    source_type: movement.source.type,
    source_uuid: movement.source.uuid,
    source_line: movement.source.line,
    variant_uuid: movement.variantUuid,
    owner_uuid: ownerUuid,
    for_retailer_uuid: forRetailerUuid === ownerUuid ? null : forRetailerUuid,
    warehouse_uuid: leg === 1 ? movement.warehouseUuid : (movement.toWarehouseUuid ?? movement.warehouseUuid),
    place,
    location_uuid: "locationUuid" in where ? where.locationUuid : null,
    lot: movement.lot,
    condition,
    quantity: leg === 1 ? -movement.quantity : movement.quantity,
    reason: movement.reason ?? "",
    reservation_uuid: movement.reservationUuid ?? null,
  };
}

/** Returns the refusal behind a failed statement of the ledger; null if it is another error. */
function getLedgerRefusal(error: unknown): LedgerRefusal | null {
  const check = getViolatedCheck(error);
  if (check === "stock_balance_quantity_not_negative") return "stock.notEnough";
  if (check === "stock_balance_reserved_within") return "stock.reservedElsewhere";
  if (check === "stock_entry_of_stored_variant") return "stock.notStored";
  if (isOutOfRange(error)) return "parameterError";
  return getViolatedUnique(error) === "stock_entry_source_key" ? "stock.postedAlready" : null;
}

/** The most SKUs that one event names; an event about more names none. */
const mostListed = 200;

/** Publishes to each owner and the staff which SKUs' stock changed. */
export async function publishStockChanged(
  tx: Tx,
  providerUuid: string,
  changed: readonly { variantUuid: string; ownerUuid: string }[],
): Promise<void> {
  const byOwner = Map.groupBy(changed, ({ ownerUuid }) => ownerUuid);
  for (const [ownerUuid, mine] of byOwner) {
    const variants = [...new Set(mine.map(({ variantUuid }) => variantUuid))];
    const retailerUuid = ownerUuid === providerUuid ? null : ownerUuid;
    const payload = { variant_uuids: variants.length > mostListed ? [] : variants };
    await publishEvent(tx, stockChanged, { providerUuid, retailerUuid }, payload);
  }
}

/**
 * Posts movements, all of them in one statement or none. A trigger (`stock_entry_applied` in `schema.sql`) updates the balances, row by row in the order of their key, and checks refuse one
 * below zero or below what is reserved. After a refusal the transaction accepts no more statements: the caller must refuse too, which rolls it back.
 * A reservation that goes along with its pieces is changed in the same statement, and need not be ended before.
 * A transaction should post once: one that posts several times may deadlock with another, and is then retried.
 * @param tx acts as the provider's staff or the platform
 * @returns nothing; `stock.notEnough` if a position has too few pieces, `stock.reservedElsewhere` if fewer would be left than are reserved,
 *   `parameterError` if a balance would exceed `mostPieces`, `stock.postedAlready` if a source's line was posted before, `stock.notStored` if pieces
 *   would go to a SKU that was merged or is a bundle
 * @throws RangeError if a quantity is not a positive integer
 * @throws DatabaseError if a reservation that should go along is not open, or not of exactly the pieces that move
 */
export async function postMovements(
  tx: Tx,
  { providerUuid, userUuid, now }: LedgerContext,
  movements: readonly Movement[],
): Promise<Result<void, LedgerRefusal>> {
  if (movements.length === 0) return ok(undefined);
  if (movements.some(({ quantity }) => !Number.isSafeInteger(quantity) || quantity < 1))
    throw new RangeError("stock: a movement's quantity must be a whole number");
  const legs = movements.flatMap((movement) => {
    const movementUuid = movementId(now);
    return [toLeg(movement, movementUuid, 1), toLeg(movement, movementUuid, 2)];
  });
  try {
    // One parameter for any number of movements: a statement may have at most 65,535.
    await sql`insert into stock_entry (provider_uuid, movement_uuid, leg, source_type, source_uuid, source_line, variant_uuid, owner_uuid,
        for_retailer_uuid, warehouse_uuid, place, location_uuid, lot, condition, quantity, at, user_uuid, reason, reservation_uuid)
      select ${providerUuid}::uuid, l.movement_uuid, l.leg, l.source_type, l.source_uuid, l.source_line, l.variant_uuid, l.owner_uuid,
        l.for_retailer_uuid, l.warehouse_uuid, l.place, l.location_uuid, l.lot, l.condition, l.quantity, ${now}, ${userUuid}::uuid, l.reason,
        l.reservation_uuid
      from jsonb_to_recordset(${JSON.stringify(legs)}::jsonb) as l (movement_uuid uuid, leg smallint, source_type text, source_uuid uuid,
        source_line integer, variant_uuid uuid, owner_uuid uuid, for_retailer_uuid uuid, warehouse_uuid uuid, place text, location_uuid uuid,
        lot text, condition text, quantity integer, reason text, reservation_uuid uuid)`.execute(tx);
  } catch (error) {
    const refusal = getLedgerRefusal(error);
    if (refusal === null) throw error;
    return refuse(refusal);
  }
  await publishStockChanged(tx, providerUuid, movements);
  return ok(undefined);
}
