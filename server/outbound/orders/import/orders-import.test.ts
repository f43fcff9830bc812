import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiPrefix } from "#src/kit/api/address.ts";
import { codes } from "#src/kit/api/codes.ts";
import type { CodeName } from "#src/kit/api/codes.ts";
import { getTemplateFile } from "#src/kit/files/files.contract.ts";
import { createOrder } from "#src/outbound/orders/order-writes.contract.ts";
import { cancelOrders } from "#src/outbound/orders/order-batches.contract.ts";
import { getOrder, listOrders } from "#src/outbound/orders/orders.contract.ts";
import { mostLines } from "#src/outbound/orders/orders.rules.ts";
import { postImport, uploadImport } from "#src/warehouse/imports/imports.contract.ts";
import type { ImportPreview } from "#src/warehouse/imports/imports.contract.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { catalogueStage } from "#tests/server/stage-catalogue.ts";
import { headersOf, request } from "#tests/server/client.ts";
import { stageStock } from "#tests/server/stage-stock.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { Person, World } from "#tests/server/world.ts";

let server: TestApp;
let world: World;
/** two SKUs of the first retailer */
let skus: readonly [string, string];

beforeAll(async () => {
  server = await startTestApp();
  world = await makeWorld(server);
  skus = await stageSkus(world.retailerA);
});
afterAll(() => server.close());

const catalogue = catalogueStage(() => ({ server, world }));
const codeOf = (name: CodeName) => codes[name].code;

/** Creates two SKUs of an owner. */
async function stageSkus(ownerUuid: string): Promise<[string, string]> {
  const providerUuid = world.providerA;
  const { variants } = await server.services.database.transaction({ kind: "provider", providerUuid }, (tx) =>
    stageStock(tx, { providerUuid, ownerUuid }),
  );
  return [variants[0]?.sku ?? "", variants[1]?.sku ?? ""];
}

const usual = {
  consignee: "Ada Sample",
  phone: "+1 555 0100",
  address: "1 Example Street",
  city: "Springfield",
  state: "IL",
  country: "us",
  zip: "62701",
  quantity: "2",
};
const headers: Readonly<Record<string, string>> = {
  order_number: "Order number",
  shop: "Shop",
  channel_code: "Channel code",
  consignee: "Consignee",
  phone: "Phone",
  address: "Address",
  city: "City",
  state: "State",
  country: "Country",
  zip: "Zip",
  sku: "SKU",
  quantity: "Quantity",
  declared_name: "Declared name",
  declared_value: "Declared value",
  currency: "Currency",
  id_number: "ID number",
  cod_type: "COD type",
  cod_amount: "COD amount",
  cod_currency: "COD currency",
  remark: "Remark",
};
type Row = Readonly<Record<string, string>>;

/** A row of an order, complete and of the first SKU unless told otherwise. */
function rowOf(order_number: string, more: Row = {}): Row {
  return { ...usual, sku: skus[0], order_number, ...more };
}

function toCsv(rows: readonly Row[]): Buffer {
  const fields = Object.keys(headers);
  const lines = rows.map((row) => fields.map((field) => row[field] ?? "").join(","));
  return Buffer.from([Object.values(headers).join(","), ...lines].join("\n"));
}

async function uploadFile(bytes: Uint8Array, name: string, person: Person): Promise<ImportPreview> {
  const files = [{ field: "workbook", name, bytes }];
  return (await request(server.app, uploadImport, { kind: "orders" }, { token: person.token, files })).data;
}

function upload(rows: readonly Row[], person: Person = world.retailer): Promise<ImportPreview> {
  return uploadFile(toCsv(rows), "orders.csv", person);
}

function post({ job }: ImportPreview, person: Person = world.retailer, skip_bad_rows = false) {
  return request(server.app, postImport, { import_uuid: job?.import_uuid ?? "", skip_bad_rows }, { token: person.token });
}

async function listByReference(search: string, person: Person = world.retailer) {
  return (await request(server.app, listOrders, { search }, { token: person.token })).data.result;
}

const toPlaces = (found: ImportPreview["problems"]) => found.map(({ row_number, field, code }) => [row_number, field, code]);

