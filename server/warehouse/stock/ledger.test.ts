import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#server/platform/runtime/clock.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { lockVariant } from "#server/warehouse/goods/lock-variants.commands.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { putStock, staffOf, stageStock } from "#tests/server/stage-stock.ts";
import type { StockStage } from "#tests/server/stage-stock.ts";
import { untilBlocked } from "#tests/server/until-blocked.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { World } from "#tests/server/world.ts";
import { postMovements } from "./ledger.commands.ts";
import type { Movement } from "./ledger.commands.ts";
import { releaseReservations, reserveStock, shipReservations } from "./reservations.commands.ts";
import type { Want } from "./reservations.commands.ts";

let test_: TestApp;
let world: World;
beforeAll(async () => {
  test_ = await startTestApp();
  world = await makeWorld(test_);
});
afterAll(() => test_.close());

const as = <T>(work: (tx: Tx) => Promise<T>) => test_.services.database.transaction(staffOf(world.providerA), work);
const context = () => ({ providerUuid: world.providerA, userUuid: world.provider.userUuid, now: test_.clock.now() });

async function stage(options: { shelves?: number; variants?: number } = {}): Promise<StockStage> {
  return as((tx) => stageStock(tx, { providerUuid: world.providerA, ownerUuid: world.retailerA, ...options }));
}
function move(on: StockStage, from: number, to: number, quantity: number, more: Partial<Movement> = {}): Movement {
  const place = (at: number) => ({ place: "location" as const, locationUuid: on.locations[at] ?? "", condition: "good" as const });
  const { variantUuid = "", ownerUuid = "" } = on.variants[0] ?? {};
  return {
    source: { type: "move", uuid: newId(), line: 1 },
    variantUuid,
    ownerUuid,
    warehouseUuid: on.warehouseUuid,
    lot: "",
    quantity,
    from: place(from),
    to: place(to),
    ...more,
  };
}
function want(on: StockStage, line: number, quantity: number, lot: string | null = null, variant = 0): Want {
  const { variantUuid = "", ownerUuid = "" } = on.variants[variant] ?? {};
  return { line, variantUuid, ownerUuid, warehouseUuid: on.warehouseUuid, quantity, lot };
}
const order = () => ({ type: "order", uuid: newId() });
const reserve = (wants: Want[], source = order()) => as((tx) => reserveStock(tx, world.providerA, source, wants, test_.clock.now()));
const balances = (on: StockStage) =>
  as((tx) =>
    tx
      .selectFrom("stock_balance as b")
      .innerJoin("location as l", (join) =>
        join.onRef("l.provider_uuid", "=", "b.provider_uuid").onRef("l.location_uuid", "=", "b.location_uuid"),
      )
      .select(["l.pick_sequence as at", "b.lot", "b.condition", "b.quantity", "b.reserved"])
      .where("b.warehouse_uuid", "=", on.warehouseUuid)
      .where("b.quantity", ">", 0)
      .orderBy("l.pick_sequence")
      .orderBy("b.lot")
      .execute(),
  );
const stands = async (on: StockStage) => (await balances(on)).map(({ at, quantity, reserved }) => [at, quantity, reserved]);

