import { z } from "zod";
import { piecesByState } from "#src/warehouse/stock/stock.contract.ts";
import { stockLevels } from "#src/warehouse/stock/stock.rules.ts";

const someNumber = z.number().nullable();

/** `oldest_since` is a time; empty if there is no stock. */
const stock = piecesByState.extend({ oldest_since: z.string() });
export type GoodsStock = z.infer<typeof stock>;

const variantBarcode = z.object({ barcode: z.string(), pieces: z.int() });

/** A SKU in lists. `main_image` is a stored file's name; `main_image_url` its address, or the imported one. */
export const variantRow = z.object({
  variant_uuid: z.uuid(),
  product_uuid: z.uuid(),
  owner_uuid: z.uuid(),
  owner_name: z.string(),
  sku: z.string(),
  title: z.string(),
  product_title: z.string(),
  main_image: z.string(),
  main_image_url: z.string(),
  barcodes: z.array(variantBarcode),
  stock,
  low_stock_quantity: someNumber,
  /** a bundle is in stock while its parts make at least one */
  level: z.enum(stockLevels),
  keeps_lots: z.boolean(),
  keeps_expiry: z.boolean(),
  is_bundle: z.boolean(),
  is_archived: z.boolean(),
  /** an open receipt announces it */
  is_expected: z.boolean(),
  weight_grams: someNumber,
  length_mm: someNumber,
  width_mm: someNumber,
  height_mm: someNumber,
  measured_weight_grams: someNumber,
  measured_length_mm: someNumber,
  measured_width_mm: someNumber,
  measured_height_mm: someNumber,
  /** empty until measured */
  measured_at: z.string(),
  created_at: z.string(),
  version: z.int(),
});
export type GoodsRow = z.infer<typeof variantRow>;

const component = z.object({ variant_uuid: z.uuid(), sku: z.string(), title: z.string(), quantity: z.int() });

const variantDetail = variantRow.extend({
  declared_name: z.string(),
  declared_name_zh: z.string(),
  hs_code: z.string(),
  origin_country: z.string(),
  declared_value_cents: someNumber,
  currency: z.string(),
  has_battery: z.boolean(),
  /** the parts of one bundle */
  components: z.array(component),
  /** bundles that contain this SKU */
  part_of: z.array(component),
  /** SKUs that were merged into this one */
  merged_skus: z.array(z.string()),
});
export type VariantDetail = z.infer<typeof variantDetail>;

export const productDetail = z.object({
  product_uuid: z.uuid(),
  owner_uuid: z.uuid(),
  owner_name: z.string(),
  title: z.string(),
  description: z.string(),
  brand: z.string(),
  category: z.string(),
  main_image_url: z.string(),
  /** names of stored files, in order */
  images: z.array(z.string()),
  is_archived: z.boolean(),
  created_at: z.string(),
  version: z.int(),
  variants: z.array(variantDetail),
});
export type ProductDetail = z.infer<typeof productDetail>;

/** A product as `query-product` returns it: `pid` is `product_uuid`, `vid` is `variant_id` (specification, section 3). */
export const queriedProduct = z.object({
  pid: z.uuid(),
  product_uuid: z.uuid(),
  title: z.string(),
  owner_uuid: z.uuid(),
  owner_name: z.string(),
  main_image_url: z.string(),
  is_archived: z.boolean(),
  /** pieces on hand of all variants */
  quantity: z.int(),
  product_variants: z.array(
    z.object({
      vid: z.uuid(),
      variant_id: z.uuid(),
      sku: z.string(),
      title: z.string(),
      quantity: z.int(),
      available: z.int(),
      reserved: z.int(),
      barcodes: z.array(z.string()),
      main_image_url: z.string(),
      weight_grams: someNumber,
      is_bundle: z.boolean(),
      is_archived: z.boolean(),
    }),
  ),
});
export type QueriedProduct = z.infer<typeof queriedProduct>;
