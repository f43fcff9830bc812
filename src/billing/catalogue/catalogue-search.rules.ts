import { z } from "zod";
import { searchParam } from "#src/kit/api/search-param.ts";

/** The tabs of a retailer's catalogue. */
export const offerTabs = ["offers", "claims"] as const;

/** The search parameters of a provider's catalogue: one item. */
export const catalogueSearch = z.object({ item: searchParam.uuid });

/** The search parameters of a retailer's catalogue: a tab, or one claim. */
export const offersSearch = z.object({ tab: searchParam.oneOf(offerTabs), claim: searchParam.uuid });
