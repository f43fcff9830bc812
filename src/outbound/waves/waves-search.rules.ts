import { z } from "zod";
import { searchParam } from "#src/kit/api/search-param.ts";

// Loaded with the application, as the search parameters of every page: it imports nothing of the waves themselves.

/** The tabs of a wave's page. */
export const waveParts = ["tasks", "orders"] as const;

/** The search parameters of the page of waves; the list adds its filters. */
export const wavesSearch = z.object({
  wave: searchParam.uuid,
  part: searchParam.oneOf(waveParts),
  warehouse: searchParam.uuid,
});

/** The search parameters of the page of prints. */
export const printOrdersSearch = z.object({ warehouse: searchParam.uuid });
