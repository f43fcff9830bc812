import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import type { setItemStatus, updateItem } from "#src/billing/catalogue/catalogue.contract.ts";
import { getListingRefusal } from "#src/billing/catalogue/listing.rules.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { listItemVariants } from "./variants.queries.ts";
import { itemColumns, readListPrices } from "./items.queries.ts";
import type { ItemRow } from "./items.queries.ts";
import { toLockOrder } from "./catalogue-scope.ts";
import type { StaffScope } from "./catalogue-scope.ts";
import { notifyStaff, notifyViewers } from "./catalogue-events.commands.ts";

interface Added {
  added: { product_uuid: string; item_uuid: string }[];
  existing: number;
}

/**
 * Adds products to the catalogue as drafts, all of them or none. A product that is added concurrently is found, not added twice.
 * @returns the new items, ordered by the ids of their products; `catalogue.notOwn` if a retailer owns one of the products
 */
export async function insertItems(
  { tx, now, providerUuid }: StaffScope,
  productUuids: readonly string[],
): Promise<Result<Added, "notFound" | "catalogue.notOwn">> {
  const wanted = toLockOrder(productUuids);
  const products = await tx
    .selectFrom("product")
    .select(["product_uuid", "owner_uuid", "title"])
    .where("provider_uuid", "=", providerUuid)
    .where("product_uuid", "in", wanted)
    .orderBy("product_uuid")
    .forShare()
    .execute();
  if (products.length !== wanted.length) return refuse("notFound");
  if (products.some(({ owner_uuid }) => owner_uuid !== providerUuid)) return refuse("catalogue.notOwn");
  // Products are locked because an item is created with its SKUs: this waits for a concurrent change, and later changes find the item.
  await tx
    .selectFrom("variant")
    .select("variant_uuid")
    .where("provider_uuid", "=", providerUuid)
    .where("product_uuid", "in", wanted)
    .orderBy("variant_uuid")
    .forShare()
    .execute();
  const items = products.map(({ product_uuid, title }) => ({
    provider_uuid: providerUuid,
    item_uuid: newId(),
    product_uuid,
    title,
    created_at: now,
    updated_at: now,
  }));
  const added = await tx
    .insertInto("catalogue_item")
    .values(items)
    .onConflict((conflict) => conflict.constraint("catalogue_item_product_key").doNothing())
    .returning(["product_uuid", "item_uuid"])
    .execute();
  if (added.length > 0)
    await notifyStaff(
      tx,
      providerUuid,
      added.map(({ item_uuid }) => item_uuid),
    );
  return ok({ added, existing: wanted.length - added.length });
}

/** Locks items in the order of their ids; null if one of them does not exist. */
export async function lockItems({ tx, providerUuid }: StaffScope, itemUuids: readonly string[]): Promise<ItemRow[] | null> {
  const wanted = toLockOrder(itemUuids);
  const held = await tx
    .selectFrom("catalogue_item")
    .select(itemColumns)
    .where("provider_uuid", "=", providerUuid)
    .where("item_uuid", "in", wanted)
    .orderBy("item_uuid")
    .forNoKeyUpdate()
    .execute();
  return held.length === wanted.length ? held : null;
}

/**
 * Saves the texts of an item that retailers read. Titles that retailers gave their own claims are retained.
 * @returns the new version
 */
export async function saveItemTexts(
  scope: StaffScope,
  { item_uuid, title, description, version }: ParsedInputOf<typeof updateItem>,
): Promise<Result<{ version: number }, "notFound" | "changedMeanwhile">> {
  const [held] = (await lockItems(scope, [item_uuid])) ?? [];
  if (held === undefined) return refuse("notFound");
  if (held.version !== version) return refuse("changedMeanwhile");
  const { tx, now, providerUuid } = scope;
  await tx
    .updateTable("catalogue_item")
    .set({ title, description, version: version + 1, updated_at: now })
    .where("provider_uuid", "=", providerUuid)
    .where("item_uuid", "=", held.item_uuid)
    .execute();
  await notifyViewers(tx, providerUuid, [{ item_uuid: held.item_uuid, isSeenByAll: held.status === "listed" }]);
  return ok({ version: version + 1 });
}

/** Finds the reason why items cannot be listed; null if all of them can. */
async function findListingRefusal({ tx, providerUuid }: StaffScope, itemUuids: readonly string[]) {
  const [variants, prices] = await Promise.all([
    listItemVariants(tx, providerUuid, itemUuids),
    readListPrices(tx, providerUuid, itemUuids),
  ]);
  const priced = new Set(prices.map(({ variant_uuid }) => variant_uuid));
  const refusals = itemUuids.map((uuid) => {
    const own = variants.get(uuid) ?? [];
    const unpricedCount = own.filter(({ variant_uuid }) => !priced.has(variant_uuid)).length;
    return getListingRefusal({ variantCount: own.length, unpricedCount });
  });
  return refusals.find((refusal) => refusal !== null) ?? null;
}

/**
 * Lists items or withdraws them, all of them or none. Items that already have the status are left alone, and so are drafts on withdrawal, because nobody was
 * offered them.
 * @returns the items that changed
 */
export async function saveStatus(
  scope: StaffScope,
  { item_uuids, status }: ParsedInputOf<typeof setItemStatus>,
): Promise<Result<string[], "notFound" | "catalogue.noPrice" | "catalogue.archived">> {
  const held = await lockItems(scope, item_uuids);
  if (held === null) return refuse("notFound");
  const changing = held.filter((item) => (status === "listed" ? item.status !== "listed" : item.status === "listed"));
  const changed = changing.map(({ item_uuid }) => item_uuid);
  if (changed.length === 0) return ok([]);
  const refusal = status === "listed" ? await findListingRefusal(scope, changed) : null;
  if (refusal !== null) return refuse(refusal);
  const { tx, now, providerUuid } = scope;
  await tx
    .updateTable("catalogue_item")
    .set((item) => ({ status, updated_at: now, version: item("version", "+", 1), ...(status === "listed" ? { listed_at: now } : {}) }))
    .where("provider_uuid", "=", providerUuid)
    .where("item_uuid", "in", changed)
    .execute();
  // Retailers that were offered a withdrawn item lose access to it, and are notified too.
  await notifyViewers(
    tx,
    providerUuid,
    changed.map((item_uuid) => ({ item_uuid, isSeenByAll: true })),
  );
  return ok(changed);
}
