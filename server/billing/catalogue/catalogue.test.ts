import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import type { Call, InputOf } from "#src/kit/api/define-call.ts";
import { addItems, getItem, listItems, setItemPrices, setItemStatus, updateItem } from "#src/billing/catalogue/catalogue.contract.ts";
import type { CataloguePrice } from "#src/billing/catalogue/catalogue.contract.ts";
import { listOffers } from "#src/billing/catalogue/claims.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { platform } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { reserveStock } from "#server/warehouse/stock/reservations.commands.ts";
import { auditRows } from "#tests/server/accounts.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request } from "#tests/server/client.ts";
import { addCatalogueRows, addItem } from "#tests/server/rows-catalogue.ts";
import type { ItemRows } from "#tests/server/rows-catalogue.ts";
import { addGoodsRows } from "#tests/server/rows-goods.ts";
import { putStock, staffOf, stageStock } from "#tests/server/stage-stock.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { Person, World } from "#tests/server/world.ts";

let test_: TestApp;
let world: World;

beforeAll(async () => {
  test_ = await startTestApp();
  world = await makeWorld(test_);
});
afterAll(() => test_.close());

const asStaff = <T>(work: (tx: Tx) => Promise<T>, providerUuid = world.providerA) =>
  test_.services.database.transaction(staffOf(providerUuid), work);
const ask = <C extends Call>(call: C, input: InputOf<C>, { token }: Person = world.provider) => request(test_.app, call, input, { token });
const add = (title: string, status: "draft" | "listed" | "withdrawn" = "draft") =>
  asStaff((tx) => addItem(tx, { providerUuid: world.providerA, title, status }));
const item = async (uuid: string) => (await ask(getItem, { item_uuid: uuid })).data;
const foreignItem = () =>
  asStaff((tx) => addItem(tx, { providerUuid: world.providerB, title: "Theirs", status: "draft" }), world.providerB);
const addGoodsOf = ({ role: kind, providerUuid, retailerUuid, userUuid, ...person }: Person) =>
  test_.services.database.transaction({ kind, providerUuid, retailerUuid, userUuid }, (tx) =>
    addGoodsRows(tx, { ...person, role: kind, providerUuid, retailerUuid, userUuid }),
  );

function listed({ variantUuid, otherVariantUuid }: ItemRows, price_cents = 1000, currency = "USD"): CataloguePrice[] {
  return [variantUuid, otherVariantUuid].map((variant_uuid) => ({ variant_uuid, currency, scope: "list", scope_uuid: null, price_cents }));
}

/** Lists who has been notified of an item so far: users by name, and the staff. */
async function listNotified(uuid: string): Promise<string[]> {
  const rows = await test_.services.database.transaction(platform, (tx) =>
    tx.selectFrom("event").select(["user_uuid", "payload"]).where("topic", "=", "catalogue.changed").execute(),
  );
  const names = new Map([world.retailer, world.otherRetailer, world.foreignRetailer].map(({ userUuid, username }) => [userUuid, username]));
  return rows
    .filter(({ payload }) => JSON.stringify(payload).includes(uuid))
    .map(({ user_uuid }) => (user_uuid === null ? "staff" : (names.get(user_uuid) ?? "somebody")))
    .toSorted();
}

