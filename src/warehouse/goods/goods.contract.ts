import { z } from "zod";
import { defineCall, query, ruled } from "#src/kit/api/define-call.ts";
import { listInput, listOutput } from "#src/kit/api/list.ts";
import { storedName } from "#src/kit/files/files.contract.ts";
import {
  getBarcodeRefusal,
  getCountryRefusal,
  getCurrencyRefusal,
  getHsCodeRefusal,
  mostBarcodes,
  mostCents,
  mostComponents,
  mostGrams,
  mostImages,
  mostLowStock,
  mostMillimetres,
  mostPieces,
  mostVariants,
  getPartsRefusal,
  getSkuRefusal,
  getTitleRefusal,
} from "./goods.rules.ts";
import { productDetail, queriedProduct, variantRow } from "./goods-rows.contract.ts";

export const staff = ["provider", "operator"] as const;
export const everybody = ["provider", "operator", "dropShipper"] as const;

/** A whole number within bounds. The specification has its own message for other values ("Many numeric fields must be numbers"). */
function wholeNumber(min: number, max: number) {
  const range = { error: "goods.numberRange" };
  return z.int({ error: "goods.numberRequired" }).min(min, range).max(max, range);
}
const maybe = <S extends z.ZodType>(schema: S) => schema.nullish().transform((value) => value ?? null);
const version = z.int().min(1).max(2_000_000_000);
const sku = ruled(z.string().trim().max(100), getSkuRefusal);
const title = ruled(z.string().trim().max(300), getTitleRefusal);
const barcode = ruled(z.string().trim().max(100), getBarcodeRefusal);
const grams = maybe(wholeNumber(1, mostGrams));
const millimetres = maybe(wholeNumber(1, mostMillimetres));

/** What the owner declares about a variant. Omitted numbers are unknown. */
export const variantFields = z.strictObject({
  sku,
  title: z.string().trim().max(200).default(""),
  weight_grams: grams,
  length_mm: millimetres,
  width_mm: millimetres,
  height_mm: millimetres,
  declared_name: z.string().trim().max(200).default(""),
  declared_name_zh: z.string().trim().max(200).default(""),
  hs_code: ruled(z.string().trim().max(20), getHsCodeRefusal).default(""),
  origin_country: ruled(z.string().trim().toUpperCase().max(10), getCountryRefusal).default(""),
  declared_value_cents: maybe(wholeNumber(0, mostCents)),
  currency: ruled(z.string().trim().toUpperCase().max(10), getCurrencyRefusal).default("USD"),
  /** carriers are told of each parcel with such goods */
  has_battery: z.boolean().default(false),
  keeps_lots: z.boolean().default(false),
  keeps_expiry: z.boolean().default(false),
  low_stock_quantity: maybe(wholeNumber(0, mostLowStock)),
});
export type VariantFields = z.output<typeof variantFields>;

export const productFields = z.strictObject({
  title,
  description: z.string().trim().max(5000).default(""),
  brand: z.string().trim().max(100).default(""),
  category: z.string().trim().max(100).default(""),
});
export type ProductFields = z.output<typeof productFields>;

const fieldCodes = [
  "goods.titleRequired",
  "goods.skuRequired",
  "goods.skuShape",
  "goods.numberRequired",
  "goods.numberRange",
  "goods.hsCodeShape",
  "goods.countryShape",
  "goods.currencyShape",
  "goods.skuTaken",
] as const;

export const variantStates = ["in_stock", "low", "out", "archived"] as const;
export const variantSorts = ["sku", "-sku", "created", "-created"] as const;
export const productSorts = ["created", "-created"] as const;
const search = z.string().trim().max(200).optional();

export const queryProduct = defineCall({
  name: "goods.query-product",
  method: "GET",
  path: "/api/product/query-product",
  summary: "Lists products with their variants, newest first. `product_variants.variant_id` returns the product of one variant.",
  roles: everybody,
  input: z.strictObject({
    ...listInput,
    "product_variants.variant_id": z.uuid().optional(),
    provider_uuid: z.uuid().optional(),
    search,
    owner_uuid: z.uuid().optional(),
    archived: query.flag().default(false),
    sort: z.enum(productSorts).optional(),
  }),
  output: listOutput(queriedProduct),
  codes: ["notFound"],
});

