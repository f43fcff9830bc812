import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listDays } from "#src/billing/reports/reports.rules.ts";
import type { Days, MovementGrouping } from "#src/billing/reports/reports.rules.ts";
import { createMovableClock, newId } from "#server/platform/runtime/clock.ts";
import { platform } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { postMovements } from "#server/warehouse/stock/ledger.commands.ts";
import type { Movement, StockPosition } from "#server/warehouse/stock/ledger.commands.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { staffOf, stageStock } from "#tests/server/stage-stock.ts";
import type { StockStage } from "#tests/server/stage-stock.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { World } from "#tests/server/world.ts";
import { closeNextDay, listWarehousesToClose } from "./close-days.commands.ts";
import { reportsJobs } from "./reports.jobs.ts";
import { endOfDay } from "./day-bounds.ts";
import { readMovementReport } from "./movements.queries.ts";

let server: TestApp;
let world: World;

beforeAll(async () => {
  server = await startTestApp({ clock: createMovableClock(new Date("2026-04-03T12:00:00Z")) });
  world = await makeWorld(server);
});
afterAll(() => server.close());

const as = <T>(work: (tx: Tx) => Promise<T>) => server.services.database.transaction(staffOf(world.providerA), work);
const byPlatform = <T>(work: (tx: Tx) => Promise<T>) => server.services.database.transaction(platform, work);

async function stageIn(timeZone: string, ownerUuid: string): Promise<StockStage> {
  const stage = await as((tx) => stageStock(tx, { providerUuid: world.providerA, ownerUuid, variants: 1 }));
  await setZone(stage, timeZone);
  return stage;
}
const setZone = ({ warehouseUuid }: StockStage, timeZone: string) =>
  as((tx) => tx.updateTable("warehouse").set({ time_zone: timeZone }).where("warehouse_uuid", "=", warehouseUuid).execute());

/** Closes all days that are over at a time. */
async function closeAll(now: Date): Promise<string[]> {
  const days: string[] = [];
  for (const warehouse of await byPlatform((tx) => listWarehousesToClose(tx, now)))
    for (;;) {
      const day = await closeNextDay(server.services.database, warehouse, now);
      if (day === null) break;
      days.push(`${warehouse.warehouse_uuid} ${day}`);
    }
  return days;
}
const closedDays = (stage: StockStage) =>
  byPlatform(async (tx) => {
    const rows = await tx
      .selectFrom("stock_day_run")
      .select(sql<string>`day::text`.as("day"))
      .where("warehouse_uuid", "=", stage.warehouseUuid)
      .orderBy("day")
      .execute();
    return rows.map(({ day }) => day);
  });

const good = (locationUuid: string): StockPosition => ({ place: "location", locationUuid, condition: "good" });
const outside = (place: "opening" | "arrival" | "shipment"): StockPosition => ({ place, condition: "good" });

/** Builds a movement of a stage's only SKU. */
function moving(on: StockStage, type: string, quantity: number, from: StockPosition, to: StockPosition): Movement {
  const { variantUuid = "", ownerUuid = "" } = on.variants[0] ?? {};
  const source = { type, uuid: newId(), line: 1 };
  return { source, variantUuid, ownerUuid, warehouseUuid: on.warehouseUuid, lot: "", quantity, from, to };
}
async function post(now: Date, ...movements: Movement[]): Promise<void> {
  const posted = await as((tx) => postMovements(tx, { providerUuid: world.providerA, userUuid: null, now }, movements));
  if (!posted.ok) throw new Error(posted.problem);
}

interface Told {
  warehouse: string;
  day: string;
  owner: string;
  kind: string;
  sums: readonly [count: number, won: number, lost: number, moved: number];
}

const dayIn = (timeZone: string, at: Date) =>
  new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }).format(at);

/** Sums the expected figures by key, as the report does. */
function addedUp(told: readonly Told[], key: (one: Told) => string): Record<string, number[]> {
  const groups = Map.groupBy(told, key);
  const sums = [...groups].map(([name, of]) => [name, [0, 1, 2, 3].map((at) => of.reduce((sum, one) => sum + (one.sums[at] ?? 0), 0))]);
  return Object.fromEntries(sums) as Record<string, number[]>;
}

async function reported(
  days: Days,
  by: MovementGrouping,
  { warehouse = null, owner = null }: { warehouse?: string | null; owner?: string | null } = {},
) {
  const scope = { providerUuid: world.providerA, warehouseUuid: warehouse, ownerUuid: owner };
  const { result, total } = await as((tx) => readMovementReport(tx, scope, days, by));
  const figures = ({ movement_count, pieces_in, pieces_out, pieces_moved }: typeof total) => [
    movement_count,
    pieces_in,
    pieces_out,
    pieces_moved,
  ];
  return { rows: Object.fromEntries(result.map((row) => [row.key, figures(row)])), total: figures(total) };
}

