import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { platform } from "#server/platform/db/row-security.ts";
import { nameOfError } from "#server/platform/http/errors.ts";
import { getChargingActor, chargeDay } from "#server/billing/wallet/post-day-charges.commands.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { act, amounts, at, chargedUntil, day, done, sceneOf } from "#tests/server/charging-scene.ts";
import type { Scene } from "#tests/server/charging-scene.ts";
import { perform } from "#tests/server/charging-acts.ts";
import { closeLedger } from "./close-ledger.commands.ts";

let test_: TestApp;
beforeAll(async () => {
  test_ = await startTestApp();
});
afterAll(() => test_.close());

/** Ends transactions that a test left open. */
const holding: (() => void)[] = [];
afterEach(() => {
  for (const letGo of holding.splice(0)) letGo();
});

const midnight = at(2, 0);
const scene = () => sceneOf(test_, { receiving_piece: [[0, 10_000_000]] });
const warehouseOf = ({ stage }: Scene) => stage.warehouses[0]?.uuid ?? "";

async function close(on: Scene, patienceMs?: number): Promise<void> {
  const closing = { providerUuid: on.books.providerUuid, warehouseUuid: warehouseOf(on), until: new Date(midnight) };
  await closeLedger(test_.services.database, closing, patienceMs === undefined ? {} : { patienceMs });
}

/** Waits until the ledger is closed, or `work`, which should close it, has ended. */
async function untilClosed({ books }: Scene, work: Promise<unknown>): Promise<void> {
  const isOver = work.then(
    () => true,
    () => true,
  );
  const closed = () =>
    books.as((tx) =>
      tx.selectFrom("warehouse").select("ledger_closed_until as until").where("provider_uuid", "=", books.providerUuid).executeTakeFirst(),
    );
  while (!(await closed())?.until) if (await Promise.race([isOver, sleep(5, false)])) return;
}

/** Receives a piece, and commits when `end` is called. */
async function receiving(on: Scene, when: number): Promise<{ end: () => Promise<void> }> {
  const [entered, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  holding.push(held.resolve);
  const over = on.books.as(async (tx) => {
    await perform(tx, on.stage, [act("receive", when, 1)]);
    entered.resolve();
    await held.promise;
  });
  await Promise.race([entered.promise, over]);
  return {
    end: () => {
      held.resolve();
      return over;
    },
  };
}

describe("an entry on a day that is being charged", () => {
  test("is charged with that day, however long it takes to commit: charging waits for it", async () => {
    const on = await scene();
    const late = await receiving(on, at(1, 23));
    const charging = chargedUntil(test_, on, 2);
    await untilClosed(on, charging);
    // Long enough for a charging that does not wait to be wrong; one that waits is right however long this takes.
    await Promise.race([charging, sleep(300)]);
    await late.end();
    await charging;
    expect(await amounts(on)).toEqual([[day(1), "receiving_piece", 1000, 1000]]);
  });

  test("is refused if it arrives later, whatever its clock says, but accepted with a time after that day", async () => {
    const on = await scene();
    await done(on, [act("receive", at(1, 20), 1)]);
    await chargedUntil(test_, on, 2);
    const late = await done(on, [act("receive", midnight - 1, 1)]).catch((error: unknown) => error);
    expect(late).toMatchObject({ code: "QS003" });
    // The caller is told to try again later.
    expect(nameOfError(late as never)).toBe("unavailable");
    await done(on, [act("receive", midnight, 1)]);
    await chargedUntil(test_, on, 3);
    expect((await amounts(on)).map(([of, , pieces]) => [of, pieces])).toEqual([
      [day(1), 1000],
      [day(2), 1000],
    ]);
  });

  test("is never added once the ledger is closed, even with eight concurrent writers", async () => {
    const on = await scene();
    const entered = () =>
      on.books.as(async (tx) => {
        const { rows } = await sql<{ count: number }>`select count(*)::int as count from stock_entry
          where provider_uuid = ${on.books.providerUuid} and at < ${new Date(midnight)}`.execute(tx);
        return rows[0]?.count ?? 0;
      });
    const now = { isOver: false, refused: 0, taken: 0 };
    const enter = async (lane: number) => {
      while (!now.isOver)
        try {
          await on.books.as(async (tx) => {
            await perform(tx, on.stage, [act("receive", midnight - 1, 1)], lane * 1_000_000);
            await sleep(Math.random() * 20);
          });
          now.taken += 1;
        } catch {
          now.refused += 1;
        }
    };
    const lanes = [1, 2, 3, 4, 5, 6, 7, 8].map((lane) => enter(lane));
    let then = 0;
    try {
      while (now.taken < 20 && now.refused < 20) await sleep(5);
      await close(on);
      then = await entered();
      // If nobody is refused, more is taken: both cases end.
      const most = now.taken + 200;
      while (now.refused < 20 && now.taken < most) await sleep(5);
    } finally {
      now.isOver = true;
      await Promise.all(lanes);
    }
    expect(await entered()).toBe(then);
    expect(then).toBe(now.taken * 2);
  });
});

describe("closing", () => {
  test("reports a writer that outlasts its wait, and still closes the ledger", async () => {
    const on = await scene();
    const late = await receiving(on, at(1, 23));
    await expect(close(on, 30)).rejects.toThrow("still writing to the ledger");
    await expect(done(on, [act("receive", at(1, 23), 1)])).rejects.toMatchObject({ code: "QS003" });
    await late.end();
    await close(on, 0);
  });

  test("comes before totalling a day: the database rejects a run for a day that is not closed", async () => {
    const on = await scene();
    await done(on, [act("receive", at(1, 20), 1)]);
    const { providerUuid } = on.books;
    const { database } = test_.services;
    const ofDay = { warehouse_uuid: warehouseOf(on), day: day(1) };
    const charging = database.transaction(getChargingActor(providerUuid), (tx) => chargeDay(tx, providerUuid, ofDay, new Date(at(3))));
    await expect(charging).rejects.toMatchObject({ constraint: "charge_run_of_closed_time" });
    const summing = database.transaction(platform, (tx) =>
      tx
        .insertInto("stock_day_run")
        .values({ provider_uuid: providerUuid, ...ofDay, day: sql<Date>`${day(1)}::date`, at: new Date(midnight) })
        .execute(),
    );
    await expect(summing).rejects.toMatchObject({ constraint: "stock_day_run_of_closed_time" });
  });
});
