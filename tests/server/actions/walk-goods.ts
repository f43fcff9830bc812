import { getProduct, setBundle } from "#src/warehouse/goods/goods.contract.ts";
import { listBalances, listMovements } from "#src/warehouse/stock/stock.contract.ts";
import { getStocktake } from "#src/warehouse/stock/stocktake.contract.ts";
import { platform } from "#server/platform/db/row-security.ts";
import { reserveStock } from "#server/warehouse/stock/reservations.commands.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { receipt } from "#src/warehouse/receipts/receipts.contract.ts";
import { addGoodsRows } from "../rows-goods.ts";
import { addReceiptsRows } from "../rows-receipts.ts";
import { addStocktake, addStockRows } from "../rows-stock.ts";
import { putStock, staffOf, stageStock } from "../stage-stock.ts";
import { asPerson, askAs } from "./walk.ts";
import type { Scene, Stage, SubjectWalk } from "./walk.ts";

async function variantIn(stage: Stage, state: string): Promise<string> {
  const { world, viewer, test } = stage;
  const owner = viewer.person.retailerUuid === null ? world.provider : viewer.person;
  if (state === "in stock")
    return test.services.database.transaction(staffOf(world.providerA), async (tx) => {
      const stocked = await stageStock(tx, { providerUuid: world.providerA, ownerUuid: owner.retailerUuid ?? world.providerA });
      await putStock(tx, stocked, { quantity: 5 });
      return stocked.variants[0]?.variantUuid ?? "";
    });
  if (state === "on a draft receipt") return (await asPerson(stage, owner, (tx) => addReceiptsRows(tx, owner, "draft"))).variantUuid;
  return asPerson(stage, owner, async (tx) => {
    const { variantUuid } = await addGoodsRows(tx, owner);
    if (state === "archived")
      await tx
        .updateTable("variant")
        .set({ is_archived: true })
        .where("provider_uuid", "=", world.providerA)
        .where("variant_uuid", "=", variantUuid)
        .execute();
    return variantUuid;
  });
}

async function shownVariant({ test, world, ask }: Stage, variantUuid: string) {
  const { product_uuid } = await test.services.database.transaction(staffOf(world.providerA), (tx) =>
    tx
      .selectFrom("variant")
      .select("product_uuid")
      .where("provider_uuid", "=", world.providerA)
      .where("variant_uuid", "=", variantUuid)
      .executeTakeFirstOrThrow(),
  );
  const { variants } = await ask(getProduct, { product_uuid });
  return variants.find(({ variant_uuid }) => variant_uuid === variantUuid);
}

const goodsWalk: SubjectWalk = {
  actions: ["goods.archive", "goods.restore"],
  states: ["new", "archived", "in stock", "on a draft receipt"],
  async make(stage, state, action) {
    const variantUuid = await variantIn(stage, state);
    return {
      subject: await shownVariant(stage, variantUuid),
      inputs: { "goods.set-archived": { variant_uuids: [variantUuid], archived: action === "goods.archive" } },
    };
  },
};

const mergeWalk: SubjectWalk = {
  actions: ["goods.merge"],
  states: ["new", "archived"],
  async make(stage, state) {
    const from = await variantIn(stage, state);
    const into = await variantIn(stage, "new");
    return {
      subject: await shownVariant(stage, from),
      inputs: { "goods.merge-variants": { from_uuids: [from], into_uuid: into } },
    };
  },
};