/** Generates the same pseudorandom numbers from 0 to 1 in each run (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe("a movements report", () => {
  test("gives the same figures for days that are closed and days that are not, each in its warehouse's time zone", async () => {
    const zones = ["Asia/Shanghai", "Europe/Berlin"] as const;
    const [shanghai, berlin] = [await stageIn(zones[0], world.retailerA), await stageIn(zones[1], world.retailerA2)];
    const stages = [shanghai, berlin];
    const next = numbers(20260329);
    const among = <T>(all: readonly T[]): T => all[Math.floor(next() * all.length)] as T;
    const told: Told[] = [];
    const say = (at: Date, movement: Movement, where: StockStage, sums: Told["sums"]) =>
      told.push({
        warehouse: where.warehouseUuid,
        day: dayIn(where === shanghai ? zones[0] : zones[1], at),
        owner: movement.ownerUuid,
        kind: movement.source.type,
        sums,
      });
    // Eight days, including the one with 23 hours in Berlin; the first stocks enough of everything everywhere.
    const start = Date.parse("2026-03-25T20:00:00Z");
    for (const sku of stages)
      for (const where of stages)
        for (const locationUuid of where.locations.slice(0, 3)) {
          const movement = {
            ...moving(sku, "opening", 10_000, outside("opening"), good(locationUuid)),
            warehouseUuid: where.warehouseUuid,
          };
          await post(new Date(start), movement);
          say(new Date(start), movement, where, [1, 10_000, 0, 0]);
        }
    const times = Array.from({ length: 150 }, () => start + Math.floor(next() * 8 * 86_400_000)).toSorted((a, b) => a - b);
    for (const at of times.map((ms) => new Date(ms))) {
      const [sku, where, quantity, deed] = [among(stages), among(stages), 1 + Math.floor(next() * 9), Math.floor(next() * 5)];
      const [one = "", two = ""] = next() < 0.5 ? where.locations : where.locations.slice(1);
      const here = { warehouseUuid: where.warehouseUuid };
      if (deed === 0) {
        const movement = { ...moving(sku, "receipt", quantity, outside("arrival"), good(one)), ...here };
        await post(at, movement);
        say(at, movement, where, [1, quantity, 0, 0]);
      } else if (deed === 1) {
        const movement = { ...moving(sku, "shipment", quantity, good(one), outside("shipment")), ...here };
        await post(at, movement);
        say(at, movement, where, [1, 0, quantity, 0]);
      } else if (deed === 2) {
        const movement = { ...moving(sku, "move", quantity, good(one), good(two)), ...here };
        await post(at, movement);
        say(at, movement, where, [1, 0, 0, quantity]);
      } else if (deed === 3) {
        const movement = { ...moving(sku, "condition", quantity, good(one), { ...good(one), condition: "damaged" }), ...here };
        await post(at, movement);
        say(at, movement, where, [1, 0, 0, quantity]);
      } else {
        const other = where === shanghai ? berlin : shanghai;
        const movement = {
          ...moving(sku, "move", quantity, good(one), good(other.locations[0] ?? "")),
          ...here,
          toWarehouseUuid: other.warehouseUuid,
        };
        await post(at, movement);
        say(at, movement, where, [1, 0, quantity, 0]);
        say(at, movement, other, [1, quantity, 0, 0]);
      }
    }

    const all = { from: "2026-03-20", until: "2026-04-10" };
    const some = { from: "2026-03-29", until: "2026-03-31" };
    const within = ({ from, until }: Days) => told.filter(({ day }) => day >= from && day <= until);
    const holds = async () => {
      expect((await reported(all, "day")).rows).toEqual(addedUp(told, ({ day }) => day));
      expect((await reported(all, "kind")).rows).toEqual(addedUp(told, ({ kind }) => kind));
      expect((await reported(all, "retailer")).rows).toEqual(addedUp(told, ({ owner }) => owner));
      expect((await reported(all, "day")).total).toEqual(addedUp(told, () => "all")["all"]);
      expect((await reported(some, "day")).rows).toEqual(addedUp(within(some), ({ day }) => day));
      expect((await reported(some, "kind")).rows).toEqual(addedUp(within(some), ({ kind }) => kind));
      for (const { warehouseUuid: warehouse } of stages)
        expect((await reported(all, "day", { warehouse })).rows).toEqual(
          addedUp(
            told.filter((one) => one.warehouse === warehouse),
            ({ day }) => day,
          ),
        );
      expect((await reported(some, "day", { owner: world.retailerA2 })).rows).toEqual(
        addedUp(
          within(some).filter(({ owner }) => owner === world.retailerA2),
          ({ day }) => day,
        ),
      );
    };
    await holds();
    // Midnight of the 31st in Berlin was at 22:00; it is closed an hour later. In Shanghai that day ended earlier.
    await closeAll(new Date("2026-03-31T22:59:59.999Z"));
    expect([(await closedDays(berlin)).at(-1), (await closedDays(shanghai)).at(-1)]).toEqual(["2026-03-30", "2026-03-31"]);
    await holds();
    await closeAll(new Date("2026-03-31T23:00:00Z"));
    expect((await closedDays(berlin)).at(-1)).toBe("2026-03-31");
    await holds();
    await closeAll(new Date("2026-04-05T12:00:00Z"));
    expect(await closedDays(berlin)).toEqual(listDays({ from: "2026-03-25", until: "2026-04-04" }));
    await holds();
  });

  test("counts each movement once, even if the warehouse's time zone changes between two days", async () => {
    const on = await stageIn("Asia/Shanghai", world.retailerA);
    const start = Date.parse("2026-03-20T00:00:00Z");
    // One piece every three hours for six days, closed as days pass, while the time zone changes back and forth.
    const zones = ["Asia/Shanghai", "America/Los_Angeles", "Pacific/Kiritimati", "UTC"];
    for (let hour = 0; hour < 6 * 24; hour += 3) {
      const at = new Date(start + hour * 3_600_000);
      await post(at, moving(on, "receipt", 1, outside("arrival"), good(on.locations[0] ?? "")));
      if (hour % 36 === 0) await setZone(on, zones[(hour / 36) % zones.length] ?? "UTC");
      await closeAll(at);
    }
    const days = { from: "2026-03-15", until: "2026-03-30" };
    const posted = [48, 48, 0, 0];
    expect((await reported(days, "day", { warehouse: on.warehouseUuid })).total).toEqual(posted);
    await closeAll(new Date("2026-04-03T00:00:00Z"));
    expect((await reported(days, "day", { warehouse: on.warehouseUuid })).total).toEqual(posted);
  });
});

describe("closing days", () => {
  test("happens once, however many workers do it at once", async () => {
    const on = await stageIn("UTC", world.retailerA);
    await post(new Date("2026-03-30T10:00:00Z"), moving(on, "receipt", 7, outside("arrival"), good(on.locations[0] ?? "")));
    const now = new Date("2026-04-03T12:00:00Z");
    const warehouse = { provider_uuid: world.providerA, warehouse_uuid: on.warehouseUuid };
    await Promise.all(Array.from({ length: 6 }, () => closeNextDay(server.services.database, warehouse, now)));
    await closeAll(now);
    expect(await closedDays(on)).toEqual(listDays({ from: "2026-03-30", until: "2026-04-02" }));
    const rows = await byPlatform((tx) => tx.selectFrom("stock_day").selectAll().where("warehouse_uuid", "=", on.warehouseUuid).execute());
    expect(rows).toMatchObject([
      { owner_uuid: world.retailerA, source_type: "receipt", pieces_in: 7, pieces_out: 0, pieces_moved: 0, movement_count: 1 },
    ]);
    expect(await closeAll(now)).toEqual([]);
  });

  test("begins with yesterday if nothing has ever moved, so that the first entry is not looked up twice", async () => {
    const on = await stageIn("Asia/Tokyo", world.retailerA);
    await closeAll(new Date("2026-04-03T12:00:00Z"));
    expect(await closedDays(on)).toEqual(["2026-04-02"]);
  });

  test("continues with the other warehouses if one has an unknown time zone, and reports the failure", async () => {
    const [odd, usual] = [await stageIn("US/Pacific-New", world.retailerA), await stageIn("UTC", world.retailerA)];
    const [job] = reportsJobs;
    const run = job?.run({} as never, {
      services: server.services,
      acting: platform,
      jobId: newId(),
      signal: new AbortController().signal,
      finish: byPlatform,
    });
    await expect(run).rejects.toThrow("closing days failed for some warehouses");
    expect([await closedDays(odd), await closedDays(usual)]).toEqual([[], ["2026-04-02"]]);
    await setZone(odd, "UTC");
    await closeAll(server.clock.now());
    expect(await closedDays(odd)).toEqual(["2026-04-02"]);
  });

  test("ends a day at the first moment of a later date, in every time zone and season", async () => {
    const zones = [
      "UTC",
      "Asia/Shanghai",
      "Europe/Berlin",
      "America/New_York",
      "Australia/Lord_Howe",
      "Atlantic/Azores",
      "America/Havana",
      "Asia/Beirut",
      "America/Santiago",
    ];
    const { rows } = await byPlatform((tx) =>
      sql<{ zone: string; day: string; ends_at: Date }>`
        select z.zone, d.day::date::text as day, ${endOfDay(sql`d.day::date`, sql`z.zone`)} as ends_at
        from unnest(${zones}::text[]) as z (zone), generate_series(date '2026-01-01', date '2026-12-31', interval '1 day') as d (day)`.execute(
        tx,
      ),
    );
    expect(rows).toHaveLength(zones.length * 365);
    const wrong = rows.filter(({ zone, day, ends_at }) => {
      const before = dayIn(zone, new Date(ends_at.getTime() - 1));
      return dayIn(zone, ends_at) <= day || before > day;
    });
    expect(wrong).toEqual([]);
  });
});