describe("adding products to the catalogue", () => {
  test("creates drafts with the products' titles, and skips products that are already items", async () => {
    const [first, second] = [await addGoodsOf(world.provider), await addGoodsOf(world.provider)];
    const { data } = await ask(addItems, { product_uuids: [first.productUuid.toUpperCase(), first.productUuid] });
    expect(data).toMatchObject({ added: [{ product_uuid: first.productUuid }], existing: 0 });
    const again = await ask(addItems, { product_uuids: [first.productUuid, second.productUuid] });
    expect(again.data).toMatchObject({ added: [{ product_uuid: second.productUuid }], existing: 1 });
    const uuid = data.added[0]?.item_uuid ?? "";
    expect(await item(uuid)).toMatchObject({
      title: "secret of alpha-provider",
      status: "draft",
      listed_at: "",
      claim_count: 0,
      prices: [],
    });
    expect((await auditRows(test_, "catalogue.add-items")).map(({ subject_uuid }) => subject_uuid)).toEqual(
      expect.arrayContaining([first.productUuid, second.productUuid]),
    );
  });

  test("allows looking items up by product, so that no product is offered for adding twice", async () => {
    const [taken, free] = [await addGoodsOf(world.provider), await addGoodsOf(world.provider)];
    await ask(addItems, { product_uuids: [taken.productUuid] });
    const of = async (person: Person) =>
      (await ask(listItems, { product_uuids: [taken.productUuid, free.productUuid] }, person)).data.result.map((one) => one.product_uuid);
    expect(await of(world.provider)).toEqual([taken.productUuid]);
    expect(await of(world.foreignProvider)).toEqual([]);
  });

  test("creates one item when a product is added several times at once", async () => {
    const { productUuid } = await addGoodsOf(world.provider);
    const both = await Promise.all([1, 2, 3].map(() => ask(addItems, { product_uuids: [productUuid] })));
    expect(both.map(({ data }) => data.added.length).toSorted()).toEqual([0, 0, 1]);
  });

  test("audits a whole batch in one statement, with a row for each product", async () => {
    const goods = [await addGoodsOf(world.provider), await addGoodsOf(world.provider), await addGoodsOf(world.provider)];
    const uuids = goods.map(({ productUuid }) => productUuid);
    await ask(addItems, { product_uuids: uuids });
    // Rows written by one statement have their number within the transaction.
    const { rows } = await test_.services.database.transaction(platform, (tx) =>
      sql<{ audit_uuid: string; statement: string }>`select audit_uuid, cmin::text as statement from audit_log
        where provider_uuid = ${world.providerA} and action = 'catalogue.add-items' and subject_uuid = any (${uuids}::uuid[])`.execute(tx),
    );
    expect(new Set(rows.map(({ audit_uuid }) => audit_uuid)).size).toBe(3);
    expect(new Set(rows.map(({ statement }) => statement)).size).toBe(1);
  });

  test("adds nothing if the batch includes a retailer's or another provider's product", async () => {
    const [own, retailers, foreign] = [
      await addGoodsOf(world.provider),
      await addGoodsOf(world.retailer),
      await addGoodsOf(world.foreignProvider),
    ];
    expect((await ask(addItems, { product_uuids: [own.productUuid, retailers.productUuid] })).code).toBe(codes["catalogue.notOwn"].code);
    for (const other of [foreign.productUuid, newId()])
      expect((await ask(addItems, { product_uuids: [own.productUuid, other] })).code).toBe(codes.notFound.code);
    expect((await ask(addItems, { product_uuids: [own.productUuid] })).data.existing).toBe(0);
  });
});

