import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import type { CodeName } from "#src/kit/api/codes.ts";
import type { InputOf } from "#src/kit/api/define-call.ts";
import { generateLocations, previewGeneration } from "#src/warehouse/warehouses/generator.contract.ts";
import {
  createLocation,
  deleteLocations,
  listLocations,
  locationsMap,
  placeShelves,
  printLocationLabels,
  setLocationsBlocked,
  updateLocation,
} from "#src/warehouse/warehouses/locations.contract.ts";
import {
  closeWarehouse,
  createWarehouse,
  deletePartition,
  deleteShelf,
  queryStorage,
  queryStorageDefinition,
  updateShelf,
  updateWarehouse,
} from "#src/warehouse/warehouses/warehouses.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { auditRows } from "#tests/server/accounts.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request, send } from "#tests/server/client.ts";
import { addGoodsRows } from "#tests/server/rows-goods.ts";
import { addWarehousesRows } from "#tests/server/rows-warehouses.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { Person, World } from "#tests/server/world.ts";
import { findFloorLocation, findLocationByBarcode } from "./locations.queries.ts";
import { findWarehousesByName } from "./warehouses.queries.ts";

let test_: TestApp;
let world: World;

beforeAll(async () => {
  test_ = await startTestApp();
  world = await makeWorld(test_);
});
afterAll(() => test_.close());

const code = (name: CodeName) => codes[name].code;
const by = ({ token }: Person) => ({ token });
const acting = <T>(work: (tx: Tx) => Promise<T>, person = world.provider) =>
  test_.services.database.transaction({ kind: person.role, providerUuid: person.providerUuid, userUuid: person.userUuid }, work);
const rowsOf = (person = world.provider) => acting((tx) => addWarehousesRows(tx, person), person);

let made = 0;
const fresh = () => `T${(made += 1)}`;
/** Creates a warehouse by the call; its code is made from its name. */
async function made_(person = world.provider): Promise<{ warehouse_uuid: string; code: string }> {
  const name = fresh();
  const { data } = await request(test_.app, createWarehouse, { name: `Shed ${name}`, code: name }, by(person));
  return { ...data, code: name };
}
const plan = (warehouse_uuid: string, rest: Partial<InputOf<typeof generateLocations>> = {}) => ({
  warehouse_uuid,
  partitions: "A",
  first_shelf: 1,
  last_shelf: 2,
  bays: 3,
  levels: 1,
  pattern: "{W}-{P}-{S}-{B}",
  ...rest,
});
const generated = (input: InputOf<typeof generateLocations>) => request(test_.app, generateLocations, input, by(world.provider));
const listed = async (input: InputOf<typeof listLocations>, person = world.provider) =>
  (await request(test_.app, listLocations, { page_size: 200, ...input }, by(person))).data.result;
const definition = async (warehouse_uuid: string) =>
  (await request(test_.app, queryStorageDefinition, { warehouse_uuid }, by(world.provider))).data.result[0];

/** Posts pieces of a new SKU to a location. @param sides of a piece, in mm; null if not measured */
async function put(
  place: { warehouse_uuid: string; location_uuid: string },
  quantity: number,
  sides: number | null,
  at = test_.clock.now(),
) {
  await acting(async (tx) => {
    const { variantUuid, ownerUuid } = await addGoodsRows(tx, world.provider);
    await tx
      .updateTable("variant")
      .set({ length_mm: sides, width_mm: sides, height_mm: sides })
      .where("variant_uuid", "=", variantUuid)
      .execute();
    await post(tx, { variantUuid, ownerUuid }, place, quantity, at);
  });
}

async function post(
  tx: Tx,
  { variantUuid, ownerUuid }: { variantUuid: string; ownerUuid: string },
  { warehouse_uuid, location_uuid }: { warehouse_uuid: string; location_uuid: string },
  quantity: number,
  at: Date,
): Promise<void> {
  const common = {
    provider_uuid: world.providerA,
    movement_uuid: newId({ now: () => at }),
    source_type: "opening",
    source_uuid: newId(),
    source_line: 1,
    variant_uuid: variantUuid,
    owner_uuid: ownerUuid,
    warehouse_uuid,
    lot: "",
    condition: "good",
    at,
  };
  await tx
    .insertInto("stock_entry")
    .values([
      { ...common, leg: 0, place: "opening", location_uuid: null, quantity: -quantity },
      { ...common, leg: 1, place: "location", location_uuid, quantity },
    ])
    .execute();
}

