import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import { reportLocations, reportMovements, reportReceipts, reportStockByAge } from "#src/billing/reports/reports.contract.ts";
import { createMovableClock, newId } from "#server/platform/runtime/clock.ts";
import { platform } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request, send } from "#tests/server/client.ts";
import { putStock, staffOf, stageStock } from "#tests/server/stage-stock.ts";
import type { StockStage } from "#tests/server/stage-stock.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { Person, World } from "#tests/server/world.ts";
import { closeDaysJob } from "./reports.jobs.ts";

let server: TestApp;
let world: World;
const now = new Date("2026-03-20T12:00:00Z");
const dayMs = 86_400_000;

beforeAll(async () => {
  server = await startTestApp({ clock: createMovableClock(now), withWorkers: true });
  world = await makeWorld(server);
});
afterAll(() => server.close());

const as = <T>(work: (tx: Tx) => Promise<T>) => server.services.database.transaction(staffOf(world.providerA), work);
const by = (person: Person = world.operator) => ({ token: person.token });
const stageFor = (ownerUuid: string, variants = 1) => as((tx) => stageStock(tx, { providerUuid: world.providerA, ownerUuid, variants }));
const put = (on: StockStage, what: Parameters<typeof putStock>[2]) => as((tx) => putStock(tx, on, what));
const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);

describe("stock by age", () => {
  test("is reported by retailer, warehouse and SKU, with its value in each currency and equal totals", async () => {
    const [ones, twos] = [await stageFor(world.retailerA, 2), await stageFor(world.retailerA2)];
    const [first, second] = ones.variants;
    const [third] = twos.variants;
    const worth = (variantUuid: string, cents: number, currency: string) =>
      as((tx) =>
        tx.updateTable("variant").set({ declared_value_cents: cents, currency }).where("variant_uuid", "=", variantUuid).execute(),
      );
    await worth(first?.variantUuid ?? "", 250, "USD");
    await worth(third?.variantUuid ?? "", 100, "EUR");
    // Ages are whole days: 30.9 days count as 30. The second SKU has no value; the first is also in the other warehouse.
    await put(ones, { quantity: 4, now: daysAgo(30.9) });
    await put(ones, { quantity: 3, location: 1, now: daysAgo(31) });
    await put(ones, { variant: 1, quantity: 5, now: daysAgo(200) });
    await put({ ...twos, variants: ones.variants }, { quantity: 2, now: daysAgo(91) });
    await put(twos, { quantity: 10, now: daysAgo(0) });
    const ask = async (input: object) => (await request(server.app, reportStockByAge, input, by())).data;

    const retailers = await ask({});
    expect(retailers.result).toEqual([
      {
        key: world.retailerA,
        name: "Retailer One",
        owner_uuid: world.retailerA,
        owner_name: "Retailer One",
        sku_count: 2,
        quantity: 14,
        by_age: [4, 3, 0, 2, 5],
        value: [{ currency: "USD", cents: 2250 }],
        unvalued_quantity: 5,
      },
      {
        key: world.retailerA2,
        name: "Retailer Two",
        owner_uuid: world.retailerA2,
        owner_name: "Retailer Two",
        sku_count: 1,
        quantity: 10,
        by_age: [10, 0, 0, 0, 0],
        value: [{ currency: "EUR", cents: 1000 }],
        unvalued_quantity: 0,
      },
    ]);
    const total = {
      sku_count: 3,
      quantity: 24,
      by_age: [14, 3, 0, 2, 5],
      value: [
        { currency: "EUR", cents: 1000 },
        { currency: "USD", cents: 2250 },
      ],
      unvalued_quantity: 5,
    };
    expect([retailers.total, retailers.is_complete]).toEqual([total, true]);
    const warehouses = await ask({ by: "warehouse" });
    expect(warehouses.total).toEqual(total);
    expect(warehouses.result.map(({ key, quantity, sku_count, owner_uuid }) => [key, quantity, sku_count, owner_uuid])).toEqual(
      [
        [ones.warehouseUuid, 12, 2, null],
        [twos.warehouseUuid, 12, 2, null],
      ].toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
    );
    const skus = await ask({ by: "sku" });
    expect(skus.total).toEqual(total);
    expect(skus.result.map(({ name, quantity, by_age, owner_name }) => [name, quantity, by_age, owner_name])).toEqual([
      [third?.sku, 10, [10, 0, 0, 0, 0], "Retailer Two"],
      [first?.sku, 9, [4, 3, 0, 2, 0], "Retailer One"],
      [second?.sku, 5, [0, 0, 0, 0, 5], "Retailer One"],
    ]);
    const one = await ask({ by: "sku", warehouse_uuid: twos.warehouseUuid, owner_uuid: world.retailerA });
    expect([one.result.length, one.total]).toEqual([
      1,
      { ...total, sku_count: 1, quantity: 2, by_age: [0, 0, 0, 2, 0], value: [{ currency: "USD", cents: 500 }], unvalued_quantity: 0 },
    ]);
    const none = await ask({ owner_uuid: world.providerA });
    expect([none.result, none.total.quantity, none.total.value]).toEqual([[], 0, []]);
  });
});