describe("a workbook of orders", () => {
  test("becomes one draft for each order number, with its recipient and lines", async () => {
    const cash = { cod_type: "cash", cod_amount: "19.90", cod_currency: "usd", id_number: "0042", remark: "Ring twice" };
    const lamp = { sku: skus[1], quantity: "3", declared_name: "Lamp", declared_value: "8.5", currency: "eur" };
    const rows = [
      rowOf("1101", cash),
      rowOf("1101", { ...cash, ...lamp }),
      rowOf("1002", { cod_type: "none", cod_amount: "0", cod_currency: "USD" }),
    ];
    const preview = await upload(rows);
    expect(preview).toMatchObject({ problem: null, problems: [], warnings: [], job: { row_count: 3, ready_count: 3 } });
    const posted = (await post(preview)).data;
    expect(posted).toMatchObject({ status: "POSTED", result: { orders: 2, lines: 3, pieces: 7 } });
    const [found] = await listByReference("1101");
    expect(found).toMatchObject({ status: "draft", reference: "1101", kind: "one_piece", line_count: 2, piece_count: 5, country: "US" });
    expect(posted.drafts).toHaveLength(2);
    expect(posted.drafts).toContainEqual({ document_uuid: found?.order_uuid, document_number: found?.order_number });
    const { data: order } = await request(server.app, getOrder, { order_uuid: found?.order_uuid ?? "" }, { token: world.retailer.token });
    expect(order).toMatchObject({
      recipient: {
        consignee: "Ada Sample",
        phone: "+1 555 0100",
        address: "1 Example Street",
        state: "IL",
        zip: "62701",
        id_number: "0042",
      },
      cod_type: "cash",
      cod_cents: 1990,
      cod_currency: "USD",
      remark: "Ring twice",
      lines: [
        { sku: skus[0], quantity: 2 },
        { sku: skus[1], quantity: 3, declared_name: "Lamp", declared_value_cents: 850, declared_currency: "EUR" },
      ],
      events: [{ event: "create", to_status: "draft" }],
    });
    const [other] = await listByReference("1002");
    const { data: plain } = await request(server.app, getOrder, { order_uuid: other?.order_uuid ?? "" }, { token: world.retailer.token });
    expect(plain).toMatchObject({ cod_type: "none", cod_cents: null, cod_currency: "" });
  });

  test("reports each problem at its cell", async () => {
    const foreign = await stageSkus(world.otherRetailer.retailerUuid ?? "");
    const rows = [
      rowOf("2001", { country: "ZZ" }),
      rowOf("2002", { country: "Germany" }),
      rowOf("2003", { sku: "NO-SUCH-SKU", quantity: "1.5" }),
      rowOf("2004", { sku: foreign[0], quantity: "0" }),
      rowOf("2005", { phone: "call me" }),
      rowOf("2006", { declared_value: "8.555", currency: "EURO" }),
      rowOf("2007", { declared_value: "8.5" }),
      rowOf("2008", { cod_type: "card" }),
      rowOf("2009", { cod_type: "cash" }),
      rowOf("2010", { cod_amount: "5", cod_currency: "USD" }),
      rowOf("2011", { cod_type: "cash", cod_amount: "many", cod_currency: "USD" }),
      rowOf("2012", { consignee: "" }),
      rowOf("2013", { zip: "1".repeat(21) }),
    ];
    const { job, problems } = await upload(rows);
    expect(job).toMatchObject({ row_count: 13, ready_count: 0, bad_row_count: 13 });
    expect(toPlaces(problems)).toEqual([
      [2, "country", codeOf("orders.countryUnknown")],
      [3, "country", codeOf("orders.countryUnknown")],
      [4, "sku", codeOf("orders.skuUnknown")],
      [4, "quantity", codeOf("imports.notWhole")],
      [5, "sku", codeOf("orders.skuUnknown")],
      [5, "quantity", codeOf("imports.outOfRange")],
      [6, "phone", codeOf("accounts.phoneShape")],
      [7, "declared_value", codeOf("imports.outOfRange")],
      [7, "currency", codeOf("goods.currencyShape")],
      [8, "currency", codeOf("orders.currencyMissing")],
      [9, "cod_type", codeOf("imports.notAChoice")],
      [10, "cod_amount", codeOf("orders.codIncomplete")],
      [10, "cod_currency", codeOf("orders.codIncomplete")],
      [11, "cod_type", codeOf("orders.codIncomplete")],
      [12, "cod_amount", codeOf("imports.notANumber")],
      [13, "consignee", codeOf("imports.cellRequired")],
      [14, "zip", codeOf("imports.cellTooLong")],
    ]);
  });

  test("warns about unusual addresses, unknown channels and shops, and is posted all the same", async () => {
    const rows = [
      rowOf("3001", { zip: "" }),
      rowOf("3002", { zip: "ABC", state: "" }),
      rowOf("3003", { state: "Illinois" }),
      rowOf("3004", { country: "HK", state: "", zip: "" }),
      rowOf("3005", { channel_code: "STD", shop: "my-shop.example.com" }),
    ];
    const preview = await upload(rows);
    expect(preview.problems).toEqual([]);
    expect(toPlaces(preview.warnings)).toEqual([
      [2, "zip", codeOf("orders.postalCodeMissing")],
      [3, "state", codeOf("orders.stateMissing")],
      [3, "zip", codeOf("orders.postalCodeShape")],
      [4, "state", codeOf("orders.stateUnknown")],
      [6, "shop", codeOf("orders.shopUnknown")],
      [6, "channel_code", codeOf("orders.channelUnknown")],
    ]);
    expect((await post(preview)).data.result).toMatchObject({ orders: 5 });
  });

  test("is posted without the orders that have a bad row, whatever the case of their numbers", async () => {
    const rows = [
      rowOf("Mixed-1"),
      rowOf("MIXED-1", { sku: "NO-SUCH-SKU" }),
      rowOf("Mixed-2"),
      rowOf("mixed-2", { city: "Shelbyville" }),
      rowOf("Mixed-3"),
    ];
    const preview = await upload(rows);
    expect(preview.job).toMatchObject({ row_count: 5, ready_count: 1, bad_row_count: 2 });
    expect(toPlaces(preview.problems)).toEqual([
      [3, "sku", codeOf("orders.skuUnknown")],
      [5, "city", codeOf("orders.unequalRows")],
    ]);
    expect((await post(preview)).code).toBe(codeOf("imports.hasProblems"));
    expect((await post(preview, world.retailer, true)).data.result).toEqual({ orders: 1, lines: 1, pieces: 2 });
    expect(await listByReference("mixed-3")).toHaveLength(1);
    expect(await listByReference("mixed-1")).toEqual([]);
  });

  test("has at most 500 rows for an order", async () => {
    const { job, problems } = await upload(Array.from({ length: mostLines + 1 }, () => rowOf("Long-1")));
    expect(job).toMatchObject({ ready_count: 0, problem_count: mostLines + 1 });
    expect(problems[0]).toMatchObject({ field: "order_number", code: codeOf("orders.tooManyLines") });
    expect((await upload(Array.from({ length: mostLines }, () => rowOf("Long-1")))).job).toMatchObject({ ready_count: mostLines });
  });
});

