import { setTimeout as sleep } from "node:timers/promises";
import { apiPrefix } from "#src/kit/api/address.ts";
import type { Call } from "#src/kit/api/define-call.ts";
import { adjustStock, moveStock } from "#src/warehouse/stock/stock.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import type { Database } from "#server/platform/db/database.ts";
import { releaseReservations, reserveStock, shipReservations } from "#server/warehouse/stock/reservations.commands.ts";
import type { SignedIn } from "./people-process.ts";
import { staffOf } from "./stage-stock.ts";
import type { StockStage } from "./stage-stock.ts";

/*
 * People who move, adjust, reserve, release and ship as fast as they get answers. Each operation has one key (a call's Idempotency-Key, a
 * reservation's
 * source) and is retried until it is answered, however often the connection is lost.
 */

/** The acknowledged operations by kind. */
export interface Acknowledged {
  moved: number;
  adjusted: number;
  reserved: number;
  released: number;
  shipped: number;
}

export interface StockLoad {
  readonly acknowledged: Acknowledged;
  /** attempts without an answer, or answered "not now" */
  interrupted(): number;
  /** answers that no fault explains */
  readonly troubles: readonly string[];
  /** Starts nothing new; resolves when everything started is answered. */
  finish(): Promise<void>;
}

interface Where {
  readonly origin: string;
  readonly as: SignedIn;
  readonly stage: StockStage;
  /** the owner's database URL, which may change with a restart */
  ownerUrl(): string;
}

const retryAfterMs = 50;
const patienceMs = 30_000;

/** Makes one attempt of a call: its code, or null without an answer. */
async function attempt({ origin, as }: Where, call: Call, input: object, key: string): Promise<number | null> {
  try {
    const reply = await fetch(origin + apiPrefix + call.path, {
      method: call.method,
      headers: {
        "content-type": "application/json",
        "idempotency-key": key,
        authorization: `Bearer ${as.tokens.accessToken}`,
        "x-csrf-token": as.tokens.csrfToken,
      },
      body: JSON.stringify(input),
      signal: AbortSignal.timeout(patienceMs),
    });
    return ((await reply.json()) as { code: number }).code;
  } catch {
    return null;
  }
}

/** Puts people to work on a stage's first SKU, which needs pieces at the first location, and a second location. */
export function startStockLoad(where: Where): StockLoad {
  const { stage } = where;
  const acknowledged: Acknowledged = { moved: 0, adjusted: 0, reserved: 0, released: 0, shipped: 0 };
  const troubles: string[] = [];
  const over = new AbortController();
  let interrupted = 0;
  const { variantUuid = "", ownerUuid = "" } = stage.variants[0] ?? {};
  const [from = "", to = ""] = stage.barcodes;

  async function calls(call: Call, input: object, done: () => void): Promise<void> {
    while (!over.signal.aborted) {
      const key = newId();
      for (;;) {
        const code = await attempt(where, call, input, key);
        if (code === 200) {
          done();
          break;
        }
        if (code !== null && code !== 503) {
          troubles.push(`${call.name} ${code}`);
          return;
        }
        interrupted += 1;
        await sleep(retryAfterMs);
      }
    }
  }

  /** Retries work in a transaction until done; reopens the pool if the database went away. */
  async function untilDone(pool: { database: Database }, work: (database: Database) => Promise<unknown>): Promise<void> {
    for (;;) {
      try {
        await work(pool.database);
        return;
      } catch {
        interrupted += 1;
        await sleep(retryAfterMs);
        await pool.database.close();
        pool.database = openDatabase(where.ownerUrl(), { connections: 1 });
      }
    }
  }

  async function orders(): Promise<void> {
    const pool = { database: openDatabase(where.ownerUrl(), { connections: 1 }) };
    const acting = staffOf(stage.providerUuid);
    for (let at = 0; !over.signal.aborted; at += 1) {
      const source = { type: "order", uuid: newId() };
      const want = { line: 1, variantUuid, ownerUuid, warehouseUuid: stage.warehouseUuid, quantity: 2, lot: null };
      const context = { providerUuid: stage.providerUuid, userUuid: null, now: new Date() };
      await untilDone(pool, (database) =>
        database.transaction(acting, async (tx) => {
          const { ok } = await reserveStock(tx, stage.providerUuid, source, [want], context.now);
          if (!ok) troubles.push("an order found too little");
        }),
      );
      acknowledged.reserved += 1;
      if (at % 3 === 0) {
        await untilDone(pool, (database) => database.transaction(acting, (tx) => shipReservations(tx, context, source, null)));
        acknowledged.shipped += 1;
      } else if (at % 3 === 1) {
        await untilDone(pool, (database) => database.transaction(acting, (tx) => releaseReservations(tx, context, source)));
        acknowledged.released += 1;
      }
    }
    await pool.database.close();
  }

  const moving = { variant_uuid: variantUuid, from_location: from, to_location: to, quantity: 1 };
  const adjusting = { variant_uuid: variantUuid, location: to, delta: 1, reason: "found" };
  const working = Promise.all([
    calls(moveStock, moving, () => (acknowledged.moved += 1)),
    calls(moveStock, moving, () => (acknowledged.moved += 1)),
    calls(adjustStock, adjusting, () => (acknowledged.adjusted += 1)),
    orders(),
    orders(),
  ]);
  return {
    acknowledged,
    interrupted: () => interrupted,
    troubles,
    async finish() {
      over.abort();
      await working;
    },
  };
}