describe("a warehouse", () => {
  test("is created with its floor locations, and can be found by name or code", async () => {
    const { warehouse_uuid, code: name } = await made_();
    expect((await listed({ warehouse_uuid })).map(({ barcode, type }) => [barcode, type]).toSorted()).toEqual([
      [`${name}-DAMAGED`, "damaged"],
      [`${name}-PACKING`, "packing"],
      [`${name}-RECEIVING`, "receiving"],
    ]);
    await acting(async (tx) => {
      expect((await findFloorLocation(tx, world.providerA, warehouse_uuid, "damaged")).barcode).toBe(`${name}-DAMAGED`);
      expect((await findLocationByBarcode(tx, world.providerA, ` ${name.toLowerCase()}-receiving `))?.type).toBe("receiving");
      const found = await findWarehousesByName(tx, world.providerA, [`SHED ${name}`, name.toLowerCase(), "nowhere"]);
      expect([...found.keys()].toSorted()).toEqual([`shed ${name}`.toLowerCase(), name.toLowerCase()].toSorted());
    });
  });

  test("has a name and a code that are unique within its provider; another provider may use them", async () => {
    const { code: taken } = await made_();
    const make = (name: string, codeWord: string, person = world.provider) =>
      request(test_.app, createWarehouse, { name, code: codeWord }, by(person));
    expect((await make(`SHED ${taken}`, fresh())).code).toBe(code("warehouses.nameTaken"));
    expect((await make(`Shed ${fresh()}`, taken)).code).toBe(code("warehouses.codeTaken"));
    expect((await make(`Shed ${fresh()}`, "a b")).code).toBe(code("warehouses.codeShape"));
    expect((await make(" ", fresh())).code).toBe(code("warehouses.nameRequired"));
    expect((await make(`Shed ${taken}`, taken, world.foreignProvider)).code).toBe(200);
  });

  test("is visible to a retailer only while it is open, and only by name, code and country", async () => {
    const { warehouse_uuid } = await made_();
    const { data } = await request(test_.app, queryStorage, { warehouse_uuid }, by(world.retailer));
    expect(data.result).toEqual([
      { warehouse_uuid, name: expect.any(String), code: expect.any(String), country_code: "", is_closed: false },
    ]);
    await request(test_.app, closeWarehouse, { warehouse_uuid, is_closed: true, version: 1 }, by(world.provider));
    expect((await request(test_.app, queryStorage, { page_size: 200 }, by(world.retailer))).data.result).not.toContainEqual(
      expect.objectContaining({ warehouse_uuid }),
    );
  });

  test("rejects an update based on an outdated version, and an unknown time zone", async () => {
    const { warehouse_uuid } = await made_();
    const change = (version: number, time_zone = "Asia/Shanghai") =>
      request(test_.app, updateWarehouse, { warehouse_uuid, version, name: `Shed ${fresh()}`, time_zone }, by(world.provider));
    expect((await change(1)).data).toEqual({ version: 2 });
    expect((await change(1)).code).toBe(code("changedMeanwhile"));
    // Node accepts the second, the database does not and could not compute its days.
    for (const unknown of ["Asia/Nowhere", "US/Pacific-New"]) {
      expect((await change(2, unknown)).code).toBe(code("warehouses.timeZoneUnknown"));
      const wish = { name: `Shed ${fresh()}`, code: fresh(), time_zone: unknown };
      expect((await request(test_.app, createWarehouse, wish, by(world.provider))).code).toBe(code("warehouses.timeZoneUnknown"));
    }
    expect((await change(2, "america/new_york")).data).toEqual({ version: 3 });
  });

  test("is visible only to its own supplier's staff, whether or not they name the supplier", async () => {
    const { warehouse_uuid } = await made_();
    const uuidsOf = ({ data }: { data: { result: { warehouse_uuid: string }[] } }) => data.result.map((one) => one.warehouse_uuid);
    for (const [person, provider_uuid, isTold] of [
      [world.operator, world.providerA, true],
      [world.foreignProvider, world.providerB, false],
    ] as const) {
      for (const named of [{}, { provider_uuid }]) {
        expect(uuidsOf(await request(test_.app, queryStorage, { page_size: 200, ...named }, by(person))).includes(warehouse_uuid)).toBe(
          isTold,
        );
        expect(uuidsOf(await request(test_.app, queryStorageDefinition, named, by(person))).includes(warehouse_uuid)).toBe(isTold);
      }
    }
    for (const call of [queryStorage, queryStorageDefinition])
      expect(await send(test_.app, call, { provider_uuid: world.providerA }, by(world.foreignProvider))).toMatchObject({ status: 403 });
  });

  test("cannot be closed while it holds stock, and accepts no new locations once closed", async () => {
    const full = await rowsOf();
    await put({ warehouse_uuid: full.warehouseUuid, location_uuid: full.locationUuid }, 3, null);
    const close = (warehouse_uuid: string) =>
      request(test_.app, closeWarehouse, { warehouse_uuid, is_closed: true, version: 1 }, by(world.provider));
    expect((await close(full.warehouseUuid)).code).toBe(code("warehouses.hasStock"));
    const { warehouse_uuid } = await made_();
    expect((await close(warehouse_uuid)).code).toBe(200);
    expect((await generated(plan(warehouse_uuid))).code).toBe(code("warehouses.closed"));
  });
});

