import { z } from "zod";
import { searchParam } from "#src/kit/api/search-param.ts";

/** The tabs of a product's page. */
export const productTabs = ["data", "variants", "customs", "dimensions", "bundle", "images", "stock"] as const;
export type ProductTab = (typeof productTabs)[number];

/** The search parameters of the goods: `?product=` shows one of the list. */
export const goodsSearch = z.object({
  product: searchParam.id,
  tab: searchParam.oneOf(productTabs),
  variant: searchParam.id,
  owner: searchParam.id,
  page: searchParam.page,
  // Filters that links set.
  unmeasured: z.unknown().optional(),
  state: searchParam.text,
});
