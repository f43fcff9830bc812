import fc from "fast-check";
import { sql } from "kysely";
import type { Acting, Tx } from "#server/platform/db/row-security.ts";
import type { Database } from "#server/platform/db/database.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { postMovements } from "#server/warehouse/stock/ledger.commands.ts";
import type { Movement, StockPosition } from "#server/warehouse/stock/ledger.commands.ts";
import { releaseReservations, reserveStock, shipReservations } from "#server/warehouse/stock/reservations.commands.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { staffOf } from "./stage-stock.ts";
import type { StockStage } from "./stage-stock.ts";

/* What people do to a ledger, as values: drawn at random, performed by the real commands, and by the model beside them. */

/** The lots of every SKU of the stage, earliest expiry first; the last does not expire. */
export const lots = ["A", "B", "C"] as const;
export const expiries: Readonly<Record<string, string | null>> = { A: "2098-01-31", B: "2098-06-30", C: null };

export interface WantedLine {
  readonly variant: number;
  readonly lot: string | null;
  readonly quantity: number;
}

export type Act =
  | { readonly act: "receive"; readonly variant: number; readonly at: number; readonly lot: string; readonly quantity: number }
  | {
      readonly act: "move";
      readonly variant: number;
      readonly at: number;
      /** how many locations further */
      readonly by: number;
      readonly lot: string;
      readonly quantity: number;
      readonly becomesDamaged: boolean;
    }
  | { readonly act: "adjust"; readonly variant: number; readonly at: number; readonly lot: string; readonly delta: number }
  | { readonly act: "count"; readonly variant: number; readonly at: number; readonly lot: string; readonly counted: number }
  | { readonly act: "reserve"; readonly order: number; readonly wants: readonly WantedLine[] }
  /** moves the pieces of one of an order's reservations, which goes along */
  | { readonly act: "carry"; readonly order: number; readonly by: number }
  | { readonly act: "release"; readonly order: number }
  | { readonly act: "ship"; readonly order: number };

/** The result of an act: `done` or the refusal, and the change of the total pieces. */
export interface Outcome {
  readonly said: string;
  readonly change: number;
}

export const stageSize = { variants: 3, shelves: 4, orders: 6 } as const;

const below = (count: number) => fc.nat(count - 1);
const where = { variant: below(stageSize.variants), at: below(stageSize.shelves), lot: fc.constantFrom(...lots) };
const order = below(stageSize.orders);
const wanted = fc.record({
  variant: below(stageSize.variants),
  lot: fc.option(fc.constantFrom(...lots), { freq: 3 }),
  quantity: fc.integer({ min: 1, max: 12 }),
});

/** A random act: half of them add pieces, a third reserve. */
export const anyAct: fc.Arbitrary<Act> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ act: fc.constant("receive" as const), ...where, quantity: fc.integer({ min: 1, max: 30 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant("move" as const),
      ...where,
      by: fc.integer({ min: 1, max: stageSize.shelves - 1 }),
      quantity: fc.integer({ min: 1, max: 15 }),
      becomesDamaged: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant("adjust" as const),
      ...where,
      delta: fc.integer({ min: -9, max: 9 }).filter((delta) => delta !== 0),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant("count" as const), ...where, counted: fc.nat(20) }) },
  {
    weight: 6,
    arbitrary: fc.record({ act: fc.constant("reserve" as const), order, wants: fc.array(wanted, { minLength: 1, maxLength: 4 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ act: fc.constant("carry" as const), order, by: fc.integer({ min: 1, max: stageSize.shelves - 1 }) }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant("release" as const), order }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant("ship" as const), order }) },
);

/** Where acts are performed: the stage, and the orders' ids. */
export interface Ground {
  readonly stage: StockStage;
  readonly orders: readonly string[];
}

class Refused extends Error {}

function heldAt({ stage }: Ground, at: number, condition: StockPosition["condition"] = "good"): StockPosition {
  return { place: "location", locationUuid: stage.locations[at] ?? "", condition };
}

const byHand: StockPosition = { place: "adjustment", condition: "good" };

function movementOf(
  { stage }: Ground,
  type: string,
  variant: number,
  lot: string,
  quantity: number,
  from: StockPosition,
  to: StockPosition,
): Movement {
  const { variantUuid = "", ownerUuid = "" } = stage.variants[variant] ?? {};
  return { source: { type, uuid: newId(), line: 1 }, variantUuid, ownerUuid, warehouseUuid: stage.warehouseUuid, lot, quantity, from, to };
}

async function quantityThere(tx: Tx, { stage }: Ground, variant: number, at: number, lot: string): Promise<number> {
  const row = await tx
    .selectFrom("stock_balance")
    .select("quantity")
    .where("provider_uuid", "=", stage.providerUuid)
    .where("variant_uuid", "=", stage.variants[variant]?.variantUuid ?? "")
    .where("location_uuid", "=", stage.locations[at] ?? "")
    .where("lot", "=", lot)
    .where("condition", "=", "good")
    .executeTakeFirst();
  return row?.quantity ?? 0;
}

/** Posts a difference, like an adjustment or a stocktake. */
async function postDelta(
  tx: Tx,
  ground: Ground,
  now: Date,
  type: string,
  one: { variant: number; at: number; lot: string },
  delta: number,
) {
  const there = heldAt(ground, one.at);
  const [from, to] = delta > 0 ? [byHand, there] : [there, byHand];
  const posted = await post(tx, ground, now, movementOf(ground, type, one.variant, one.lot, Math.abs(delta), from, to));
  return posted.ok ? { ok: true as const, value: delta } : posted;
}