describe("generating locations", () => {
  test("creates partitions, shelves and locations in walking order, and refuses to create them again", async () => {
    const { warehouse_uuid, code: name } = await made_();
    expect((await generated(plan(warehouse_uuid))).data).toEqual({ location_count: 6, new_partition_count: 1, new_shelf_count: 2 });
    const walked = (await listed({ warehouse_uuid })).filter(({ type }) => type === "pick");
    expect(walked.map(({ barcode }) => barcode)).toEqual(
      ["01-01", "01-02", "01-03", "02-03", "02-02", "02-01"].map((end) => `${name}-A-${end}`),
    );
    const preview = await request(test_.app, previewGeneration, plan(warehouse_uuid, { bays: 4 }), by(world.provider));
    expect(preview.data).toMatchObject({ location_count: 8, clash_count: 6, new_partition_count: 0, new_shelf_count: 0 });
    expect((await generated(plan(warehouse_uuid, { bays: 4 }))).code).toBe(code("warehouses.barcodeTaken"));
    expect(await listed({ warehouse_uuid })).toHaveLength(9);
    expect((await definition(warehouse_uuid))?.partitions[0]?.shelves.map((shelf) => shelf.location_count)).toEqual([3, 3]);
  });

  test("creates 20,000 at once and refuses one more shelf; a barcode prefix finds its locations among them", async () => {
    const { warehouse_uuid, code: name } = await made_();
    const many = { partitions: "A..J", last_shelf: 20, bays: 20, levels: 5, pattern: "{W}-{P}-{S}-{B}-{L}" };
    expect((await generated(plan(warehouse_uuid, { ...many, last_shelf: 21 }))).code).toBe(code("warehouses.tooManyLocations"));
    expect((await generated(plan(warehouse_uuid, many))).data).toMatchObject({ location_count: 20_000, new_shelf_count: 200 });
    expect(await listed({ warehouse_uuid, barcode: `${name}-c-07-` })).toHaveLength(100);
    expect((await definition(warehouse_uuid))?.location_count).toBe(20_003);
  });

  test("twice at once creates everything from one request and nothing from the other", async () => {
    const { warehouse_uuid } = await made_();
    const codes_ = await Promise.all([generated(plan(warehouse_uuid)), generated(plan(warehouse_uuid, { walk: "one_way", bays: 5 }))]);
    expect(codes_.map((reply) => reply.code).toSorted()).toEqual([200, code("warehouses.barcodeTaken")].toSorted());
    const winner = codes_.find((reply) => reply.code === 200)?.data.location_count;
    expect(await listed({ warehouse_uuid, type: "pick" })).toHaveLength(winner ?? 0);
  });
});

