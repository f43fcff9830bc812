import { sql } from "kysely";
import { getBarcodeRefusal } from "#src/warehouse/goods/goods.rules.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { FollowUps } from "#server/platform/services.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { postMovements } from "#server/warehouse/stock/ledger.commands.ts";
import type { Movement } from "#server/warehouse/stock/ledger.commands.ts";
import { refreshArchived } from "./archive.commands.ts";
import { lockVariants } from "./lock-variants.commands.ts";
import type { GoodsContext } from "./lock-variants.commands.ts";
import { mergeTakes } from "./merge-takes.queries.ts";
import { mergeFacts, mergeRefusals } from "./merge.queries.ts";
import type { MergePair, MergeRefusal } from "./merge.queries.ts";
import { insertBarcodes } from "./variant.commands.ts";

/** Finds the variants of a merge; null if one does not exist. @param isHeld locks them until the end of the transaction */
export async function mergePair(
  { tx, providerUuid }: GoodsContext,
  wish: { readonly from_uuids: readonly string[]; readonly into_uuid: string },
  isHeld: boolean,
): Promise<MergePair | null> {
  const intoUuid = wish.into_uuid.toLowerCase();
  const fromUuids = new Set(wish.from_uuids.map((uuid) => uuid.toLowerCase()));
  const held = await lockVariants(tx, providerUuid, [intoUuid, ...fromUuids], isHeld);
  const into = held?.find(({ variant_uuid }) => variant_uuid === intoUuid);
  if (held === null || into === undefined) return null;
  return { from: held.filter(({ variant_uuid }) => fromUuids.has(variant_uuid)), into };
}

/** Moves every piece from the old SKUs to the new one, each at its location: one movement out and one in for each balance. */
async function moveStock(context: GoodsContext, userUuid: string, { from, into }: MergePair): Promise<Result<number, MergeRefusal>> {
  const { tx, providerUuid, now } = context;
  const balances = await tx
    .selectFrom("stock_balance")
    .select(["variant_uuid", "owner_uuid", "warehouse_uuid", "location_uuid", "lot", "condition", "quantity"])
    .where("provider_uuid", "=", providerUuid)
    .where(
      "variant_uuid",
      "in",
      from.map(({ variant_uuid }) => variant_uuid),
    )
    .where("quantity", ">", 0)
    .execute();
  if (balances.length === 0) return ok(0);
  const mergeUuid = newId();
  const movements = balances.flatMap((balance, index): Movement[] => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint, or its writer's schema, allows no other value
    const condition = balance.condition as Movement["from"]["condition"];
    const there = { place: "location", locationUuid: balance.location_uuid, condition } as const;
    const between = { place: "adjustment", condition } as const;
    const { owner_uuid: ownerUuid, warehouse_uuid: warehouseUuid, lot, quantity } = balance;
    const common = { ownerUuid, warehouseUuid, lot, quantity };
    const source = (line: number) => ({ type: "merge", uuid: mergeUuid, line });
    return [
      { ...common, source: source(2 * index + 1), variantUuid: balance.variant_uuid, from: there, to: between },
      { ...common, source: source(2 * index + 2), variantUuid: into.variant_uuid, from: between, to: there },
    ];
  });
  const posted = await postMovements(tx, { providerUuid, userUuid, now }, movements);
  if (posted.ok) return ok(balances.reduce((sum, { quantity }) => sum + quantity, 0));
  // The variants are locked, so nothing else can be posted for them; a reservation may have come in between.
  if (posted.problem === "stock.reservedElsewhere") return refuse("goods.mergeReserved");
  throw new Error(`goods: posting a merge failed (${posted.problem})`);
}

/** Moves the barcodes, and makes the old SKUs barcodes, so that printed labels still scan. */
async function moveBarcodes(context: GoodsContext, { from, into }: MergePair): Promise<void> {
  const { tx, providerUuid } = context;
  const { variant_uuid, owner_uuid } = into;
  const had = await tx
    .selectFrom("sku_barcode")
    .select(["barcode", "pieces"])
    .where("provider_uuid", "=", providerUuid)
    .where("variant_uuid", "=", variant_uuid)
    .execute();
  const moved = await tx
    .deleteFrom("sku_barcode")
    .where("provider_uuid", "=", providerUuid)
    .where(
      "variant_uuid",
      "in",
      from.map((one) => one.variant_uuid),
    )
    .returning(["barcode", "pieces"])
    .execute();
  const words = from.filter(({ sku }) => getBarcodeRefusal(sku) === null).map(({ sku }) => ({ barcode: sku, pieces: 1 }));
  // The first entry of a barcode wins: the remaining SKU's own come before those that it takes over.
  const fresh = new Map([...words, ...moved].toReversed().map(({ barcode, pieces }) => [barcode, pieces]));
  for (const { barcode } of had) fresh.delete(barcode);
  await insertBarcodes(
    context,
    [...fresh].map(([barcode, pieces]) => ({ variant_uuid, owner_uuid, barcode, pieces })),
  );
}

/** Replaces the old SKUs by the new one in bundles; sums the pieces of a bundle that had both. */
async function moveBundles({ tx, providerUuid }: GoodsContext, { from, into }: MergePair): Promise<void> {
  const uuids = from.map(({ variant_uuid }) => variant_uuid);
  await sql`
    with gone as (
      delete from bundle_component where provider_uuid = ${providerUuid}
        and (component_uuid = any (${uuids}::uuid[]) or bundle_uuid = any (${uuids}::uuid[]))
      returning bundle_uuid, component_uuid, owner_uuid, quantity
    )
    insert into bundle_component (provider_uuid, bundle_uuid, component_uuid, owner_uuid, quantity)
      select ${providerUuid}::uuid, bundle_uuid, ${into.variant_uuid}::uuid, owner_uuid, least(sum(quantity), 10000)
      from gone where component_uuid = any (${uuids}::uuid[]) and bundle_uuid <> all (${uuids}::uuid[])
      group by bundle_uuid, owner_uuid
    on conflict on constraint bundle_component_pkey
      do update set quantity = least(bundle_component.quantity + excluded.quantity, 10000)`.execute(tx);
}