function post(tx: Tx, { stage }: Ground, now: Date, movement: Movement) {
  return postMovements(tx, { providerUuid: stage.providerUuid, userUuid: null, now }, [movement]);
}

interface CarriedPieces {
  readonly reservation_uuid: string;
  readonly variant: number;
  readonly at: number;
  readonly lot: string;
  readonly quantity: number;
}

/** Of an order's pieces in several places, which are carried: those of the first SKU, location, lot and quantity. */
export function compareCarried(a: Omit<CarriedPieces, "reservation_uuid">, b: Omit<CarriedPieces, "reservation_uuid">): number {
  return a.variant - b.variant || a.at - b.at || a.lot.localeCompare(b.lot) || a.quantity - b.quantity;
}

/** Locks the open reservations of an order, and returns the one that is carried; none if it has none. */
async function lockCarried(tx: Tx, { stage }: Ground, orderUuid: string): Promise<CarriedPieces | undefined> {
  const rows = await tx
    .selectFrom("reservation")
    .select(["reservation_uuid", "variant_uuid", "location_uuid", "lot", "quantity"])
    .where("provider_uuid", "=", stage.providerUuid)
    .where("source_uuid", "=", orderUuid)
    .where("status", "=", "open")
    .orderBy("reservation_uuid")
    .forNoKeyUpdate()
    .execute();
  return rows
    .map(({ variant_uuid, location_uuid, ...row }) => ({
      ...row,
      variant: stage.variants.findIndex(({ variantUuid }) => variantUuid === variant_uuid),
      at: stage.locations.indexOf(location_uuid),
    }))
    .toSorted(compareCarried)[0];
}

async function doWithin(tx: Tx, ground: Ground, one: Act, now: Date): Promise<Result<number, string>> {
  const { providerUuid, warehouseUuid, variants } = ground.stage;
  const source = { type: "order", uuid: "order" in one ? (ground.orders[one.order] ?? "") : "" };
  switch (one.act) {
    case "receive": {
      const arrival: StockPosition = { place: "arrival", condition: "good" };
      const posted = await post(
        tx,
        ground,
        now,
        movementOf(ground, "receipt", one.variant, one.lot, one.quantity, arrival, heldAt(ground, one.at)),
      );
      return posted.ok ? { ok: true, value: one.quantity } : posted;
    }
    case "move": {
      const to = heldAt(ground, (one.at + one.by) % stageSize.shelves, one.becomesDamaged ? "damaged" : "good");
      const posted = await post(
        tx,
        ground,
        now,
        movementOf(ground, "move", one.variant, one.lot, one.quantity, heldAt(ground, one.at), to),
      );
      return posted.ok ? { ok: true, value: 0 } : posted;
    }
    case "adjust":
      return postDelta(tx, ground, now, "adjustment", one, one.delta);
    case "count": {
      const delta = one.counted - (await quantityThere(tx, ground, one.variant, one.at, one.lot));
      return delta === 0 ? { ok: true, value: 0 } : postDelta(tx, ground, now, "stocktake", one, delta);
    }
    case "reserve": {
      const wants = one.wants.map(({ variant, lot, quantity }, at) => ({
        line: at + 1,
        variantUuid: variants[variant]?.variantUuid ?? "",
        ownerUuid: variants[variant]?.ownerUuid ?? "",
        warehouseUuid,
        quantity,
        lot,
      }));
      // Whoever reserves for an order has locked it, as allocation does: two that did not might reserve different goods for the same line.
      await sql`select pg_advisory_xact_lock(hashtextextended(${source.uuid}, 0))`.execute(tx);
      const reserved = await reserveStock(tx, providerUuid, source, wants, now);
      return reserved.ok ? { ok: true, value: 0 } : reserved;
    }
    case "carry": {
      const pieces = await lockCarried(tx, ground, source.uuid);
      if (pieces === undefined) return { ok: true, value: 0 };
      const { variant, at, lot, quantity, reservation_uuid } = pieces;
      const to = heldAt(ground, (at + one.by) % stageSize.shelves);
      const movement = movementOf(ground, "move", variant, lot, quantity, heldAt(ground, at), to);
      const posted = await post(tx, ground, now, { ...movement, reservationUuid: reservation_uuid });
      return posted.ok ? { ok: true, value: 0 } : posted;
    }
    case "release":
      await releaseReservations(tx, { providerUuid, now }, source);
      return { ok: true, value: 0 };
    case "ship": {
      const shipped = await shipReservations(tx, { providerUuid, userUuid: null, now }, source, null);
      return shipped.ok ? { ok: true, value: 0 - shipped.value } : shipped;
    }
  }
}

/** Performs an act by the real commands, in a transaction that a refusal rolls back, like a call's. */
export async function doAct(database: Database, ground: Ground, one: Act, now: Date): Promise<Outcome> {
  const acting: Acting = staffOf(ground.stage.providerUuid);
  try {
    const change = await database.transaction(acting, async (tx) => {
      const result = await doWithin(tx, ground, one, now);
      if (!result.ok) throw new Refused(result.problem);
      return result.value;
    });
    return { said: "done", change };
  } catch (error) {
    if (error instanceof Refused) return { said: error.message, change: 0 };
    throw error;
  }
}