describe("a movement", () => {
  test("has two legs that sum to zero, and updates the balances", async () => {
    const on = await stage();
    await as((tx) => putStock(tx, on, { quantity: 10, now: test_.clock.now() }));
    expect(await as((tx) => postMovements(tx, context(), [move(on, 0, 1, 4)]))).toEqual({ ok: true, value: undefined });
    expect(await stands(on)).toEqual([
      [0, 6, 0],
      [1, 4, 0],
    ]);
    const legs = await as((tx) =>
      tx
        .selectFrom("stock_entry")
        .select(["leg", "place", "quantity"])
        .where("variant_uuid", "=", on.variants[0]?.variantUuid ?? "")
        .orderBy("movement_uuid")
        .orderBy("leg")
        .execute(),
    );
    expect(legs.map(({ leg, place, quantity }) => `${leg} ${place} ${quantity}`)).toEqual([
      "1 opening -10",
      "2 location 10",
      "1 location -4",
      "2 location 4",
    ]);
  });

  test("that would make a balance negative is refused, with all that are posted with it", async () => {
    const on = await stage();
    await as((tx) => putStock(tx, on, { quantity: 3 }));
    for (const movements of [[move(on, 0, 1, 4)], [move(on, 0, 1, 1), move(on, 0, 2, 3)], [move(on, 3, 0, 1)]])
      expect(await refused(movements)).toBe("stock.notEnough");
    expect(await stands(on)).toEqual([[0, 3, 0]]);
  });

  test("of reserved pieces is refused with its own code", async () => {
    const on = await stage();
    await as((tx) => putStock(tx, on, { quantity: 3 }));
    await reserve([want(on, 1, 2)]);
    expect(await refused([move(on, 0, 1, 2)])).toBe("stock.reservedElsewhere");
    expect(await refused([move(on, 0, 1, 4)])).toBe("stock.notEnough");
    expect(await stands(on)).toEqual([[0, 3, 2]]);
  });

  test.each(["is_bundle", "merged_into_uuid"])("waits for a concurrent change of its SKU (%s), then adds no pieces", async (column) => {
    const on = await stage();
    await as((tx) => putStock(tx, on, { quantity: 3 }));
    const [{ variantUuid } = { variantUuid: "" }, other] = on.variants;
    const [answered] = await as(async (tx) => {
      await lockVariant(tx, world.providerA, variantUuid);
      const change = column === "is_bundle" ? { is_bundle: true } : { merged_into_uuid: other?.variantUuid ?? "" };
      await tx.updateTable("variant").set(change).where("variant_uuid", "=", variantUuid).execute();
      const refusal = refused([move(on, 0, 1, 1)]);
      await untilBlocked(tx, refusal);
      return [refusal] as const;
    });
    expect(await answered).toBe("stock.notStored");
    expect(await refused([move(on, 0, 1, 3, { to: { place: "scrap", condition: "good" } })])).toBe("posted");
  });

  test("is posted once for a source's line", async () => {
    const on = await stage();
    await as((tx) => putStock(tx, on, { quantity: 3 }));
    const once = move(on, 0, 1, 1);
    await as((tx) => postMovements(tx, context(), [once]));
    expect(await refused([once])).toBe("stock.postedAlready");
    expect(await stands(on)).toEqual([
      [0, 2, 0],
      [1, 1, 0],
    ]);
  });

  test.each([0, -1, 1.5, Number.NaN])("of %s pieces throws as a caller's bug", async (quantity) => {
    const on = await stage();
    await expect(as((tx) => postMovements(tx, context(), [move(on, 0, 1, quantity)]))).rejects.toThrow(RangeError);
  });

  test("can be posted with thousands of others in one statement", async () => {
    const on = await stage({ variants: 300, shelves: 10 });
    const movements = on.variants.flatMap(({ variantUuid, ownerUuid }) =>
      on.locations.slice(0, 10).map((locationUuid, line) =>
        move(on, 0, 0, 5, {
          source: { type: "opening", uuid: variantUuid, line },
          variantUuid,
          ownerUuid,
          from: { place: "opening", condition: "good" },
          to: { place: "location", locationUuid, condition: "good" },
        }),
      ),
    );
    expect((await as((tx) => postMovements(tx, context(), movements))).ok).toBe(true);
    expect(await balances(on)).toHaveLength(3000);
  });

  /** Posts in a transaction that is rolled back, as a refused call's is. */
  async function refused(movements: Movement[]): Promise<string> {
    const problem = new Error("refused");
    let said = "";
    await as(async (tx) => {
      const posted = await postMovements(tx, context(), movements);
      said = posted.ok ? "posted" : posted.problem;
      throw problem;
    }).catch((error: unknown) => {
      if (error !== problem) throw error;
    });
    return said;
  }
});