async function bundleVariantIn(stage: Stage, state: string): Promise<{ variantUuid: string; otherVariantUuid: string }> {
  const { world, viewer } = stage;
  const owner = viewer.person.retailerUuid === null ? world.provider : viewer.person;
  const { variantUuid, otherVariantUuid } = await asPerson(stage, owner, (tx) => addGoodsRows(tx, owner));
  if (state === "in stock" || state === "on a draft receipt") return { variantUuid: await variantIn(stage, state), otherVariantUuid };
  if (state.startsWith("keeps"))
    await asPerson(stage, owner, (tx) =>
      tx
        .updateTable("variant")
        .set(state === "keeps lots" ? { keeps_lots: true } : { keeps_expiry: true })
        .where("provider_uuid", "=", world.providerA)
        .where("variant_uuid", "=", variantUuid)
        .execute(),
    );
  const [bundle, part] = state === "a part of a bundle" ? [otherVariantUuid, variantUuid] : [variantUuid, otherVariantUuid];
  if (state.endsWith("a bundle"))
    await askAs(stage.test, owner, setBundle, { variant_uuid: bundle, version: 1, components: [{ variant_uuid: part, quantity: 1 }] });
  return { variantUuid, otherVariantUuid };
}

const bundlesWalk: SubjectWalk = {
  actions: ["goods.bundle"],
  states: ["new", "in stock", "on a draft receipt", "keeps lots", "keeps expiry days", "a part of a bundle", "a bundle"],
  async make(stage, state) {
    const { variantUuid, otherVariantUuid } = await bundleVariantIn(stage, state);
    const subject = await shownVariant(stage, variantUuid);
    const components = [{ variant_uuid: otherVariantUuid, quantity: 2 }];
    return { subject, inputs: { "goods.set-bundle": { variant_uuid: variantUuid, version: subject?.version, components } } };
  },
};

async function balanceIn(stage: Stage, state: string): Promise<Scene> {
  const { world, test, ask } = stage;
  const staff = staffOf(world.providerA);
  const isWaiting = state.startsWith("waits");
  const { variantUuid, warehouseUuid } = await test.services.database.transaction(staff, async (tx) => {
    if (isWaiting) return addReceiptsRows(tx, world.provider, "inspecting");
    const stocked = await stageStock(tx, { providerUuid: world.providerA, ownerUuid: world.providerA });
    await putStock(tx, stocked, { quantity: 5, condition: state === "damaged" ? "damaged" : "good" });
    const [variant] = stocked.variants;
    const ofVariant = {
      variantUuid: variant?.variantUuid ?? "",
      ownerUuid: variant?.ownerUuid ?? "",
      warehouseUuid: stocked.warehouseUuid,
    };
    if (state === "reserved")
      await reserveStock(
        tx,
        world.providerA,
        { type: "order", uuid: newId() },
        [{ line: 1, ...ofVariant, quantity: 5, lot: null }],
        new Date(),
      );
    return ofVariant;
  });
  const { result } = await ask(listBalances, { variant_uuid: variantUuid });
  const places: Readonly<Record<string, string>> = { "waits to be put away": "receiving", "waits for a decision": "damaged" };
  const wanted = places[state];
  const subject = result.find((row) => wanted === undefined || row.location_type === wanted);
  if (subject === undefined) throw new Error(`no balance: ${state} in ${warehouseUuid}`);
  const { barcode, lot, condition } = subject;
  const of = { variant_uuid: variantUuid, lot, quantity: 1, condition };
  return {
    subject,
    inputs: {
      "stock.move-stock": { ...of, from_location: barcode, to_location: await otherLocation(stage, subject) },
      "stock.change-condition": { ...of, location: barcode, to_condition: condition === "good" ? "damaged" : "good" },
    },
  };
}

async function otherLocation(
  { test, world }: Stage,
  { warehouse_uuid, location_uuid }: { warehouse_uuid: string; location_uuid: string },
): Promise<string> {
  const row = await test.services.database.transaction(staffOf(world.providerA), (tx) =>
    tx
      .selectFrom("location")
      .select("barcode")
      .where("provider_uuid", "=", world.providerA)
      .where("warehouse_uuid", "=", warehouse_uuid)
      .where("location_uuid", "<>", location_uuid)
      .where("type", "=", "pick")
      .limit(1)
      .executeTakeFirstOrThrow(),
  );
  return row.barcode;
}