/** Moves lots, lines of receipts that nobody works on yet, and earlier merges into an old SKU. */
async function moveRest({ tx, providerUuid, now }: GoodsContext, { from, into }: MergePair): Promise<void> {
  const uuids = from.map(({ variant_uuid }) => variant_uuid);
  await sql`
    insert into lot (provider_uuid, variant_uuid, lot, owner_uuid, expires_on, created_at)
      select distinct on (lot) provider_uuid, ${into.variant_uuid}::uuid, lot, owner_uuid, expires_on, created_at
      from lot where provider_uuid = ${providerUuid} and variant_uuid = any (${uuids}::uuid[]) order by lot, created_at
    on conflict on constraint lot_pkey do nothing`.execute(tx);
  await sql`
    update receipt_line l set variant_uuid = ${into.variant_uuid}
    from receipt r where r.provider_uuid = l.provider_uuid and r.receipt_uuid = l.receipt_uuid and r.status in ('draft', 'submitted')
      and l.provider_uuid = ${providerUuid} and l.variant_uuid = any (${uuids}::uuid[])`.execute(tx);
  await tx
    .updateTable("variant")
    .set((variant) => ({ merged_into_uuid: into.variant_uuid, is_archived: true, version: variant("version", "+", 1), updated_at: now }))
    .where("provider_uuid", "=", providerUuid)
    .where((where) => where.or([where("variant_uuid", "in", uuids), where("merged_into_uuid", "in", uuids)]))
    .execute();
}

/** Copies what the remaining SKU does not know; moves a product's images if the product has nothing else left. */
async function takeOver(context: GoodsContext, pair: MergePair): Promise<void> {
  const { tx, providerUuid, now } = context;
  const { into } = pair;
  const products = [into, ...pair.from].map(({ product_uuid }) => product_uuid);
  await sql`
    select from product where provider_uuid = ${providerUuid} and product_uuid = any (${products}::uuid[])
    order by product_uuid for no key update`.execute(tx);
  const { fields, imagesOf } = await mergeTakes(tx, providerUuid, pair);
  if (Object.keys(fields).length > 0)
    await tx
      .updateTable("variant")
      .set((variant) => ({ ...fields, version: variant("version", "+", 1), updated_at: now }))
      .where("provider_uuid", "=", providerUuid)
      .where("variant_uuid", "=", into.variant_uuid)
      .execute();
  if (imagesOf === null) return;
  await sql`
    update product set version = version + 1, updated_at = ${now}, main_image_url = case product_uuid when ${into.product_uuid}
      then (select old.main_image_url from product old where old.provider_uuid = ${providerUuid} and old.product_uuid = ${imagesOf}) else '' end
    where provider_uuid = ${providerUuid} and product_uuid in (${into.product_uuid}, ${imagesOf})`.execute(tx);
  await tx
    .updateTable("product_image")
    .set({ product_uuid: into.product_uuid })
    .where("provider_uuid", "=", providerUuid)
    .where("product_uuid", "=", imagesOf)
    .execute();
}

/**
 * Locks the receipts that nobody works on yet and whose lines are moved, in the order of their ids. One that is being confirmed is waited for, and then
 * blocks the merge, as those being worked on do.
 */
async function lockReceipts({ tx, providerUuid }: GoodsContext, { from }: MergePair): Promise<void> {
  const uuids = from.map(({ variant_uuid }) => variant_uuid);
  await sql`
    select from receipt where provider_uuid = ${providerUuid} and status in ('draft', 'submitted')
      and receipt_uuid in (select receipt_uuid from receipt_line where provider_uuid = ${providerUuid} and variant_uuid = any (${uuids}::uuid[]))
    order by receipt_uuid for no key update`.execute(tx);
}

/**
 * Merges variants into one: moves stock, barcodes, parts of bundles, lots, lines of receipts that nobody works on yet and of orders that wait, and sizes, customs data and
 * images that the remaining one lacks. Refuses if anything else about them is in progress.
 * @returns how many variants and pieces were merged
 */
export async function merge(
  context: GoodsContext & { readonly followUps: FollowUps },
  userUuid: string,
  wish: { readonly from_uuids: readonly string[]; readonly into_uuid: string },
): Promise<Result<{ merged: number; pieces: number }, "notFound" | MergeRefusal>> {
  const pair = await mergePair(context, wish, true);
  if (pair === null) return refuse("notFound");
  await lockReceipts(context, pair);
  const [refusal] = mergeRefusals(pair, await mergeFacts(context.tx, context.providerUuid, pair));
  if (refusal !== undefined) return refuse(refusal);
  const { tx, providerUuid, followUps } = context;
  // Orders before the stock, like whoever reserves.
  await followUps.variantsMerged(
    tx,
    providerUuid,
    pair.from.map(({ variant_uuid }) => variant_uuid),
    pair.into.variant_uuid,
  );
  await takeOver(context, pair);
  await moveBarcodes(context, pair);
  await moveBundles(context, pair);
  const moved = await moveStock(context, userUuid, pair);
  if (!moved.ok) return moved;
  await moveRest(context, pair);
  await refreshArchived(
    context,
    pair.from.map(({ product_uuid }) => product_uuid),
  );
  await followUps.stockFreed(tx, providerUuid, [pair.into.variant_uuid]);
  return ok({ merged: pair.from.length, pieces: moved.value });
}