describe("an item", () => {
  test("is changed only with its latest version", async () => {
    const { itemUuid } = await add("Lamp");
    const change = (version: number) => ask(updateItem, { item_uuid: itemUuid, title: " Lantern ", description: "Brass", version });
    expect((await change(1)).data).toEqual({ version: 2 });
    expect((await change(1)).code).toBe(codes.changedMeanwhile.code);
    expect(await item(itemUuid)).toMatchObject({ title: "Lantern", description: "Brass", version: 2 });
    const { itemUuid: foreign } = await foreignItem();
    expect((await ask(updateItem, { item_uuid: foreign, title: "Mine", description: "", version: 1 })).code).toBe(codes.notFound.code);
  });

  test("counts the pieces available now: good, on shelves, and not reserved, blocked or expired", async () => {
    const { uuid, variant } = await asStaff(async (tx) => {
      const stage = await stageStock(tx, { providerUuid: world.providerA, ownerUuid: world.providerA, variants: 1, keepsLots: true });
      const { variantUuid = "", sku = "" } = stage.variants[0] ?? {};
      await putStock(tx, stage, { quantity: 5, lot: "L1" });
      await putStock(tx, stage, { quantity: 7, lot: "L2" });
      await putStock(tx, stage, { quantity: 11, lot: "L1", location: 1 });
      await putStock(tx, stage, { quantity: 13, lot: "L1", location: 4 });
      await putStock(tx, stage, { quantity: 17, lot: "L1", condition: "damaged" });
      const want = { line: 1, variantUuid, ownerUuid: world.providerA, warehouseUuid: stage.warehouseUuid, quantity: 2, lot: "L1" };
      const reserved = await reserveStock(tx, world.providerA, { type: "order", uuid: newId() }, [want], new Date());
      expect(reserved.ok).toBe(true);
      const lot = { provider_uuid: world.providerA, variant_uuid: variantUuid, owner_uuid: world.providerA };
      await tx
        .insertInto("lot")
        .values({ ...lot, lot: "L2", expires_on: "2020-01-01" })
        .onConflict((conflict) => conflict.constraint("lot_pkey").doUpdateSet({ expires_on: "2020-01-01" }))
        .execute();
      await tx
        .updateTable("location")
        .set({ is_blocked: true, blocked_reason: "Wet" })
        .where("provider_uuid", "=", world.providerA)
        .where("location_uuid", "=", stage.locations[1] ?? "")
        .execute();
      const { product_uuid } = await tx
        .selectFrom("variant")
        .select("product_uuid")
        .where("variant_uuid", "=", variantUuid)
        .executeTakeFirstOrThrow();
      return { uuid: product_uuid, variant: { variant_uuid: variantUuid, sku } };
    });
    const { data } = await ask(addItems, { product_uuids: [uuid] });
    expect((await item(data.added[0]?.item_uuid ?? "")).variants).toMatchObject([{ ...variant, available: 3 }]);
  });

  test("counts as many bundles as the scarcest component allows, for retailers too", async () => {
    const set_ = await asStaff(async (tx) => {
      const [provider_uuid, owner_uuid] = [world.providerA, world.providerA];
      const stage = await stageStock(tx, { providerUuid: provider_uuid, ownerUuid: owner_uuid, variants: 3 });
      const [mug, lid, none] = stage.variants.map(({ variantUuid }) => variantUuid);
      await putStock(tx, stage, { quantity: 7 });
      await putStock(tx, stage, { variant: 1, quantity: 10 });
      const rows = await addItem(tx, { providerUuid: provider_uuid, title: "Tea set", status: "listed" });
      const part = (bundle_uuid: string, component_uuid = "", quantity = 1) => ({
        provider_uuid,
        owner_uuid,
        bundle_uuid,
        component_uuid,
        quantity,
      });
      const { variantUuid, otherVariantUuid } = rows;
      await tx
        .insertInto("bundle_component")
        .values([part(variantUuid, mug, 2), part(variantUuid, lid), part(otherVariantUuid, mug), part(otherVariantUuid, none)])
        .execute();
      await tx
        .updateTable("variant")
        .set({ is_bundle: true })
        .where("provider_uuid", "=", provider_uuid)
        .where("product_uuid", "=", rows.productUuid)
        .execute();
      return rows;
    });
    const available = [
      { variant_uuid: set_.variantUuid, available: 3 },
      { variant_uuid: set_.otherVariantUuid, available: 0 },
    ];
    expect((await item(set_.itemUuid)).variants).toMatchObject(available);
    const { data } = await ask(listOffers, { search: "tea set" }, world.retailer);
    expect(data.result).toMatchObject([{ item_uuid: set_.itemUuid, variants: available }]);
  });
});

describe("listing and withdrawing", () => {
  const setStatus = (item_uuids: string[], status: "listed" | "withdrawn") => ask(setItemStatus, { item_uuids, status });
  const archive = ({ variantUuid, otherVariantUuid }: ItemRows) =>
    asStaff((tx) =>
      tx
        .updateTable("variant")
        .set({ is_archived: true })
        .where("provider_uuid", "=", world.providerA)
        .where("variant_uuid", "in", [variantUuid, otherVariantUuid])
        .execute(),
    );

  test("changes only items with another status, and notifies all of the provider's retailers", async () => {
    const [first, second] = [await add("Lamp"), await add("Lamp", "listed")];
    expect((await setStatus([first.itemUuid, second.itemUuid], "listed")).data).toEqual({ changed: 1 });
    expect(await item(first.itemUuid)).toMatchObject({ status: "listed", listed_at: test_.clock.now().toISOString(), version: 2 });
    expect(await listNotified(first.itemUuid)).toEqual(["retailer-one", "retailer-two", "staff"]);
    expect(await listNotified(second.itemUuid)).toEqual([]);
    expect((await setStatus([first.itemUuid], "withdrawn")).data).toEqual({ changed: 1 });
    expect((await item(first.itemUuid)).status).toBe("withdrawn");
  });

  test("leaves a draft a draft when it is withdrawn", async () => {
    const { itemUuid } = await add("Lamp");
    expect((await setStatus([itemUuid], "withdrawn")).data).toEqual({ changed: 0 });
    expect((await item(itemUuid)).status).toBe("draft");
  });

  test("lists nothing if the batch includes a variant without a list price or an archived product", async () => {
    const [fine, unpriced, archived] = [await add("Lamp"), await add("Lamp"), await add("Lamp")];
    const prices = listed(unpriced).slice(0, 1);
    await ask(setItemPrices, { item_uuid: unpriced.itemUuid, prices, version: 1 });
    await archive(archived);
    expect((await setStatus([fine.itemUuid, unpriced.itemUuid], "listed")).code).toBe(codes["catalogue.noPrice"].code);
    expect((await setStatus([fine.itemUuid, archived.itemUuid], "listed")).code).toBe(codes["catalogue.archived"].code);
    expect((await setStatus([fine.itemUuid, (await foreignItem()).itemUuid], "listed")).code).toBe(codes.notFound.code);
    expect((await item(fine.itemUuid)).status).toBe("draft");
  });

  test("requires no price for an archived variant", async () => {
    const rows = await add("Lamp");
    await ask(setItemPrices, { item_uuid: rows.itemUuid, prices: listed(rows).slice(0, 1), version: 1 });
    await archive({ ...rows, variantUuid: rows.otherVariantUuid });
    expect((await setStatus([rows.itemUuid], "listed")).data).toEqual({ changed: 1 });
    expect((await item(rows.itemUuid)).variants).toHaveLength(1);
  });
});

