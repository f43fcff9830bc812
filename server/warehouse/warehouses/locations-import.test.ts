import { afterAll, beforeAll, expect, test } from "vitest";
import { apiPrefix } from "#src/kit/api/address.ts";
import { codes } from "#src/kit/api/codes.ts";
import type { CodeName } from "#src/kit/api/codes.ts";
import { postImport, uploadImport } from "#src/warehouse/imports/imports.contract.ts";
import type { ImportPreview } from "#src/warehouse/imports/imports.contract.ts";
import { listLocations, locationsMap } from "#src/warehouse/warehouses/locations.contract.ts";
import { closeWarehouse, createWarehouse, queryStorageDefinition } from "#src/warehouse/warehouses/warehouses.contract.ts";
import { auditRows } from "#tests/server/accounts.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { headersOf, request } from "#tests/server/client.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { World } from "#tests/server/world.ts";

let server: TestApp;
let world: World;

beforeAll(async () => {
  server = await startTestApp();
  world = await makeWorld(server);
});
afterAll(() => server.close());

const codeOf = (name: CodeName) => codes[name].code;
const header =
  'Warehouse,Partition,Shelf,Location,Type,Picking order,Putaway order,Level,"From the left, mm","From the top, mm","Capacity, litres","Capacity, grams"';
let made = 0;

async function newWarehouse(): Promise<{ uuid: string; name: string; code: string }> {
  const code = `IM${(made += 1)}`;
  const name = `Import ${code}`;
  const { data } = await request(server.app, createWarehouse, { name, code }, { token: world.provider.token });
  return { uuid: data.warehouse_uuid, name, code };
}

/** @param table the file's text, whatever it is */
async function upload(table: string) {
  const boundary = "locations-of-a-test";
  const part = (head: string, body: string) => `--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n${body}\r\n`;
  const reply = await server.app.inject({
    method: "POST",
    url: apiPrefix + uploadImport.path,
    headers: { ...headersOf({ token: world.operator.token }), "content-type": `multipart/form-data; boundary=${boundary}` },
    payload: `${part('name="kind"', "locations")}${part('name="workbook"; filename="locations.csv"', table)}--${boundary}--\r\n`,
  });
  return reply.json<{ data: ImportPreview }>();
}
const checked = async (rows: readonly string[]) => (await upload([header, ...rows].join("\n"))).data;
const posted = (preview: ImportPreview) =>
  request(server.app, postImport, { import_uuid: preview.job?.import_uuid ?? "" }, { token: world.operator.token });
const located = async (warehouse_uuid: string) =>
  (await request(server.app, listLocations, { warehouse_uuid, page_size: 200 }, { token: world.operator.token })).data.result.filter(
    ({ shelf_uuid }) => shelf_uuid !== null,
  );

test("rows become locations with any missing partitions and shelves; empty cells follow the row order and the shelf", async () => {
  const { uuid, name, code } = await newWarehouse();
  const rows = [
    `${name},a,a-01,${code.toLowerCase()}-a-01-01,,,,,,,,`,
    `${code.toLowerCase()},A,A-01,${code}-A-01-02,reserve,500,7,3,1250,900,60.5,25000`,
    `${name},B,B-01,${code}-B-01-01,PICK,,,,,,,`,
  ];
  const { data } = await posted(await checked(rows));
  expect(data.result).toEqual({ locations: 3, partitions: 2, shelves: 2 });
  const map = (await request(server.app, locationsMap, { warehouse_uuid: uuid }, { token: world.operator.token })).data;
  const shelf = map.shelves.find((one) => one.code === "A-01");
  const found = await located(uuid);
  expect(found.map((row) => [row.partition_code, row.shelf_code, row.barcode, row.type, row.pick_sequence, row.put_sequence])).toEqual([
    ["A", "A-01", `${code}-A-01-01`, "pick", 10, 10],
    ["B", "B-01", `${code}-B-01-01`, "pick", 30, 30],
    ["A", "A-01", `${code}-A-01-02`, "reserve", 500, 7],
  ]);
  // The first gets its place from its shelf, the other has its own.
  expect(found[0]).toMatchObject({ level: 1, x_mm: (shelf?.x_mm ?? 0) + 500, y_mm: (shelf?.y_mm ?? 0) + 300, capacity_ml: null });
  expect(found[2]).toMatchObject({ level: 3, x_mm: 1250, y_mm: 900, capacity_ml: 60_500, capacity_grams: 25_000 });
  expect(map.floor.map(({ barcode }) => barcode).toSorted()).toEqual([`${code}-DAMAGED`, `${code}-PACKING`, `${code}-RECEIVING`]);
  expect(await auditRows(server, "warehouses.import-locations")).toHaveLength(1);
  // Any number of new locations on an existing shelf are placed within it.
  const more = Array.from({ length: 5 }, (_, at) => `${name},A,A-01,${code}-MORE-${at},,,,,,,,`);
  expect((await posted(await checked(more))).data.result).toEqual({ locations: 5, partitions: 0, shelves: 0 });
  const far = (shelf?.x_mm ?? 0) + (shelf?.width_mm ?? 0);
  const added = (await located(uuid)).filter(({ barcode }) => barcode.startsWith(`${code}-MORE`));
  expect(added.every(({ x_mm }) => x_mm > (shelf?.x_mm ?? 0) && x_mm < far)).toBe(true);
});