export const listVariants = defineCall({
  name: "goods.list-variants",
  method: "GET",
  path: "/api/product/list-variants",
  summary:
    "Lists SKUs with their stock. `search` matches words of SKUs, titles and barcodes, the last of which may be incomplete; `code` matches a SKU or barcode exactly.",
  roles: everybody,
  input: z.strictObject({
    ...listInput,
    search,
    code: z.string().trim().max(100).optional(),
    /** sent by the supplier's staff (specification, section 6); must be the session's own */
    provider_uuid: z.uuid().optional(),
    owner_uuid: z.uuid().optional(),
    /** archived variants are listed only for `archived` */
    state: z.enum(variantStates).optional(),
    keeps_lots: query.flag().optional(),
    /** has neither a declared nor a measured weight or size; bundles take theirs from their parts */
    unmeasured: query.flag().optional(),
    sort: z.enum(variantSorts).optional(),
  }),
  output: listOutput(variantRow),
  codes: ["notFound"],
});

export const getProduct = defineCall({
  name: "goods.get-product",
  method: "GET",
  path: "/api/product/get-product",
  summary: "Returns one product with all details of it and its variants.",
  roles: everybody,
  input: z.strictObject({ product_uuid: z.uuid() }),
  output: productDetail,
  codes: ["notFound"],
});

export const relations = ["product", "bundle", "barcode"] as const;

export const getRelatedProducts = defineCall({
  name: "goods.get-related-products",
  method: "GET",
  path: "/api/storage-m/get-related-products",
  summary:
    "Lists the variants that share a product, bundle or barcode with `variant_id`, each with what they share, at most 200. Without `variant_id`, lists the first 200 variants by SKU, each with what it shares with any other.",
  roles: everybody,
  input: z.strictObject({ variant_id: z.uuid().optional(), provider_uuid: z.uuid().optional() }),
  output: z.object({ result: z.array(variantRow.extend({ shares: z.array(z.enum(relations)) })) }),
  codes: ["notFound"],
});

const owner = z.object({ owner_uuid: z.uuid(), owner_name: z.string(), is_own: z.boolean() });
/** A company that may own goods. */
export type Owner = z.infer<typeof owner>;

export const listOwners = defineCall({
  name: "goods.list-owners",
  method: "GET",
  path: "/api/product/list-owners",
  summary:
    "Lists the possible owners of goods: the supplier first, then its retailers by name, at most 200 of `total`. `search` matches any part of the name, `owner_uuid` one owner.",
  roles: staff,
  input: z.strictObject({ search, owner_uuid: z.uuid().optional() }),
  output: z.object({ result: z.array(owner), total: z.int() }),
  codes: [],
});

export const createProduct = defineCall({
  name: "goods.create-product",
  method: "POST",
  path: "/api/product/create-product",
  summary: "Creates a product with its variants. Staff may name the owner; by default it is the supplier.",
  roles: everybody,
  permission: "goods",
  input: productFields.extend({
    owner_uuid: z.uuid().optional(),
    variants: z
      .array(variantFields.extend({ barcodes: z.array(barcode).max(mostBarcodes).default([]) }))
      .min(1)
      .max(mostVariants),
  }),
  output: productDetail,
  codes: ["notFound", "goods.barcodeShape", ...fieldCodes],
});

export const updateProduct = defineCall({
  name: "goods.update-product",
  method: "PUT",
  path: "/api/product/update-product",
  summary: "Updates a product's own fields.",
  roles: everybody,
  permission: "goods",
  input: productFields.extend({ product_uuid: z.uuid(), version }),
  output: productDetail,
  codes: ["notFound", "changedMeanwhile", "goods.titleRequired"],
});

export const addVariant = defineCall({
  name: "goods.add-variant",
  method: "POST",
  path: "/api/product/add-variant",
  summary: "Adds a variant to a product, which can have up to 200.",
  roles: everybody,
  permission: "goods",
  input: variantFields.extend({ product_uuid: z.uuid(), barcodes: z.array(barcode).max(mostBarcodes).default([]) }),
  output: productDetail,
  codes: ["notFound", "goods.tooManyVariants", "goods.barcodeShape", ...fieldCodes],
});

