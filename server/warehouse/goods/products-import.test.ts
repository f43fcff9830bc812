import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getProduct, listVariants } from "#src/warehouse/goods/goods.contract.ts";
import { templates } from "#src/kit/files/templates.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import type { ImportScope, SheetRow } from "#server/warehouse/imports/import-kind.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request } from "#tests/server/client.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { Person, World } from "#tests/server/world.ts";
import { productsImport } from "./products-import.ts";

let app: TestApp;
let world: World;
beforeAll(async () => {
  app = await startTestApp();
  world = await makeWorld(app);
});
afterAll(() => app.close());

const blank = Object.fromEntries((templates["products"]?.columns ?? []).map(({ field }) => [field, ""]));
const sheet = (rows: readonly Record<string, string>[]): SheetRow[] =>
  rows.map((values, index) => ({ number: index + 2, values: { ...blank, ...values } }));

/** What the import mechanism passes to a kind. */
function scopeOf(person: Person): ImportScope {
  const { providerUuid, retailerUuid, userUuid, role, username, sessionUuid } = person;
  const acting = { kind: role, providerUuid, retailerUuid, userUuid } as const;
  return {
    services: app.services,
    now: app.clock.now(),
    actor: {
      sessionUuid,
      area: role === "dropShipper" ? "ds" : "p",
      userUuid,
      username,
      role,
      relatedUuid: retailerUuid ?? providerUuid,
      providerUuid,
      retailerUuid,
      permissions: [],
      isReadOnly: false,
      warehouseUuids: [],
      openedBy: null,
      expiresAt: app.clock.now(),
      isSeenDue: false,
    },
    acting,
    host: "",
    isHomepagePort: false,
    address: "192.0.2.1",
    device: "",
    cookies: "",
    setCookie: () => undefined,
    token: null,
    uploads: [],
    log: app.services.log,
    importUuid: newId(),
    userUuid,
    providerUuid: providerUuid ?? "",
    retailerUuid,
  };
}

async function run(person: Person, rows: readonly Record<string, string>[]) {
  const scope = scopeOf(person);
  return app.services.database.transaction(scope.acting, async (tx) => {
    const { problems, prepared } = await productsImport.check(tx, scope, sheet(rows));
    return { problems, posted: await productsImport.post(tx, scope, prepared) };
  });
}
const list = async (person: Person, search: string) => (await request(app.app, listVariants, { search, sort: "sku" }, person)).data.result;