describe("the database", () => {
  test("rejects a movement whose legs do not sum to zero", async () => {
    const on = await stage();
    const lame = as((tx) =>
      tx
        .insertInto("stock_entry")
        .values({
          provider_uuid: world.providerA,
          movement_uuid: newId(),
          leg: 1,
          source_type: "move",
          source_uuid: newId(),
          source_line: 1,
          variant_uuid: on.variants[0]?.variantUuid ?? "",
          owner_uuid: world.retailerA,
          warehouse_uuid: on.warehouseUuid,
          place: "location",
          location_uuid: on.locations[0] ?? "",
          lot: "",
          condition: "good",
          quantity: 5,
          at: new Date(),
          user_uuid: null,
        })
        .execute(),
    );
    await expect(lame).rejects.toMatchObject({ constraint: "stock_entry_balanced" });
  });

  test.each([
    "update stock_entry set quantity = 1",
    "delete from stock_entry",
    "truncate stock_entry",
    "update stock_balance set quantity = 100",
    "insert into stock_balance default values",
    "delete from stock_balance",
    "update reservation set quantity = 1",
    "update reservation set location_uuid = gen_random_uuid()",
    "delete from reservation",
  ])("denies: %s", async (statement) => {
    await expect(as((tx) => sql.raw(statement).execute(tx))).rejects.toMatchObject({ code: "42501" });
  });

  test("allows a reservation to end, but never to reopen", async () => {
    const on = await stage();
    await as((tx) => putStock(tx, on, { quantity: 3 }));
    const source = order();
    await reserve([want(on, 1, 2)], source);
    await as((tx) => releaseReservations(tx, context(), source));
    const again = as((tx) => sql`update reservation set status = 'open', ended_at = null where source_uuid = ${source.uuid}`.execute(tx));
    await expect(again).rejects.toMatchObject({ code: "42501" });
  });

  test("allows a retailer neither to post nor to reserve", async () => {
    const on = await stage();
    await as((tx) => putStock(tx, on, { quantity: 3 }));
    const retailer = { kind: "dropShipper", providerUuid: world.providerA, retailerUuid: world.retailerA } as const;
    const { database } = test_.services;
    await expect(database.transaction(retailer, (tx) => postMovements(tx, context(), [move(on, 0, 1, 1)]))).rejects.toMatchObject({
      code: "42501",
    });
    const reserved = database.transaction(retailer, (tx) => reserveStock(tx, world.providerA, order(), [want(on, 1, 1)], new Date()));
    await expect(reserved).rejects.toMatchObject({ code: "42501" });
    expect(await stands(on)).toEqual([[0, 3, 0]]);
  });
});