describe("deleting", () => {
  test("removes locations, then empty shelves, then an empty partition", async () => {
    const rows = await rowsOf();
    const { partitionUuid, shelfUuid, emptyShelfUuid } = rows;
    const shelf = (shelf_uuid: string) => request(test_.app, deleteShelf, { shelf_uuid }, by(world.provider));
    const partition = () => request(test_.app, deletePartition, { partition_uuid: partitionUuid }, by(world.provider));
    expect((await partition()).code).toBe(code("warehouses.partitionHasShelves"));
    expect((await shelf(shelfUuid)).code).toBe(code("warehouses.shelfHasLocations"));
    const location_uuids = [rows.locationUuid, rows.otherLocationUuid];
    expect((await request(test_.app, deleteLocations, { location_uuids }, by(world.operator))).data).toEqual({ deleted: 2 });
    // The audit log still names them.
    const told = (await auditRows(test_, "warehouses.delete-location")).map(({ detail }) => (detail as { barcode: string }).barcode);
    expect(told).toContain(rows.barcode);
    for (const one of [shelfUuid, emptyShelfUuid]) expect((await shelf(one)).code).toBe(200);
    expect((await partition()).code).toBe(200);
  });

  test("refuses locations with stock or history, the last floor location of its type, and another provider's location", async () => {
    const rows = await rowsOf();
    const remove = (...location_uuids: string[]) => request(test_.app, deleteLocations, { location_uuids }, by(world.provider));
    const place = { warehouse_uuid: rows.warehouseUuid, location_uuid: rows.locationUuid };
    await acting(async (tx) => {
      const goods = await addGoodsRows(tx, world.provider);
      await post(tx, goods, place, 2, test_.clock.now());
    });
    expect((await remove(rows.locationUuid, rows.otherLocationUuid)).code).toBe(code("warehouses.locationHasStock"));
    const empty = { ...place, location_uuid: rows.otherLocationUuid };
    await acting(async (tx) => {
      const goods = await addGoodsRows(tx, world.provider);
      await post(tx, goods, empty, 2, test_.clock.now());
      await post(tx, goods, empty, -2, test_.clock.now());
    });
    expect((await remove(rows.otherLocationUuid)).code).toBe(code("warehouses.locationHasHistory"));
    expect((await remove(rows.receivingUuid)).code).toBe(code("warehouses.floorLocationStays"));
    const foreign = await rowsOf(world.foreignProvider);
    expect((await remove(foreign.locationUuid)).code).toBe(code("notFound"));
    expect(await listed({ warehouse_uuid: rows.warehouseUuid })).toHaveLength(5);
  });
});

const bare = { pick_sequence: 1, put_sequence: 1, x_mm: 0, y_mm: 0, level: 1, capacity_ml: null, capacity_grams: null };

describe("locations", () => {
  test("have an uppercase barcode that is unique within the provider", async () => {
    const { warehouse_uuid } = await made_();
    const make = (barcode: string, shelf_uuid: string | null = null) =>
      request(test_.app, createLocation, { ...bare, warehouse_uuid, shelf_uuid, barcode, type: "pick" }, by(world.provider));
    const barcode = `zone-${fresh()}`;
    expect((await make(barcode)).code).toBe(200);
    expect((await make(barcode.toUpperCase())).code).toBe(code("warehouses.barcodeTaken"));
    expect((await make("a b")).code).toBe(code("warehouses.barcodeShape"));
    expect((await make(`zone-${fresh()}`, (await rowsOf()).shelfUuid)).code).toBe(code("notFound"));
  });

  test("are blocked with a reason and unblocked without one, and both are recorded in the audit log", async () => {
    const { warehouseUuid: warehouse_uuid, locationUuid } = await rowsOf();
    const set = (blocked: boolean, reason?: string) =>
      request(
        test_.app,
        setLocationsBlocked,
        { location_uuids: [locationUuid], blocked, ...(reason === undefined ? {} : { reason }) },
        by(world.operator),
      );
    expect((await set(true)).code).toBe(code("warehouses.reasonRequired"));
    expect((await set(true, "A beam is bent")).data).toEqual({ changed: 1 });
    expect((await set(true, "A beam is bent")).data).toEqual({ changed: 0 });
    expect(await listed({ warehouse_uuid, is_blocked: true })).toMatchObject([
      { location_uuid: locationUuid, blocked_reason: "A beam is bent" },
    ]);
    expect((await set(false)).data).toEqual({ changed: 1 });
    expect(await listed({ warehouse_uuid, is_blocked: true })).toEqual([]);
    expect(await auditRows(test_, "warehouses.block-location")).toHaveLength(1);
  });

  test("keep their type while they hold stock", async () => {
    const rows = await rowsOf();
    const place = { warehouse_uuid: rows.warehouseUuid, location_uuid: rows.locationUuid };
    const same = { ...bare, location_uuid: rows.locationUuid, version: 1, shelf_uuid: rows.shelfUuid, barcode: rows.barcode };
    await put(place, 1, null);
    expect((await request(test_.app, updateLocation, { ...same, type: "reserve" }, by(world.provider))).code).toBe(
      code("warehouses.locationHasStock"),
    );
    expect((await request(test_.app, updateLocation, { ...same, type: "pick" }, by(world.provider))).data).toEqual({ version: 2 });
    expect((await request(test_.app, updateLocation, { ...same, type: "pick" }, by(world.provider))).code).toBe(code("changedMeanwhile"));
  });

  test("have labels printed as a PDF, for given locations or a whole shelf; an empty selection is refused", async () => {
    const rows = await rowsOf();
    const print = (input: InputOf<typeof printLocationLabels>) => request(test_.app, printLocationLabels, input, by(world.operator));
    const reply = await print({ shelf_uuid: rows.shelfUuid, label_size: "70x50", language: "zh_cn" });
    expect(reply.headers["content-type"]).toBe("application/pdf");
    expect(reply.text.startsWith("%PDF-")).toBe(true);
    expect((await print({})).code).toBe(code("warehouses.nothingToPrint"));
    expect((await print({ shelf_uuid: rows.emptyShelfUuid })).code).toBe(code("warehouses.nothingToPrint"));
    const foreign = await rowsOf(world.foreignProvider);
    expect((await print({ location_uuids: [rows.locationUuid, foreign.locationUuid] })).code).toBe(code("notFound"));
  });
});