describe("an import of products", () => {
  test("creates a product from the rows with the same title, each with its barcodes, and finds them at once", async () => {
    const { problems, posted } = await run(world.retailer, [
      {
        sku: "JUG-1",
        title: "Jug",
        variant_title: "Blue",
        barcode: "4006381333931, JUG，JUG",
        weight_grams: "350.0",
        declared_value: "8.50",
      },
      { sku: "JUG-2", title: "jug", variant_title: "Red", image_url: "https://images.example.com/jug.jpg" },
      { sku: "水壶", title: "水壶" },
    ]);
    expect(problems).toEqual([]);
    expect(posted).toEqual({ ok: true, value: { products: 2, variants: 3 } });
    const [one, other] = await list(world.retailer, "jug");
    expect(one).toMatchObject({ sku: "JUG-1", title: "Blue", weight_grams: 350, product_uuid: other?.product_uuid });
    expect(one?.barcodes.map(({ barcode }) => barcode).toSorted()).toEqual(["4006381333931", "JUG"]);
    expect((await list(world.retailer, "水壶")).map(({ sku }) => sku)).toEqual(["水壶"]);
    expect(await list(world.otherRetailer, "jug")).toEqual([]);
  });

  test("updates existing SKUs, and keeps the values that a row omits", async () => {
    await run(world.otherRetailer, [{ sku: "BOWL", title: "Bowl", weight_grams: "200", declared_name: "Bowl" }]);
    const { posted } = await run(world.otherRetailer, [
      { sku: "bowl", title: "Another title", weight_grams: "220" },
      { sku: "BOWL-2", title: "Bowl" },
    ]);
    expect(posted).toEqual({ ok: true, value: { products: 0, variants: 2 } });
    const [bowl, second] = await list(world.otherRetailer, "bowl");
    expect(bowl).toMatchObject({ sku: "BOWL", product_title: "Bowl", weight_grams: 220, version: 2 });
    expect(second?.product_uuid).toBe(bowl?.product_uuid);
  });

  test("says which goods have a battery, in either language; an empty cell changes nothing", async () => {
    const batteries = async () => {
      const [first] = await list(world.otherRetailer, "torch");
      const { data } = await request(app.app, getProduct, { product_uuid: first?.product_uuid ?? "" }, world.otherRetailer);
      return data.variants.map(({ has_battery }) => has_battery);
    };
    const torch = (at: number, has_battery: string) => ({ sku: `TORCH-${at}`, title: "Torch", has_battery });
    const rows = [torch(1, "Yes"), torch(2, "是"), torch(3, "no"), torch(4, "否"), torch(5, "")];
    expect((await run(world.otherRetailer, rows)).problems).toEqual([]);
    expect(await batteries()).toEqual([true, true, false, false, false]);
    await run(world.otherRetailer, [torch(1, ""), torch(2, "no")]);
    expect(await batteries()).toEqual([true, false, false, false, false]);
    const { problems } = await run(world.otherRetailer, [torch(1, "perhaps")]);
    expect(problems).toEqual([{ number: 2, field: "has_battery", code: "imports.notAChoice" }]);
  });

  test("warns if a second SKU gets a barcode, whether of a stored SKU or of another row, and still posts it", async () => {
    await run(world.retailer, [{ sku: "PAN-1", title: "Pan", barcode: "PAN-CODE" }]);
    const rows = [
      { sku: "pan-1", title: "Pan", barcode: "PAN-CODE" },
      { sku: "PAN-2", title: "Pan", barcode: "FREE-CODE, PAN-CODE" },
      { sku: "PAN-3", title: "Pan", barcode: "TWICE" },
      { sku: "PAN-4", title: "Pan", barcode: "TWICE" },
      { sku: "PAN-5", title: "Pan", barcode: "ALONE" },
    ];
    const scope = scopeOf(world.retailer);
    const { warnings = [], problems } = await app.services.database.transaction(scope.acting, (tx) =>
      productsImport.check(tx, scope, sheet(rows)),
    );
    expect(problems).toEqual([]);
    expect(warnings.map(({ number, field, code }) => [number, field, code]).toSorted()).toEqual(
      [2, 3, 4, 5].map((number) => [number, "barcode", "goods.barcodeShared"]),
    );
    expect((await run(world.retailer, rows)).posted).toEqual({ ok: true, value: { products: 0, variants: 5 } });
    // Another retailer's barcodes are not disclosed.
    const other = scopeOf(world.otherRetailer);
    const seen = await app.services.database.transaction(other.acting, (tx) =>
      productsImport.check(tx, other, sheet([{ sku: "POT", title: "Pot", barcode: "PAN-CODE" }])),
    );
    expect(seen.warnings).toEqual([]);
  });

  test("reports what is wrong with each cell, and prepares the other rows", async () => {
    const { problems, posted } = await run(world.provider, [
      { sku: "A", title: "Plate", weight_grams: "heavy", hs_code: "12" },
      { sku: "B", title: "Plate", barcode: "with space", currency: "dollars" },
      { sku: "C", title: "Plate", declared_value: "1.234" },
      { sku: "D", title: "Plate" },
      { sku: "d", title: "Plate" },
    ]);
    expect(problems.map(({ number, field, code }) => `${number} ${field ?? ""} ${code}`)).toEqual([
      "2 weight_grams imports.notWhole",
      "2 hs_code goods.hsCodeShape",
      "3 barcode goods.barcodeShape",
      "3 currency goods.currencyShape",
      "4 declared_value imports.outOfRange",
      "6 sku imports.duplicateRow",
    ]);
    expect(posted).toEqual({ ok: true, value: { products: 1, variants: 1 } });
    expect((await list(world.provider, "plate")).map(({ owner_name }) => owner_name)).toEqual(["Supplier Alpha"]);
  });
});
