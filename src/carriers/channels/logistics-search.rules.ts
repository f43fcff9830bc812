import { z } from "zod";
import { searchParam } from "#src/kit/api/search-param.ts";

/** The tabs of the logistics page; retailers have no carrier accounts. */
export const logisticsTabs = ["channels", "accounts", "prices", "errors"] as const;
export type LogisticsTab = (typeof logisticsTabs)[number];

/** The search parameters of the logistics page: a tab, or one channel. */
export const logisticsSearch = z.object({ tab: searchParam.oneOf(logisticsTabs), channel: searchParam.uuid });
