import { getProduct, getRelatedProducts, listOwners, listVariants, queryProduct } from "./goods.contract.ts";
import { previewMerge } from "./merge.contract.ts";

/** The calls that read products: refreshed together after a change. */
export const goodsReads = [queryProduct, listVariants, getProduct, getRelatedProducts, listOwners, previewMerge] as const;
