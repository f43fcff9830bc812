import { z } from "zod";
import { searchParam } from "#src/kit/api/search-param.ts";

// Loaded with the application, as the search parameters of every page: it imports nothing of the waybills themselves.

/** The tabs of the page of waybills: those of its list, and parcels without a waybill. */
export const waybillPageTabs = ["to_print", "without", "waiting", "failed", "printed", "all"] as const;

/** The search parameters of the page of waybills; the list adds its filters. */
export const waybillsSearch = z.object({
  tab: searchParam.oneOf(waybillPageTabs),
  warehouse: searchParam.uuid,
  channel: searchParam.uuid,
  wave: searchParam.uuid,
  /** a filter of the list: links lead to the waybills of an order by it */
  number: searchParam.text,
});
