import { z } from "zod";
import { searchParam } from "#src/kit/api/search-param.ts";

// Loaded with the application, as the search parameters of every page: it imports nothing of the exceptions themselves.

/** The tabs of the page of exceptions: what waits for whom, and all of them. */
export const exceptionTabs = ["work", "old", "answer", "close", "all"] as const;

/** The search parameters of the page of exceptions; the list adds its filters. */
export const exceptionsSearch = z.object({
  exception: searchParam.uuid,
  to_do: searchParam.oneOf(exceptionTabs),
  owner: searchParam.uuid,
  warehouse: searchParam.uuid,
});
