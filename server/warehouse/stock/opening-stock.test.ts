import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { apiPrefix } from "#src/kit/api/address.ts";
import { codes } from "#src/kit/api/codes.ts";
import type { CodeName } from "#src/kit/api/codes.ts";
import { postImport, uploadImport } from "#src/warehouse/imports/imports.contract.ts";
import type { ImportPreview } from "#src/warehouse/imports/imports.contract.ts";
import { listBalances, listMovements } from "#src/warehouse/stock/stock.contract.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { headersOf, request, send } from "#tests/server/client.ts";
import { staffOf, stageStock } from "#tests/server/stage-stock.ts";
import type { StockStage } from "#tests/server/stage-stock.ts";
import { addPerson, makeWorld } from "#tests/server/world.ts";
import type { Person, World } from "#tests/server/world.ts";

let server: TestApp;
let world: World;
/** the retailer's goods, without lots; and the provider's own, with lots */
let plain: StockStage;
let own: StockStage;

beforeAll(async () => {
  server = await startTestApp();
  world = await makeWorld(server);
  const stage = (ownerUuid: string, keepsLots: boolean) =>
    server.services.database.transaction(staffOf(world.providerA), (tx) =>
      stageStock(tx, { providerUuid: world.providerA, ownerUuid, keepsLots }),
    );
  plain = await stage(world.retailerA, false);
  own = await stage(world.providerA, true);
});
afterAll(() => server.close());

const codeOf = (name: CodeName) => codes[name].code;
const header = "Warehouse,Location,SKU,Retailer,Lot,State,Quantity";
/** Finds the stage's warehouse by its code. */
const warehouse = (on: StockStage) => `w${(on.barcodes[0] ?? "").slice(0, -2)}`;

interface RowParts {
  readonly at?: number;
  readonly location?: string;
  readonly sku?: string;
  readonly of?: string;
  readonly lot?: string;
  readonly state?: string;
  readonly pieces?: string;
}
function row(on: StockStage, { at = 0, location, sku, of = "retailer one", lot = "", state = "", pieces = "5" }: RowParts): string {
  const place = location ?? on.barcodes[at] ?? "";
  return [warehouse(on), place.toLowerCase(), sku ?? on.variants[0]?.sku, of, lot, state, pieces].join(",");
}

async function upload(rows: readonly string[], person: Person = world.operator): Promise<ImportPreview> {
  const boundary = "opening-of-a-test";
  const part = (head: string, body: string) => `--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n${body}\r\n`;
  const table = part('name="workbook"; filename="opening.csv"', [header, ...rows].join("\n"));
  const reply = await server.app.inject({
    method: "POST",
    url: apiPrefix + uploadImport.path,
    headers: { ...headersOf({ token: person.token }), "content-type": `multipart/form-data; boundary=${boundary}` },
    payload: `${part('name="kind"', "opening-stock")}${table}--${boundary}--\r\n`,
  });
  return reply.json<{ data: ImportPreview }>().data;
}

test("opening stock is posted once, each row as a movement from outside, under its owner, lot and condition", async () => {
  const preview = await upload([
    row(plain, {}),
    row(plain, { state: "unqualified", pieces: "2" }),
    row(own, { at: 1, of: "", lot: "L7", state: "qualified", pieces: "240" }),
  ]);
  expect(preview.job).toMatchObject({ row_count: 3, problem_count: 0 });
  const post = { import_uuid: preview.job?.import_uuid ?? "" };
  const by = { token: world.operator.token };
  expect((await request(server.app, postImport, post, by)).data.result).toEqual({ lines: 3, pieces: 247 });
  // A second click finds it done.
  await send(server.app, postImport, post, by);
  const lying = async (on: StockStage) => {
    const { data } = await request(server.app, listBalances, { variant_uuid: on.variants[0]?.variantUuid ?? "" }, by);
    return data.result.map(({ barcode, lot, condition, quantity }) => [on.barcodes.indexOf(barcode), lot, condition, quantity]);
  };
  expect(await lying(plain)).toEqual([
    [0, "", "damaged", 2],
    [0, "", "good", 5],
  ]);
  expect(await lying(own)).toEqual([[1, "L7", "good", 240]]);
  const { data } = await request(server.app, listMovements, { source_uuid: post.import_uuid, source_type: "opening" }, by);
  expect(data.result).toHaveLength(3);
});