describe("a reservation", () => {
  test("uses pick locations first, several if needed, also for several lines of one SKU", async () => {
    const on = await stage();
    await as(async (tx) => {
      await putStock(tx, on, { quantity: 5, location: 2 });
      await putStock(tx, on, { quantity: 3, location: 0 });
      await putStock(tx, on, { quantity: 2, location: 1, now: new Date(Date.now() + 1000) });
    });
    expect((await reserve([want(on, 1, 4), want(on, 2, 3)])).ok).toBe(true);
    expect(await stands(on)).toEqual([
      [0, 3, 3],
      [1, 2, 2],
      [2, 5, 2],
    ]);
  });

  test("is all or nothing", async () => {
    const on = await stage({ variants: 2 });
    await as((tx) => putStock(tx, on, { quantity: 5 }));
    expect(await reserve([want(on, 1, 3), want(on, 2, 1, null, 1)])).toEqual({ ok: false, problem: "stock.notEnough" });
    expect(await reserve([want(on, 1, 3), want(on, 2, 3)])).toEqual({ ok: false, problem: "stock.notEnough" });
    expect(await stands(on)).toEqual([[0, 5, 0]]);
  });

  test("is made once per line, and includes lines added later", async () => {
    const on = await stage();
    await as((tx) => putStock(tx, on, { quantity: 9 }));
    const source = order();
    for (const wants of [[want(on, 1, 2)], [want(on, 1, 2)], [want(on, 1, 2), want(on, 2, 3)]])
      expect((await reserve(wants, source)).ok).toBe(true);
    expect(await stands(on)).toEqual([[0, 9, 5]]);
    const parallel = order();
    const all = await Promise.all(Array.from({ length: 8 }, () => reserve([want(on, 1, 4)], parallel)));
    expect(all.every(({ ok }) => ok)).toBe(true);
    expect(await stands(on)).toEqual([[0, 9, 9]]);
  });

  test("skips damaged, blocked and expired pieces and those at the dock, and uses the earliest expiry first", async () => {
    const on = await stage();
    const variantUuid = on.variants[0]?.variantUuid ?? "";
    const inDays = (days: number) => new Date(test_.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
    await as(async (tx) => {
      const lots = [
        ["OLD", inDays(0)],
        ["SOON", inDays(2)],
        ["LATER", inDays(90)],
      ] as const;
      for (const [lot, expires] of lots)
        await sql`insert into lot (provider_uuid, variant_uuid, lot, owner_uuid, expires_on) values (${world.providerA}, ${variantUuid}, ${lot}, ${world.retailerA}, ${expires}::date)`.execute(
          tx,
        );
      await putStock(tx, on, { quantity: 1, lot: "OLD" });
      await putStock(tx, on, { quantity: 2, lot: "LATER" });
      await putStock(tx, on, { quantity: 2, lot: "SOON", location: 2 });
      await putStock(tx, on, { quantity: 5, lot: "SOON", location: 1 });
      await putStock(tx, on, { quantity: 9, lot: "SOON", location: 4 });
      await putStock(tx, on, { quantity: 9, lot: "SOON", location: 0, condition: "damaged" });
      await tx
        .updateTable("location")
        .set({ is_blocked: true, blocked_reason: "wet" })
        .where("location_uuid", "=", on.locations[1] ?? "")
        .execute();
    });
    expect((await reserve([want(on, 1, 3)])).ok).toBe(true);
    expect((await balances(on)).filter(({ reserved }) => reserved > 0).map(({ at, lot, reserved }) => [at, lot, reserved])).toEqual([
      [0, "LATER", 1],
      [2, "SOON", 2],
    ]);
    expect(await reserve([want(on, 1, 2)])).toEqual({ ok: false, problem: "stock.notEnough" });
    expect(await reserve([want(on, 1, 1, "OLD")])).toEqual({ ok: false, problem: "stock.notEnough" });
    const asJob = await test_.services.database.transaction({ kind: "platform" }, (tx) =>
      reserveStock(tx, world.providerA, order(), [want(on, 1, 2)], test_.clock.now()),
    );
    expect(asJob).toEqual({ ok: false, problem: "stock.notEnough" });
    expect((await reserve([want(on, 1, 1, "LATER")])).ok).toBe(true);
  });

  test("never uses the same pieces twice for lines with and without a lot", async () => {
    const on = await stage();
    await as(async (tx) => {
      await putStock(tx, on, { quantity: 3, lot: "A" });
      await putStock(tx, on, { quantity: 3, lot: "B" });
    });
    expect(await reserve([want(on, 1, 5), want(on, 2, 2, "A")])).toEqual({ ok: false, problem: "stock.notEnough" });
    expect(await stands(on)).toEqual([
      [0, 3, 0],
      [0, 3, 0],
    ]);
    expect((await reserve([want(on, 1, 4), want(on, 2, 2, "A")])).ok).toBe(true);
    expect(await stands(on)).toEqual([
      [0, 3, 3],
      [0, 3, 3],
    ]);
  });

  test("ends by release or shipping, once each", async () => {
    const on = await stage();
    await as((tx) => putStock(tx, on, { quantity: 9 }));
    const source = order();
    await reserve([want(on, 1, 2), want(on, 2, 3), want(on, 3, 1)], source);
    expect(await as((tx) => releaseReservations(tx, context(), source, [2]))).toBe(3);
    expect(await stands(on)).toEqual([[0, 9, 3]]);
    expect(await as((tx) => shipReservations(tx, context(), source, null))).toEqual({ ok: true, value: 3 });
    expect(await as((tx) => shipReservations(tx, context(), source, null))).toEqual({ ok: true, value: 0 });
    expect(await as((tx) => releaseReservations(tx, context(), source))).toBe(0);
    expect(await stands(on)).toEqual([[0, 6, 0]]);
  });

  test("of zero or negative quantities, or of the same line twice, throws as a caller's bug", async () => {
    const on = await stage();
    for (const wants of [[want(on, 1, 0)], [want(on, 1, -1)], [want(on, 1, 1), want(on, 1, 1)]]) {
      await expect(reserve(wants)).rejects.toThrow(RangeError);
    }
    expect((await reserve([])).ok).toBe(true);
  });
});

describe("two transactions that deadlock", () => {
  test("both complete, as the one rolled back by the database is retried", async () => {
    const on = await stage();
    await as(async (tx) => {
      await putStock(tx, on, { quantity: 5, location: 0 });
      await putStock(tx, on, { quantity: 5, location: 1 });
    });
    let waiting = 0;
    let go: () => void = () => undefined;
    const both = new Promise<void>((resolve) => (go = resolve));
    let tries = 0;
    const adjust = (location: number) => move(on, location, location, 1, { to: { place: "scrap", condition: "good" } });
    const inTurn = (first: number, second: number) =>
      as(async (tx) => {
        tries += 1;
        await postMovements(tx, context(), [adjust(first)]);
        waiting += 1;
        if (waiting === 2) go();
        await both;
        await postMovements(tx, context(), [adjust(second)]);
      });
    await Promise.all([inTurn(0, 1), inTurn(1, 0)]);
    expect(tries).toBe(3);
    expect(await stands(on)).toEqual([
      [0, 3, 0],
      [1, 3, 0],
    ]);
  });
});