describe("the list of items", () => {
  const titles = async (input: InputOf<typeof listItems>) => (await ask(listItems, input)).data.result.map(({ title }) => title);

  test("is searched by words of titles, SKUs and barcodes, all of which must match", async () => {
    const rows = await asStaff((tx) =>
      addItem(tx, { providerUuid: world.providerA, title: "Harbour 红灯笼", productTitle: "Shelf word", sku: "HARB", status: "draft" }),
    );
    const barcode = "B6901234567892";
    await asStaff((tx) =>
      tx
        .insertInto("sku_barcode")
        .values({ provider_uuid: world.providerA, barcode, variant_uuid: rows.variantUuid, owner_uuid: world.providerA })
        .execute(),
    );
    for (const search of ["harbour", "红灯", "harb", rows.variantUuid.slice(-8), "shelf", barcode.toLowerCase()])
      expect(await titles({ search }), search).toEqual(["Harbour 红灯笼"]);
    for (const search of ["harbour nowhere", "!!!", "笼红"]) expect(await titles({ search }), search).toEqual([]);
    expect((await ask(listItems, { search: "harbour" }, world.foreignProvider)).data).toMatchObject({ result: [], total: 0 });
  });

  test("is sorted, filtered and paged, with each item's prices, images and variants", async () => {
    await add("Sorted b", "listed");
    await add("Sorted A");
    await add("Sorted c", "withdrawn");
    expect(await titles({ search: "sorted" })).toEqual(["Sorted c", "Sorted A", "Sorted b"]);
    expect(await titles({ search: "sorted", sort: "created" })).toEqual(["Sorted b", "Sorted A", "Sorted c"]);
    expect(await titles({ search: "sorted", sort: "title" })).toEqual(["Sorted A", "Sorted b", "Sorted c"]);
    expect(await titles({ search: "sorted", sort: "-title" })).toEqual(["Sorted c", "Sorted b", "Sorted A"]);
    expect(await titles({ search: "sorted", status: "draft" })).toEqual(["Sorted A"]);
    const { data } = await ask(listItems, { search: "sorted", sort: "title", page_size: 2 });
    expect(data).toMatchObject({ total: 3, total_is_exact: true });
    const next = await ask(listItems, { search: "sorted", sort: "title", page_size: 2, cursor: data.next_cursor ?? "" });
    expect(next.data.result).toMatchObject([
      { title: "Sorted c", list_prices: [{ currency: "USD", from_cents: 1000, until_cents: 1000 }], image_uuids: [], images: [] },
    ]);
    expect(next.data.result[0]?.variants).toHaveLength(2);
    expect((await ask(listItems, { sort: "created", cursor: data.next_cursor ?? "" })).code).toBe(codes.parameterError.code);
  });

  test("counts the retailers that sell an item now, and names those that claimed it", async () => {
    const claimed = await test_.services.database.transaction(staffOf(world.providerA), (tx) => addCatalogueRows(tx, world.retailer));
    expect(await item(claimed.itemUuid)).toMatchObject({
      claim_count: 1,
      claims: [{ retailer_uuid: world.retailerA, retailer_name: "Retailer One", is_active: true }],
    });
  });
});
