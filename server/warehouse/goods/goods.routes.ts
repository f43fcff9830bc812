import {
  addBarcode,
  addVariant,
  createProduct,
  getProduct,
  getRelatedProducts,
  listOwners,
  listVariants,
  measureVariant,
  queryProduct,
  removeBarcode,
  setArchived,
  setBundle,
  setImages,
  updateProduct,
  updateVariant,
} from "#src/warehouse/goods/goods.contract.ts";
import type { ProductDetail } from "#src/warehouse/goods/goods-rows.contract.ts";
import type { RefusalName } from "#src/kit/api/codes.ts";
import { emptyPage } from "#src/kit/api/list.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import { implement, requireActor } from "#server/platform/http/context.ts";
import type { CallContext, Implementation } from "#server/platform/http/context.ts";
import { archive } from "./archive.commands.ts";
import { saveBarcode, takeBarcode } from "./barcodes.commands.ts";
import { saveBundle } from "./bundle.commands.ts";
import type { GoodsContext } from "./lock-variants.commands.ts";
import { saveImages } from "./images.commands.ts";
import { labelsRoutes } from "./product-labels.routes.ts";
import { listVariantRows, queryProducts } from "./goods-list.queries.ts";
import { mergeRoutes } from "./merge.routes.ts";
import { getGoodsScope, findNamedOwner, readOwners } from "./owners.queries.ts";
import type { GoodsScope } from "./owners.queries.ts";
import { changeProduct, makeProduct } from "./product.commands.ts";
import { listVariantsWithRelations, findProduct, listRelatedVariants } from "./product.queries.ts";
import { addVariantTo, changeVariant, measure } from "./variant.commands.ts";
import { findVariant } from "./variants.queries.ts";

/** Returns whose goods a list shows: the named owner's, a retailer's own, or all of a provider's. Null if the named owner is not allowed. */
async function listScope(context: CallContext, scope: GoodsScope, named: string | undefined) {
  if (named === undefined) return { providerUuid: scope.providerUuid, ownerUuid: scope.retailerUuid };
  const ownerUuid = await findNamedOwner(context.tx, scope, named);
  return ownerUuid === null ? null : { providerUuid: scope.providerUuid, ownerUuid };
}

async function shown({ tx }: CallContext, { providerUuid }: GoodsScope, productUuid: string): Promise<ProductDetail> {
  const product = await findProduct(tx, providerUuid, productUuid);
  if (product === null) throw new Error("goods: a changed product is missing");
  return product;
}

/**
 * Changes a product, writes the audit row, and answers the product as it is now.
 * @param deed returns the product's id
 */
async function changed<R extends RefusalName>(
  context: CallContext,
  about: { action: string; subjectType: "product" | "variant"; subjectUuid: string | null; detail?: Readonly<Record<string, unknown>> },
  deed: (goods: GoodsContext, scope: GoodsScope) => Promise<Result<string, R | "notFound">>,
): Promise<Result<ProductDetail, R | "notFound">> {
  const scope = getGoodsScope(context);
  if (scope === null) return refuse("notFound");
  const { tx, now } = context;
  const done = await deed({ tx, now, providerUuid: scope.providerUuid }, scope);
  if (!done.ok) return done;
  await writeAudit(tx, context, { ...about, subjectUuid: about.subjectUuid ?? done.value });
  return ok(await shown(context, scope, done.value));
}

