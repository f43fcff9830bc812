import { z } from "zod";
import { searchParam } from "#src/kit/api/search-param.ts";

/** The search parameters of a wallet, the same on a customer's page and on the retailer's own. */
export const moneySearch = z.object({
  customer: searchParam.uuid,
  tab: searchParam.id,
  show: searchParam.oneOf(["entries", "payments", "requests"]),
  charge: searchParam.uuid,
  source: searchParam.uuid,
  movement: searchParam.uuid,
  month: searchParam.id,
  // A filter that the page of top-up requests is opened with.
  status: searchParam.text,
});