test("each invalid row is reported with its reasons, and nothing of the sheet is posted", async () => {
  const { uuid, name, code } = await newWarehouse();
  await posted(await checked([`${name},A,A-01,${code}-1,,,,,,,,`]));
  const preview = await checked([
    `nowhere,A,A-01,${code}-2,,,,,,,,`,
    `${name},A,A-01,${code}-1,,,,,,,,`,
    `${name},A,A-02,${code}-3,,,,,,,,`,
    `${name},A,A-02,${code.toLowerCase()}-3,,,,,,,,`,
    `${name},B,A-01,${code}-4,,,,,,,,`,
    `${name},a b,A-03,${code} 5,shelf,-1,1.5,100,2000001,x,0,0`,
    `${name},,A-03,${code}-6,,,,,,,,`,
  ]);
  expect(preview.problems.map(({ row_number, field, code: said }) => [row_number, field, said])).toEqual([
    [2, "warehouse", codeOf("warehouses.warehouseUnknown")],
    [3, "barcode", codeOf("warehouses.barcodeTaken")],
    [5, "barcode", codeOf("imports.duplicateRow")],
    [6, "shelf", codeOf("warehouses.shelfElsewhere")],
    [7, "partition", codeOf("warehouses.placeCodeShape")],
    [7, "barcode", codeOf("warehouses.barcodeShape")],
    [7, "type", codeOf("imports.notAChoice")],
    [7, "pick_sequence", codeOf("imports.outOfRange")],
    [7, "put_sequence", codeOf("imports.notWhole")],
    [7, "level", codeOf("imports.outOfRange")],
    [7, "x_mm", codeOf("imports.outOfRange")],
    [7, "y_mm", codeOf("imports.notWhole")],
    [7, "capacity_litres", codeOf("imports.outOfRange")],
    [7, "capacity_grams", codeOf("imports.outOfRange")],
    [8, "partition", codeOf("imports.cellRequired")],
  ]);
  expect((await posted(preview)).code).toBe(codeOf("imports.hasProblems"));
  expect(await located(uuid)).toHaveLength(1);
});

test("posting rolls back if, since the check, a barcode was taken, a shelf was created elsewhere or the warehouse was closed", async () => {
  const { uuid, name, code } = await newWarehouse();
  const late = await checked([`${name},A,A-01,${code}-1,,,,,,,,`, `${name},A,A-02,${code}-2,,,,,,,,`]);
  const turned = await checked([`${name},B,A-02,${code}-3,,,,,,,,`]);
  const closed = await checked([`${name},C,C-01,${code}-4,,,,,,,,`]);
  await posted(await checked([`${name},A,A-02,${code}-2,,,,,,,,`]));
  expect((await posted(late)).code).toBe(codeOf("warehouses.barcodeTaken"));
  expect((await posted(turned)).code).toBe(codeOf("warehouses.shelfElsewhere"));
  await request(server.app, closeWarehouse, { warehouse_uuid: uuid, is_closed: true, version: 1 }, { token: world.provider.token });
  expect((await posted(closed)).code).toBe(codeOf("warehouses.closed"));
  const { data } = await request(server.app, queryStorageDefinition, { warehouse_uuid: uuid }, { token: world.operator.token });
  expect(data.result[0]?.partitions.map((partition) => partition.shelves.map((shelf) => shelf.code))).toEqual([["A-02"]]);
  expect(await located(uuid)).toHaveLength(1);
});

test("a file that is not a workbook and a sheet without the barcode column each give one clear error", async () => {
  const problem = async (table: string) => (await upload(table)).data.problem?.code;
  expect(await problem("%PDF-1.7 this is no table")).toBe(codeOf("imports.notAWorkbook"));
  expect(await problem("Warehouse,Partition,Shelf\nEast,A,A-01")).toBe(codeOf("imports.wrongColumns"));
});
