import { discardImport, postImport, uploadImport } from "#src/warehouse/imports/imports.contract.ts";
import type { Obstacle } from "#src/kit/ui/action/action.ts";
import { checkRoom, defineActions } from "#src/kit/ui/action/action.ts";
import { addBarcode, addVariant, createProduct, measureVariant, removeBarcode, setArchived } from "./goods.contract.ts";
import { setBundle, setImages, updateProduct, updateVariant } from "./goods.contract.ts";
import { mergeVariants } from "./merge.contract.ts";
import { getBundleRefusal, mostBarcodes, mostVariants } from "./goods.rules.ts";
import type { ProductDetail, VariantDetail, GoodsRow } from "./goods-rows.contract.ts";

const unchanged: Obstacle = { code: null, isHidden: true };

function checkArchive({ is_archived, stock, is_expected }: Pick<GoodsRow, "is_archived" | "stock" | "is_expected">): Obstacle | null {
  if (is_archived) return unchanged;
  return stock.on_hand > 0 || is_expected ? { code: "goods.hasStock" } : null;
}

type Bundled = Pick<VariantDetail, "is_bundle" | "keeps_lots" | "keeps_expiry" | "part_of" | "stock" | "is_expected">;

function checkBundle({ part_of, stock, is_expected, ...variant }: Bundled): Obstacle | null {
  const code = getBundleRefusal({ ...variant, is_part: part_of.length > 0, is_stored: stock.on_hand > 0 || is_expected });
  return code === null ? null : { code };
}

/** What can be done with products and variants. */
export const goodsActions = defineActions({
  create: { calls: [createProduct] },
  import: { calls: [uploadImport, postImport, discardImport, createProduct] },
  merge: {
    calls: [mergeVariants],
    check: ({ is_archived }: Pick<GoodsRow, "is_archived">): Obstacle | null => (is_archived ? unchanged : null),
  },
  archive: { calls: [setArchived], check: checkArchive },
  restore: {
    calls: [setArchived],
    check: ({ is_archived }: Pick<GoodsRow, "is_archived">): Obstacle | null => (is_archived ? null : unchanged),
  },
  edit: { calls: [updateProduct] },
  addVariant: {
    calls: [addVariant],
    check: ({ variants }: Pick<ProductDetail, "variants">): Obstacle | null =>
      checkRoom(variants.length, mostVariants, "goods.tooManyVariants"),
  },
  editVariant: { calls: [updateVariant] },
  measure: { calls: [measureVariant] },
  addBarcode: {
    calls: [addBarcode],
    check: ({ barcodes }: Pick<VariantDetail, "barcodes">): Obstacle | null =>
      checkRoom(barcodes.length, mostBarcodes, "goods.tooManyBarcodes"),
  },
  removeBarcode: { calls: [removeBarcode] },
  /** adding a part; removing parts is always possible */
  bundle: { calls: [setBundle], check: checkBundle },
  images: { calls: [setImages] },
});