test("each invalid row reports why, and nothing is posted yet", async () => {
  const preview = await upload([
    row(plain, { at: 3 }),
    row(plain, { at: 3 }),
    row(plain, { location: "NOWHERE" }),
    row(plain, { location: own.barcodes[0] ?? "" }),
    row(plain, { sku: "no-such-sku" }),
    row(plain, { of: "Nobody" }),
    row(plain, { lot: "L1", at: 1 }),
    row(own, { of: "", at: 2 }),
    row(plain, { state: "so-so", at: 2 }),
    row(plain, { pieces: "0", at: 3 }),
    `nothing-of-ours,${plain.barcodes[1]},${plain.variants[0]?.sku},Retailer One,,,1`,
  ]);
  expect(preview.problems.map(({ row_number, field, code }) => [row_number, field, code])).toEqual([
    [3, null, codeOf("stock.rowTwice")],
    [4, "location", codeOf("stock.locationUnknown")],
    [5, "location", codeOf("stock.locationElsewhere")],
    [6, "sku", codeOf("stock.skuUnknown")],
    [7, "retailer", codeOf("stock.retailerUnknown")],
    [8, "lot", codeOf("stock.lotNotKept")],
    [9, "lot", codeOf("stock.lotRequired")],
    [10, "state", codeOf("stock.stateUnknown")],
    [11, "quantity", codeOf("imports.outOfRange")],
    [12, "warehouse", codeOf("stock.warehouseUnknown")],
  ]);
  expect(preview.job).toMatchObject({ ready_count: 1, bad_row_count: 10 });
});

test("a change between check and post causes the post to be refused until it is reverted", async () => {
  const goods = await server.services.database.transaction(staffOf(world.providerA), (tx) =>
    stageStock(tx, { providerUuid: world.providerA, ownerUuid: world.retailerA }),
  );
  const preview = await upload([row(goods, {})]);
  const post = { import_uuid: preview.job?.import_uuid ?? "" };
  const [variantUuid = "", otherUuid = ""] = goods.variants.map((variant) => variant.variantUuid);
  const change = (table: "variant" | "location" | "warehouse", set: object) =>
    server.services.database.transaction(staffOf(world.providerA), (tx) => {
      const uuid = { variant: variantUuid, location: goods.locations[0] ?? "", warehouse: goods.warehouseUuid }[table];
      return tx
        .updateTable(table)
        .set(set)
        .where("provider_uuid", "=", world.providerA)
        .where(sql.ref<string>(`${table}_uuid`), "=", uuid)
        .execute();
    });
  const changes = [
    ["variant", { is_bundle: true }, { is_bundle: false }, "stock.bundleHasNoStock"],
    ["variant", { keeps_lots: true }, { keeps_lots: false }, "stock.lotRequired"],
    ["variant", { merged_into_uuid: otherUuid }, { merged_into_uuid: null }, "stock.skuUnknown"],
    ["location", { is_blocked: true, blocked_reason: "Broken beam" }, { is_blocked: false, blocked_reason: "" }, "stock.locationBlocked"],
    ["warehouse", { is_closed: true }, { is_closed: false }, "stock.warehouseUnknown"],
  ] as const;
  for (const [table, now, before, refusal] of changes) {
    await change(table, now);
    expect((await request(server.app, postImport, post, { token: world.operator.token })).code, refusal).toBe(codeOf(refusal));
    await change(table, before);
  }
  expect((await request(server.app, postImport, post, { token: world.operator.token })).data.result).toEqual({ lines: 1, pieces: 5 });
});

test("a location is opened once: the same sheet is refused at the check, or at the post if it was already checked", async () => {
  const goods = await server.services.database.transaction(staffOf(world.providerA), (tx) =>
    stageStock(tx, { providerUuid: world.providerA, ownerUuid: world.retailerA }),
  );
  const sheet = [row(goods, {}), row(goods, { at: 1 })];
  const [first, second] = [await upload(sheet), await upload(sheet)];
  expect([first.job?.problem_count, second.job?.problem_count]).toEqual([0, 0]);
  // At the same time: one of them finds what the other posted.
  const posts = [first, second].map(({ job }) =>
    request(server.app, postImport, { import_uuid: job?.import_uuid ?? "" }, { token: world.operator.token }),
  );
  expect((await Promise.all(posts)).map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, codeOf("stock.openedAlready")]);
  const again = await upload([...sheet, row(goods, { state: "unqualified" })]);
  expect(again.problems.map(({ row_number, field, code }) => [row_number, field, code])).toEqual([
    [2, null, codeOf("stock.openedAlready")],
    [3, null, codeOf("stock.openedAlready")],
  ]);
  expect(again.job).toMatchObject({ ready_count: 1, bad_row_count: 2 });
});

test("opening stock can be imported only by staff who may correct balances", async () => {
  const refused = await upload([row(plain, {})], world.retailer);
  expect(refused?.job ?? null).toBeNull();
  const keeperOf = (permission: "goods" | "stockCounts") =>
    addPerson(server, { username: `opens-${permission}`, role: "operator", providerUuid: world.providerA, permissions: [permission] });
  expect((await upload([row(plain, { at: 2 })], await keeperOf("goods")))?.job ?? null).toBeNull();
  expect((await upload([row(plain, { at: 2 })], await keeperOf("stockCounts"))).job).toMatchObject({ ready_count: 1 });
});
