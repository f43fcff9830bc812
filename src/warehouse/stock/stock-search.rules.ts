import { z } from "zod";
import { searchParam } from "#src/kit/api/search-param.ts";

/** The search parameters of the stock: a tab with its warehouse and owner, the page of a variant or stocktake, or a count in progress. */
export const stockSearch = z.object({
  tab: searchParam.id,
  variant: searchParam.uuid,
  stocktake: searchParam.uuid,
  count: searchParam.text,
  warehouse: searchParam.uuid,
  owner: searchParam.uuid,
});