interface Receipt {
  arrived: string | null;
  expected?: string;
  ended?: string;
  status: string;
  counted?: number;
}

describe("the receipts report", () => {
  test("groups receipts by week of arrival in the warehouse's time zone: how many were on time, and how long they took", async () => {
    const on = await stageFor(world.retailerA);
    await as((tx) =>
      tx.updateTable("warehouse").set({ time_zone: "Asia/Shanghai" }).where("warehouse_uuid", "=", on.warehouseUuid).execute(),
    );
    const receipts: Receipt[] = [
      // Sunday evening in UTC is Monday the 9th in Shanghai.
      { arrived: "2026-03-08T17:00:00Z", expected: "2026-03-08", ended: "2026-03-08T19:00:00Z", status: "completed", counted: 5 },
      { arrived: "2026-03-10T01:00:00Z", expected: "2026-03-10", ended: "2026-03-10T05:00:00Z", status: "completed", counted: 7 },
      { arrived: "2026-03-11T01:00:00Z", ended: "2026-03-11T11:00:00Z", status: "completed" },
      { arrived: "2026-03-15T15:59:00Z", expected: "2026-03-16", ended: "2026-03-16T15:59:00Z", status: "closed_short", counted: 1 },
      { arrived: "2026-03-18T02:00:00Z", expected: "2026-03-17", status: "inspecting", counted: 2 },
      { arrived: "2026-01-02T02:00:00Z", status: "arrived" },
      { arrived: null, status: "submitted" },
    ];
    const numbers = await as(async (tx) => {
      const made: string[] = [];
      for (const [at, { arrived, expected, ended, status, counted = 0 }] of receipts.entries()) {
        const receiptUuid = newId();
        const common = { provider_uuid: world.providerA, receipt_uuid: receiptUuid, owner_uuid: world.retailerA };
        made.push(`R-TIME-${at}`);
        await sql`insert into receipt (provider_uuid, receipt_uuid, owner_uuid, receipt_number, warehouse_uuid, status, expected_on, arrived_at, ended_at, created_by, created_at)
          values (${common.provider_uuid}, ${receiptUuid}, ${common.owner_uuid}, ${`R-TIME-${at}`}, ${on.warehouseUuid}, ${status}, ${expected ?? null}, ${arrived},
            ${ended ?? null}, ${world.provider.userUuid}, ${now})`.execute(tx);
        const line = { line_uuid: newId(), line_number: 1, variant_uuid: on.variants[0]?.variantUuid ?? "", expected: counted };
        await tx
          .insertInto("receipt_line")
          .values({ ...common, ...line, counted, qualified: counted })
          .execute();
      }
      return made;
    });
    const asked = { warehouse_uuid: on.warehouseUuid, from: "2026-03-01", until: "2026-03-20" };
    const { data } = await request(server.app, reportReceipts, asked, by());
    expect(data.result).toEqual([
      {
        week: "2026-03-09",
        receipt_count: 4,
        completed_count: 3,
        pieces: 13,
        expected_count: 3,
        on_time_count: 2,
        median_minutes: 240,
        p90_minutes: 528,
      },
      {
        week: "2026-03-16",
        receipt_count: 1,
        completed_count: 0,
        pieces: 2,
        expected_count: 1,
        on_time_count: 0,
        median_minutes: null,
        p90_minutes: null,
      },
    ]);
    expect(data.total).toEqual({
      receipt_count: 5,
      completed_count: 3,
      pieces: 15,
      expected_count: 4,
      on_time_count: 2,
      median_minutes: 240,
      p90_minutes: 528,
    });
    expect(data.open).toMatchObject([
      {
        receipt_number: numbers[5],
        retailer_name: "Retailer One",
        owner_uuid: world.retailerA,
        arrived_at: "2026-01-02T02:00:00.000Z",
        status: "arrived",
      },
      { receipt_number: numbers[4], status: "inspecting" },
    ]);
    const ninth = await request(server.app, reportReceipts, { ...asked, from: "2026-03-09", until: "2026-03-09" }, by());
    expect(ninth.data.total).toMatchObject({ receipt_count: 1, pieces: 5, on_time_count: 0 });
    const theirs = await request(server.app, reportReceipts, { ...asked, owner_uuid: world.retailerA2 }, by());
    expect([theirs.data.result, theirs.data.open, theirs.data.total.receipt_count]).toEqual([[], [], 0]);
  });
});

