import { z } from "zod";
import { searchParam } from "#src/kit/api/search-param.ts";

export const definitionTabs = ["locations", "map"] as const;
export type DefinitionTab = (typeof definitionTabs)[number];

/** The search parameters of the warehouses' definition: the part of a warehouse that is shown. */
export const definitionSearch = z.object({
  warehouse: searchParam.id,
  partition: searchParam.id,
  shelf: searchParam.id,
  tab: searchParam.oneOf(definitionTabs),
});
