import { z } from "zod";
import { searchParam } from "#src/kit/api/search-param.ts";

// Loaded with the application, as the search parameters of every page: it imports nothing of the exceptions themselves.

/** The search parameters of the page of exceptions; the list adds its filters. */
export const exceptionsSearch = z.object({
  exception: searchParam.uuid,
  status: searchParam.text,
  to_do: searchParam.text,
  order: searchParam.uuid,
});
