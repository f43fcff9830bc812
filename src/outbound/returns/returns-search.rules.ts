import { z } from "zod";
import { searchParam } from "#src/kit/api/search-param.ts";

// Loaded with the application, as the search parameters of every page: it imports nothing of the returns themselves.

/** The tabs of the page of returns: what somebody has to do, what is expected, and all. */
export const returnTabs = ["inspect", "assign", "decide", "carryOut", "expected", "all"] as const;

/** The search parameters of the page of returns; the list adds its filters. */
export const returnsSearch = z.object({
  return: searchParam.uuid,
  to_do: searchParam.oneOf(returnTabs),
  /** the work with a scanner instead of the list */
  scan: searchParam.oneOf(["on"]),
});