const balancesWalk: SubjectWalk = {
  actions: ["stock.move", "stock.condition"],
  states: ["free", "damaged", "reserved", "waits to be put away", "waits for a decision"],
  make: (stage, state) => balanceIn(stage, state),
};

const entriesWalk: SubjectWalk = {
  actions: ["wallet.movementCharges"],
  states: ["of a retailer's receipt", "of the provider's receipt"],
  async make(stage, state) {
    const { world } = stage;
    const owner = state.startsWith("of the provider") ? world.provider : world.retailer;
    if (stage.viewer.role === "dropShipper" && owner === world.provider) return null;
    const rows = await asPerson(stage, owner, (tx) => addReceiptsRows(tx, owner, "inspecting"));
    const { owner_uuid } = await stage.ask(receipt, { receipt_uuid: rows.receiptUuid });
    const { result } = await stage.ask(listMovements, { variant_uuid: rows.variantUuid });
    const subject = result.find(({ source_type }) => source_type === "receipt");
    const retailer = owner === world.provider ? {} : { retailer_uuid: owner_uuid };
    return {
      subject,
      inputs: { "wallet.list-charges": { ...retailer, ...(subject === undefined ? {} : { movement_uuid: subject.movement_uuid }) } },
    };
  },
};

/** The state of a stocktake of one line, expecting five pieces. */
const standings: Readonly<Record<string, Parameters<typeof addStocktake>[3]>> = {
  "a draft": { status: "draft", counted: null, expected: null },
  "counted as expected": { status: "counting", counted: 5, expected: 5 },
  "counted with a difference": { status: "counting", counted: 3, expected: 5 },
  "to be counted again": { status: "recount", counted: 3, expected: 5 },
  approved: { status: "approved", counted: 5, expected: 5 },
  cancelled: { status: "cancelled", counted: null, expected: null },
};

async function stocktakeIn({ test, world, ask }: Stage, state: string): Promise<Scene> {
  const standing = standings[state];
  if (standing === undefined) throw new Error(`no stocktake is ${state}`);
  const { stage, lineUuid, stocktakeUuid } = await test.services.database.transaction(platform, async (tx) => {
    const stocked = await addStockRows(tx, world.provider);
    return { stage: stocked, ...(await addStocktake(tx, world.provider, stocked, standing)) };
  });
  const subject = await ask(getStocktake, { stocktake_uuid: stocktakeUuid });
  const step = { stocktake_uuid: stocktakeUuid, version: subject.version };
  const place = { stocktake_uuid: stocktakeUuid, location: stage.barcodes[0] };
  return {
    subject,
    inputs: {
      "stock.start-stocktake": step,
      "stock.recount-stocktake": step,
      "stock.approve-stocktake": step,
      "stock.cancel-stocktake": step,
      "stock.count-stock": { ...place, variant_uuid: stage.variants[0]?.variantUuid, lot: "L1", quantity: 2 },
      "stock.undo-count": { stocktake_uuid: stocktakeUuid, line_uuid: lineUuid, after: standing.counted, before: null },
      "stock.finish-location": place,
      "stock.reopen-location": { ...place, line_uuids: [] },
    },
  };
}

const stocktakeStepsWalk: SubjectWalk = {
  actions: ["stocktake.start", "stocktake.recount", "stocktake.approve", "stocktake.cancel"],
  states: Object.keys(standings),
  make: stocktakeIn,
};

const stocktakeCountsWalk: SubjectWalk = {
  actions: ["stocktake.count"],
  // A second count is undone with other figures: the first one is tried.
  states: Object.keys(standings).filter((state) => state !== "to be counted again"),
  make: stocktakeIn,
};

/** Products and their stock. */
export const goodsWalks: readonly SubjectWalk[] = [
  goodsWalk,
  mergeWalk,
  bundlesWalk,
  balancesWalk,
  entriesWalk,
  stocktakeStepsWalk,
  stocktakeCountsWalk,
];