describe("the map", () => {
  const drawn = async (warehouse_uuid: string, with_heat = false) =>
    (await request(test_.app, locationsMap, { warehouse_uuid, with_heat }, by(world.operator))).data;

  test("shows how full a shelf is: by volume if everything is measured, otherwise by the locations in use", async () => {
    const rows = await rowsOf();
    const place = { warehouse_uuid: rows.warehouseUuid, location_uuid: rows.locationUuid };
    const shelf = async () => (await drawn(rows.warehouseUuid)).shelves.find(({ shelf_uuid }) => shelf_uuid === rows.shelfUuid);
    expect(await shelf()).toMatchObject({ location_count: 2, used_count: 0, fill: 0, fill_by: "volume" });
    // 30 pieces of a litre each, in 120 litres.
    await put(place, 30, 100);
    expect(await shelf()).toMatchObject({ used_count: 1, quantity: 30, fill: 0.25, fill_by: "volume" });
    await put(place, 1, null);
    expect(await shelf()).toMatchObject({ quantity: 31, fill: 0.5, fill_by: "pieces" });
  });

  test("counts the movements of the last 30 days, and no earlier ones", async () => {
    const rows = await rowsOf();
    const place = { warehouse_uuid: rows.warehouseUuid, location_uuid: rows.locationUuid };
    const days = (count: number) => new Date(test_.clock.now().getTime() - count * 86_400_000);
    await put(place, 1, null, days(31));
    await put(place, 1, null, days(29));
    await put(place, 1, null);
    const heat = (await drawn(rows.warehouseUuid, true)).shelves.find(({ shelf_uuid }) => shelf_uuid === rows.shelfUuid);
    expect(heat?.movement_count).toBe(2);
    expect((await drawn(rows.warehouseUuid)).shelves.map(({ movement_count }) => movement_count)).toEqual([0, 0]);
  });

  test("moves shelves with their locations unless their version is outdated; turning a shelf turns its locations", async () => {
    const rows = await rowsOf();
    const place = (version: number) =>
      request(
        test_.app,
        placeShelves,
        { warehouse_uuid: rows.warehouseUuid, shelves: [{ shelf_uuid: rows.shelfUuid, version, x_mm: 1500, y_mm: 2500 }] },
        by(world.operator),
      );
    expect((await place(1)).data).toEqual({ placed: 1 });
    expect((await place(1)).code).toBe(code("changedMeanwhile"));
    const places = async () => (await listed({ shelf_uuid: rows.shelfUuid })).map(({ x_mm, y_mm }) => [x_mm, y_mm]);
    expect(await places()).toEqual([
      [2000, 2800],
      [3000, 2800],
    ]);
    const turn = { shelf_uuid: rows.shelfUuid, version: 2, code: "a-01", x_mm: 0, y_mm: 0, width_mm: 600, depth_mm: 4000, is_turned: true };
    expect((await request(test_.app, updateShelf, turn, by(world.provider))).data).toEqual({ version: 3 });
    expect(await places()).toEqual([
      [300, 500],
      [300, 1500],
    ]);
  });
});