export const goodsRoutes: readonly Implementation[] = [
  implement(queryProduct, async ({ owner_uuid, provider_uuid: _checked, ...filters }, context) => {
    const scope = getGoodsScope(context);
    if (scope === null) return ok(emptyPage());
    const of = await listScope(context, scope, owner_uuid);
    return of === null ? refuse("notFound") : queryProducts(context.tx, of, filters);
  }),

  implement(listVariants, async ({ owner_uuid, provider_uuid: _own, ...filters }, context) => {
    const scope = getGoodsScope(context);
    if (scope === null) return ok(emptyPage());
    const of = await listScope(context, scope, owner_uuid);
    return of === null ? refuse("notFound") : listVariantRows(context.tx, of, filters);
  }),

  implement(getProduct, async ({ product_uuid }, context) => {
    const scope = getGoodsScope(context);
    const product = scope === null ? null : await findProduct(context.tx, scope.providerUuid, product_uuid);
    return product === null ? refuse("notFound") : ok(product);
  }),

  implement(getRelatedProducts, async ({ variant_id }, context) => {
    const scope = getGoodsScope(context);
    if (scope === null) return refuse("notFound");
    if (variant_id === undefined) return ok({ result: await listVariantsWithRelations(context.tx, scope.providerUuid) });
    const variant = await findVariant(context.tx, scope.providerUuid, variant_id);
    if (variant === null) return refuse("notFound");
    return ok({ result: await listRelatedVariants(context.tx, scope.providerUuid, variant) });
  }),

  implement(listOwners, async (wish, context) => {
    const scope = getGoodsScope(context);
    return ok(scope === null ? { result: [], total: 0 } : await readOwners(context.tx, scope.providerUuid, wish));
  }),

  implement(createProduct, ({ owner_uuid, ...fields }, context) =>
    changed(
      context,
      { action: "goods.create-product", subjectType: "product", subjectUuid: null, detail: { title: fields.title } },
      async (goods, scope) => {
        const owner = await findNamedOwner(context.tx, scope, owner_uuid);
        return owner === null ? refuse("notFound") : makeProduct(goods, owner, fields);
      },
    ),
  ),

  implement(updateProduct, (input, context) =>
    changed(
      context,
      { action: "goods.update-product", subjectType: "product", subjectUuid: input.product_uuid, detail: { title: input.title } },
      (goods) => changeProduct(goods, input),
    ),
  ),

  implement(addVariant, ({ product_uuid, ...variant }, context) =>
    changed(
      context,
      { action: "goods.add-variant", subjectType: "product", subjectUuid: product_uuid, detail: { sku: variant.sku } },
      async (goods) => {
        const added = await addVariantTo(goods, product_uuid, variant);
        return added.ok ? ok(product_uuid.toLowerCase()) : added;
      },
    ),
  ),

  implement(updateVariant, (input, context) =>
    changed(
      context,
      { action: "goods.update-variant", subjectType: "variant", subjectUuid: input.variant_uuid, detail: { sku: input.sku } },
      (goods) => changeVariant(goods, input),
    ),
  ),

  implement(measureVariant, ({ variant_uuid, ...measures }, context) =>
    changed(
      context,
      { action: "goods.measure-variant", subjectType: "variant", subjectUuid: variant_uuid, detail: { ...measures } },
      (goods) => measure(goods, variant_uuid, measures),
    ),
  ),

  implement(addBarcode, (input, context) =>
    changed(
      context,
      {
        action: "goods.add-barcode",
        subjectType: "variant",
        subjectUuid: input.variant_uuid,
        detail: { barcode: input.barcode, pieces: input.pieces },
      },
      (goods) => saveBarcode(goods, input),
    ),
  ),

  implement(removeBarcode, (input, context) =>
    changed(
      context,
      { action: "goods.remove-barcode", subjectType: "variant", subjectUuid: input.variant_uuid, detail: { barcode: input.barcode } },
      (goods) => takeBarcode(goods, input),
    ),
  ),

  implement(setBundle, (input, context) =>
    changed(
      context,
      { action: "goods.set-bundle", subjectType: "variant", subjectUuid: input.variant_uuid, detail: { parts: input.components.length } },
      (goods) => saveBundle(goods, input),
    ),
  ),

  implement(setArchived, async ({ variant_uuids, archived }, context) => {
    const scope = getGoodsScope(context);
    if (scope === null) return refuse("notFound");
    const { tx, now } = context;
    const done = await archive({ tx, now, providerUuid: scope.providerUuid }, variant_uuids, archived);
    if (!done.ok) return done;
    for (const uuid of done.value)
      await writeAudit(tx, context, { action: "goods.set-archived", subjectType: "variant", subjectUuid: uuid, detail: { archived } });
    return ok({ changed: done.value.length });
  }),

  implement(setImages, (input, context) =>
    changed(
      context,
      { action: "goods.set-images", subjectType: "product", subjectUuid: input.product_uuid, detail: { images: input.images.length } },
      (goods) => saveImages(goods, requireActor(context).userUuid, input),
    ),
  ),
  ...mergeRoutes,
  ...labelsRoutes,
];
