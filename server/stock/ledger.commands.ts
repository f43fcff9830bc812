import { sql } from "kysely";
import { stockChanged } from "#src/stock/stock.contract.ts";
import type { Condition, OutsidePlace } from "#src/stock/stock.rules.ts";
import { ok, refuse } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import { movementId } from "./movement-id.ts";
import type { Tx } from "#server/db/tx.ts";
import { isOutOfRange, violatedCheck, violatedUnique } from "#server/db/violations.ts";
import { tell } from "#server/realtime/events.ts";

/** Where pieces are, come from or go to, and in which condition they are there. */
export type Place =
  | { readonly place: "location"; readonly locationUuid: string; readonly condition: Condition }
  | { readonly place: OutsidePlace; readonly condition: Condition };

/** What is being done, and as whom. */
export interface LedgerContext {
  readonly providerUuid: string;
  /** null for the system */
  readonly userUuid: string | null;
  readonly now: Date;
}

/** What a posting is about. A source's line is posted once: that is why a retry cannot post twice. */
export interface Source {
  readonly type: string;
  readonly uuid: string;
}

/** Some pieces of a SKU that go from one place to another. The places differ, or at least the condition. */
export interface Movement {
  readonly source: Source & { readonly line: number };
  readonly variantUuid: string;
  readonly ownerUuid: string;
  readonly warehouseUuid: string;
  /** where the pieces go to another warehouse */
  readonly toWarehouseUuid?: string;
  /** empty where lots are not kept */
  readonly lot: string;
  /** whole pieces, at least one */
  readonly quantity: number;
  readonly reason?: string;
  readonly from: Place;
  readonly to: Place;
}

/** Why the ledger takes none of what it was given. */
export type LedgerRefusal = "parameterError" | "stock.notEnough" | "stock.reservedElsewhere" | "stock.postedAlready" | "stock.notStored";

function legOf(movement: Movement, movementUuid: string, leg: 1 | 2) {
  const { place, condition, ...where } = leg === 1 ? movement.from : movement.to;
  return {
    movement_uuid: movementUuid,
    leg,
    source_type: movement.source.type,
    source_uuid: movement.source.uuid,
    source_line: movement.source.line,
    variant_uuid: movement.variantUuid,
    owner_uuid: movement.ownerUuid,
    warehouse_uuid: leg === 1 ? movement.warehouseUuid : (movement.toWarehouseUuid ?? movement.warehouseUuid),
    place,
    location_uuid: "locationUuid" in where ? where.locationUuid : null,
    lot: movement.lot,
    condition,
    quantity: leg === 1 ? -movement.quantity : movement.quantity,
    reason: movement.reason ?? "",
  };
}

/** The refusal that a failed statement of the ledger stands for; null where it is none. */
function refusalOf(error: unknown): LedgerRefusal | null {
  const check = violatedCheck(error);
  if (check === "stock_balance_quantity_not_negative") return "stock.notEnough";
  if (check === "stock_balance_reserved_within") return "stock.reservedElsewhere";
  if (check === "stock_entry_of_stored_variant") return "stock.notStored";
  if (isOutOfRange(error)) return "parameterError";
  return violatedUnique(error) === "stock_entry_source_key" ? "stock.postedAlready" : null;
}

/** As many SKUs as one event names; more are told of without names. */
const mostTold = 200;

/** Tells each owner, and the staff, which of its SKUs stand otherwise now. */
export async function tellStockChanged(
  tx: Tx,
  providerUuid: string,
  changed: readonly { variantUuid: string; ownerUuid: string }[],
): Promise<void> {
  const byOwner = Map.groupBy(changed, ({ ownerUuid }) => ownerUuid);
  for (const [ownerUuid, mine] of byOwner) {
    const variants = [...new Set(mine.map(({ variantUuid }) => variantUuid))];
    const retailerUuid = ownerUuid === providerUuid ? null : ownerUuid;
    const payload = { variant_uuids: variants.length > mostTold ? [] : variants };
    await tell(tx, stockChanged, { providerUuid, retailerUuid }, payload);
  }
}

/**
 * Posts movements: all of them in one statement, or none. The database makes the balances of it, row by row in the order of their key, and refuses
 * what would leave one below nothing or below what is reserved. After a refusal the transaction takes no more statements: the caller refuses too, and
 * that takes its work back. A transaction posts once where it can; one that posts several times may meet another in a ring, and is then done again.
 * @param tx acts for the provider's staff, or the platform
 * @returns nothing; `stock.notEnough` where a place has too few, `stock.reservedElsewhere` where what is left would be less than is reserved,
 *   `parameterError` where there would be more than a place has room for (`mostPieces`), `stock.postedAlready` where a source's line was posted before, `stock.notStored` where pieces would come onto a SKU that was merged or is a bundle
 * @throws RangeError for a quantity that is no whole number above nothing
 */
export async function postMovements(
  tx: Tx,
  { providerUuid, userUuid, now }: LedgerContext,
  movements: readonly Movement[],
): Promise<Result<void, LedgerRefusal>> {
  if (movements.length === 0) return ok(undefined);
  if (movements.some(({ quantity }) => !Number.isSafeInteger(quantity) || quantity < 1))
    throw new RangeError("stock: a movement is of whole pieces");
  const legs = movements.flatMap((movement) => {
    const movementUuid = movementId(now);
    return [legOf(movement, movementUuid, 1), legOf(movement, movementUuid, 2)];
  });
  try {
    // One parameter, however many movements: 65,535 is the most that a statement may have.
    await sql`insert into stock_entry (provider_uuid, movement_uuid, leg, source_type, source_uuid, source_line, variant_uuid, owner_uuid,
        warehouse_uuid, place, location_uuid, lot, condition, quantity, at, user_uuid, reason)
      select ${providerUuid}::uuid, l.movement_uuid, l.leg, l.source_type, l.source_uuid, l.source_line, l.variant_uuid, l.owner_uuid,
        l.warehouse_uuid, l.place, l.location_uuid, l.lot, l.condition, l.quantity, ${now}, ${userUuid}::uuid, l.reason
      from jsonb_to_recordset(${JSON.stringify(legs)}::jsonb) as l (movement_uuid uuid, leg smallint, source_type text, source_uuid uuid,
        source_line integer, variant_uuid uuid, owner_uuid uuid, warehouse_uuid uuid, place text, location_uuid uuid, lot text, condition text,
        quantity integer, reason text)`.execute(tx);
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === null) throw error;
    return refuse(refusal);
  }
  await tellStockChanged(tx, providerUuid, movements);
  return ok(undefined);
}