describe("order numbers", () => {
  test("that an order already has are recognized, until that order is cancelled", async () => {
    const token = world.retailer.token;
    await post(await upload([rowOf("Again-1")]));
    const again = await upload([rowOf("again-1")]);
    expect(toPlaces(again.problems)).toEqual([[2, "order_number", codeOf("orders.referenceTaken")]]);
    const [found] = await listByReference("again-1");
    await request(server.app, cancelOrders, { order_ids: [found?.order_uuid ?? ""], reason: "Twice" }, { token });
    expect((await upload([rowOf("again-1")])).problems).toEqual([]);
  });

  test("of another retailer do not count", async () => {
    await post(await upload([rowOf("Both-1")]));
    const [sku] = await stageSkus(world.otherRetailer.retailerUuid ?? "");
    expect((await upload([rowOf("Both-1", { sku })], world.otherRetailer)).problems).toEqual([]);
  });

  test("create their orders once if a workbook is uploaded twice and posted twice at the same time", async () => {
    const uploads = [await upload([rowOf("Twice-1")]), await upload([rowOf("twice-1")])];
    const posted = await Promise.all(uploads.map(async (preview) => (await post(preview)).code));
    expect(posted.toSorted((a, b) => a - b)).toEqual([200, codeOf("orders.referenceTaken")]);
    expect(await listByReference("twice-1")).toHaveLength(1);
  });

  test("that a form used between check and post refuse the post", async () => {
    const preview = await upload([rowOf("Late-1")]);
    await request(server.app, createOrder, { reference: "LATE-1" }, { token: world.retailer.token });
    expect((await post(preview)).code).toBe(codeOf("orders.referenceTaken"));
  });
});