describe("location usage", () => {
  test("counts occupied and blocked locations, and the volume used of those with a capacity by measured dimensions", async () => {
    const on = await stageFor(world.retailerA, 2);
    const [shelfUuid, partitionUuid] = [newId(), newId()];
    const provider_uuid = world.providerA;
    await as(async (tx) => {
      const place = { provider_uuid, warehouse_uuid: on.warehouseUuid, partition_uuid: partitionUuid };
      await tx
        .insertInto("partition")
        .values({ ...place, code: "A" })
        .execute();
      await tx
        .insertInto("shelf")
        .values({ ...place, shelf_uuid: shelfUuid, code: "A-01" })
        .execute();
      await tx
        .updateTable("location")
        .set({ shelf_uuid: shelfUuid, capacity_ml: 10_000 })
        .where("location_uuid", "in", on.locations.slice(0, 2))
        .execute();
      await tx
        .updateTable("location")
        .set({ is_blocked: true, blocked_reason: "wet" })
        .where("location_uuid", "=", on.locations[1] ?? "")
        .execute();
      const first = tx.updateTable("variant").where("variant_uuid", "=", on.variants[0]?.variantUuid ?? "");
      // 300 ml declared and 150 ml measured; the second SKU is not measured.
      await first
        .set({ length_mm: 100, width_mm: 100, height_mm: 30, measured_length_mm: 100, measured_width_mm: 100, measured_height_mm: 15 })
        .execute();
    });
    await put(on, { quantity: 3, now });
    await put(on, { variant: 1, quantity: 4, now });
    await put(on, { quantity: 5, location: 2, now });
    const ask = async (grouping: "warehouse" | "partition" | "type") =>
      (await request(server.app, reportLocations, { by: grouping, warehouse_uuid: on.warehouseUuid }, by())).data;
    const all = { location_count: 6, occupied_count: 2, blocked_count: 1, capacity_ml: 20_000, used_ml: 450, pieces: 12 };
    const warehouses = await ask("warehouse");
    expect(warehouses.total).toEqual(all);
    expect(warehouses.result).toMatchObject([{ key: on.warehouseUuid, ...all }]);
    const partitions = await ask("partition");
    expect(partitions.total).toEqual(all);
    expect(partitions.result).toMatchObject([
      {
        key: partitionUuid,
        name: "A",
        warehouse_name: warehouses.result[0]?.name,
        location_count: 2,
        occupied_count: 1,
        blocked_count: 1,
        used_ml: 450,
        pieces: 7,
      },
      {
        key: on.warehouseUuid,
        name: "",
        warehouse_name: warehouses.result[0]?.name,
        location_count: 4,
        occupied_count: 1,
        capacity_ml: 0,
        used_ml: 0,
        pieces: 5,
      },
    ]);
    const kinds = await ask("type");
    expect(kinds.total).toEqual(all);
    expect(kinds.result.map(({ key, location_count }) => [key, location_count])).toEqual([
      ["pick", 2],
      ["reserve", 2],
      ["damaged", 1],
      ["receiving", 1],
    ]);
  });
});

describe("a report", () => {
  const days = { from: "2026-03-01", until: "2026-03-20" };

  test("covers the provider's own warehouses and owners, for users with the permission", async () => {
    const theirs = await server.services.database.transaction(staffOf(world.providerB), (tx) =>
      stageStock(tx, { providerUuid: world.providerB, ownerUuid: world.retailerB }),
    );
    for (const call of [reportStockByAge, reportMovements, reportReceipts, reportLocations]) {
      const input = call === reportMovements || call === reportReceipts ? days : {};
      const said = async (more: object, person = world.operator) => (await send(server.app, call, { ...input, ...more }, by(person))).code;
      expect(await said({})).toBe(200);
      expect(await said({ warehouse_uuid: theirs.warehouseUuid })).toBe(codes.notFound.code);
      expect(await said({ warehouse_uuid: newId() })).toBe(codes.notFound.code);
      if (call !== reportLocations) expect(await said({ owner_uuid: world.retailerB })).toBe(codes.notFound.code);
      expect(await said({}, world.provider)).toBe(200);
      for (const person of [world.retailer, world.idleOperator]) expect((await send(server.app, call, input, by(person))).status).toBe(403);
    }
  });

  test("covers at most 366 days, and its last day is not before its first", async () => {
    const said = async (from: string, until: string) => (await send(server.app, reportMovements, { from, until }, by())).code;
    expect(await said("2024-01-01", "2024-12-31")).toBe(200);
    expect(await said("2024-01-01", "2025-01-01")).toBe(codes["reports.tooLong"].code);
    expect(await said("2026-03-02", "2026-03-01")).toBe(codes["reports.daysTurned"].code);
    for (const from of ["", "2026-02-30", "yesterday", "2026-3-1"]) expect(await said(from, "2026-03-20")).toBe(codes.parameterError.code);
  });

  test("reads the sums of the hourly job", async () => {
    const on = await stageFor(world.retailerA2);
    await put(on, { quantity: 9, now: daysAgo(3) });
    await server.services.database.transaction(platform, (tx) => server.services.jobs.enqueue(tx, closeDaysJob, platform, {}));
    const closed = () => as((tx) => tx.selectFrom("stock_day_run").select("at").where("warehouse_uuid", "=", on.warehouseUuid).execute());
    await expect.poll(async () => (await closed()).length, { timeout: 100_000 }).toBe(3);
    const { data } = await request(server.app, reportMovements, { ...days, warehouse_uuid: on.warehouseUuid }, by());
    expect(data.result).toEqual([{ key: "2026-03-17", name: "", movement_count: 1, pieces_in: 9, pieces_out: 0, pieces_moved: 0 }]);
  });
});