export const updateVariant = defineCall({
  name: "goods.update-variant",
  method: "PUT",
  path: "/api/product/update-variant",
  summary: "Updates a variant. Lot and expiry tracking cannot change while there is stock.",
  roles: everybody,
  permission: "goods",
  input: variantFields.extend({ variant_uuid: z.uuid(), version }),
  output: productDetail,
  codes: ["notFound", "changedMeanwhile", "goods.lotsInUse", "goods.bundleKeepsNoLots", ...fieldCodes],
});

export const measureVariant = defineCall({
  name: "goods.measure-variant",
  method: "PUT",
  path: "/api/product/measure-variant",
  summary: "Saves the measurements of one packed piece. Null leaves an earlier measurement unchanged.",
  roles: staff,
  permission: "receiving",
  input: z.strictObject({
    variant_uuid: z.uuid(),
    weight_grams: grams,
    length_mm: millimetres,
    width_mm: millimetres,
    height_mm: millimetres,
  }),
  output: productDetail,
  codes: ["notFound", "goods.numberRequired", "goods.numberRange"],
});

export const addBarcode = defineCall({
  name: "goods.add-barcode",
  method: "POST",
  path: "/api/product/add-barcode",
  summary:
    "Adds a barcode to a variant, up to 20, with the number of pieces that one scan stands for. Updates that number if the variant already has the barcode.",
  roles: everybody,
  permission: "goods",
  input: z.strictObject({ variant_uuid: z.uuid(), barcode, pieces: wholeNumber(1, mostPieces).default(1) }),
  output: productDetail,
  codes: ["notFound", "goods.barcodeShape", "goods.tooManyBarcodes", "goods.numberRequired", "goods.numberRange"],
});

export const removeBarcode = defineCall({
  name: "goods.remove-barcode",
  method: "POST",
  path: "/api/product/remove-barcode",
  summary: "Removes a barcode from a variant. Does nothing if the variant does not have it.",
  roles: everybody,
  permission: "goods",
  input: z.strictObject({ variant_uuid: z.uuid(), barcode: z.string().max(100) }),
  output: productDetail,
  codes: ["notFound"],
});

export const setBundle = defineCall({
  name: "goods.set-bundle",
  method: "PUT",
  path: "/api/product/set-bundle",
  summary:
    "Sets the parts of one piece of a bundle; without parts the variant is no longer a bundle. Each part is named once, has the same owner and is not a bundle itself.",
  roles: everybody,
  permission: "goods",
  input: z.strictObject({
    variant_uuid: z.uuid(),
    version,
    components: ruled(
      z.array(z.strictObject({ variant_uuid: z.uuid(), quantity: wholeNumber(1, 10_000) })).max(mostComponents),
      getPartsRefusal,
    ),
  }),
  output: productDetail,
  codes: [
    "notFound",
    "changedMeanwhile",
    "goods.partTwice",
    "goods.bundleInBundle",
    "goods.bundleOwners",
    "goods.bundleHasStock",
    "goods.bundleKeepsNoLots",
    "goods.numberRequired",
    "goods.numberRange",
  ],
});

export const setArchived = defineCall({
  name: "goods.set-archived",
  method: "PUT",
  path: "/api/product/set-archived",
  summary: "Archives or restores variants, all or none: an unknown id fails the request. Variants with stock cannot be archived.",
  roles: everybody,
  permission: "goods",
  input: z.strictObject({ variant_uuids: z.array(z.uuid()).min(1).max(200), archived: z.boolean() }),
  output: z.object({ changed: z.int() }),
  codes: ["notFound", "goods.hasStock"],
});

export const setImages = defineCall({
  name: "goods.set-images",
  method: "PUT",
  path: "/api/product/set-images",
  summary:
    "Sets a product's images in order; the first is the main image. Each is a file uploaded by this user, or one that the product already has.",
  roles: everybody,
  permission: "goods",
  input: z.strictObject({ product_uuid: z.uuid(), version, images: z.array(storedName).max(mostImages) }),
  output: productDetail,
  codes: ["notFound", "changedMeanwhile", "files.notAnImage"],
});