describe("the goods of imported orders", () => {
  test("may be the provider's, by a claim; the order draws on the provider's stock", async () => {
    const rows = await catalogue.add({ title: "Teapot" });
    await catalogue.price(rows, [{}]);
    await catalogue.claimed(rows);
    const { sku } = await catalogue.asStaff((tx) =>
      tx
        .selectFrom("variant")
        .select("sku")
        .where("provider_uuid", "=", world.providerA)
        .where("variant_uuid", "=", rows.variantUuid)
        .executeTakeFirstOrThrow(),
    );
    expect((await upload([rowOf("Claim-0", { sku })], world.otherRetailer)).problems).toHaveLength(1);
    const posted = await post(await upload([rowOf("Claim-1", { sku })]));
    const { document_uuid: order_uuid = "" } = posted.data.drafts[0] ?? {};
    const { data } = await request(server.app, getOrder, { order_uuid }, { token: world.retailer.token });
    expect(data.lines).toMatchObject([{ variant_uuid: rows.variantUuid, is_claimed: true, quantity: 2 }]);
  });

  test("are the provider's own if its staff imports", async () => {
    const [sku] = await stageSkus(world.providerA);
    const preview = await upload([rowOf("Own-1", { sku })], world.operator);
    expect(preview.problems).toEqual([]);
    await post(preview, world.operator);
    expect(await listByReference("own-1", world.provider)).toMatchObject([{ owner_uuid: world.providerA, status: "draft" }]);
    expect((await upload([rowOf("Own-2")], world.operator)).problems).toMatchObject([{ field: "sku" }]);
    expect((await request(server.app, uploadImport, { kind: "orders" }, { token: world.idleOperator.token })).code).toBe(
      codeOf("forbidden"),
    );
  });

  test("are found again when the rows are posted", async () => {
    const [sku] = await stageSkus(world.retailerA);
    const preview = await upload([rowOf("Gone-1", { sku })]);
    const archive = (is_archived: boolean) =>
      catalogue.asStaff((tx) =>
        tx.updateTable("variant").set({ is_archived }).where("provider_uuid", "=", world.providerA).where("sku", "=", sku).execute(),
      );
    await archive(true);
    expect((await post(preview)).code).toBe(codeOf("orders.skuUnknown"));
    await archive(false);
    expect((await post(preview)).data.result).toMatchObject({ orders: 1 });
  });
});

test.each(["en_us", "zh_cn"] as const)("the template in %s is read as it is: only its SKU is unknown", async (lang) => {
  const { rawPayload } = await server.app.inject({
    method: "GET",
    url: `${apiPrefix}${getTemplateFile.path}?name=orders&lang=${lang}`,
    headers: headersOf({ token: world.retailer.token }),
  });
  const { problem, problems, warnings } = await uploadFile(rawPayload, "orders.xlsx", world.retailer);
  expect(problem).toBeNull();
  expect(toPlaces(problems)).toEqual([[2, "sku", codeOf("orders.skuUnknown")]]);
  expect(warnings).toEqual([]);
});

test("10,000 rows are checked and posted", async () => {
  const rows = Array.from({ length: 10_000 }, (_, index) =>
    rowOf(`Bulk-${String(Math.floor(index / 4))}`, { sku: skus[index % 2] ?? "", remark: "Bulk" }),
  );
  const preview = await upload(rows);
  expect(preview.job).toMatchObject({ ready_count: 10_000, problem_count: 0 });
  const posted = await post(preview);
  expect(posted.data.result).toEqual({ orders: 2500, lines: 10_000, pieces: 20_000 });
  expect(posted.data.drafts).toHaveLength(20);
}, 60_000);
