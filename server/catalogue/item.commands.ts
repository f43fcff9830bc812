import type { ParsedInputOf } from "#src/api/define-call.ts";
import type { setItemStatus, updateItem } from "#src/catalogue/catalogue.contract.ts";
import { getListingRefusal } from "#src/catalogue/listing.rules.ts";
import { ok, refuse } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import { newId } from "#server/clock.ts";
import { variantsOfItems } from "./surroundings.queries.ts";
import { itemColumns, listPricedVariants } from "./items.queries.ts";
import type { ItemRow } from "./items.queries.ts";
import { distinct } from "./scope.ts";
import type { StaffScope } from "./scope.ts";
import { tellStaff, tellWhoSees } from "./told.commands.ts";

interface Added {
  added: { product_uuid: string; item_uuid: string }[];
  existing: number;
}

/**
 * Takes products into the catalogue as drafts, all of them or none. Whoever takes the same one at the same time finds it there.
 * @returns the new items, in the order of their products' ids; `catalogue.notOwn` where a retailer owns one
 */
export async function addItemsOf(
  { tx, now, providerUuid }: StaffScope,
  productUuids: readonly string[],
): Promise<Result<Added, "notFound" | "catalogue.notOwn">> {
  const wanted = distinct(productUuids);
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
  // An item is made with its SKUs: whoever changes one right now is waited for, and whoever comes later finds the item.
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
    await tellStaff(
      tx,
      providerUuid,
      added.map(({ item_uuid }) => item_uuid),
    );
  return ok({ added, existing: wanted.length - added.length });
}

/** Holds items until the end of the transaction, in the order of their ids; null where one of them is not there. */
export async function holdItems({ tx, providerUuid }: StaffScope, itemUuids: readonly string[]): Promise<ItemRow[] | null> {
  const wanted = distinct(itemUuids);
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

/** Says what retailers read of an item. Titles that retailers gave their claims stay. @returns the new version */
export async function changeItem(
  scope: StaffScope,
  { item_uuid, title, description, version }: ParsedInputOf<typeof updateItem>,
): Promise<Result<{ version: number }, "notFound" | "changedMeanwhile">> {
  const [held] = (await holdItems(scope, [item_uuid])) ?? [];
  if (held === undefined) return refuse("notFound");
  if (held.version !== version) return refuse("changedMeanwhile");
  const { tx, now, providerUuid } = scope;
  await tx
    .updateTable("catalogue_item")
    .set({ title, description, version: version + 1, updated_at: now })
    .where("provider_uuid", "=", providerUuid)
    .where("item_uuid", "=", held.item_uuid)
    .execute();
  await tellWhoSees(tx, providerUuid, [{ item_uuid: held.item_uuid, isSeenByAll: held.status === "listed" }]);
  return ok({ version: version + 1 });
}

/** Finds what keeps items from being listed as they are; null where all of them can be. */
async function findListingRefusal({ tx, providerUuid }: StaffScope, itemUuids: readonly string[]) {
  const variants = await variantsOfItems(tx, providerUuid, itemUuids);
  const priced = await listPricedVariants(tx, providerUuid, itemUuids);
  const refusals = itemUuids.map((uuid) => {
    const own = variants.get(uuid) ?? [];
    const unpricedCount = own.filter(({ variant_uuid }) => !priced.has(variant_uuid)).length;
    return getListingRefusal({ variantCount: own.length, unpricedCount });
  });
  return refusals.find((refusal) => refusal !== null) ?? null;
}

/**
 * Lists items, or withdraws them: all that are named, or none. What is so already stays as it is, and so does a draft that is withdrawn: nobody
 * was offered it.
 * @returns the items that this changed
 */
export async function setStatusOf(
  scope: StaffScope,
  { item_uuids, status }: ParsedInputOf<typeof setItemStatus>,
): Promise<Result<string[], "notFound" | "catalogue.noPrice" | "catalogue.archived">> {
  const held = await holdItems(scope, item_uuids);
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
  // Those who were offered what is withdrawn lose sight of it, and hear that too.
  await tellWhoSees(
    tx,
    providerUuid,
    changed.map((item_uuid) => ({ item_uuid, isSeenByAll: true })),
  );
  return ok(changed);
}
