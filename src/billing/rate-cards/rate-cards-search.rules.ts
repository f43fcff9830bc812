import { z } from "zod";
import { searchParam } from "#src/kit/api/search-param.ts";

/** The search parameters of the rate cards: one card, or a tab. */
export const rateCardsSearch = z.object({ card: searchParam.uuid, tab: searchParam.oneOf(["cards", "charging"]) });
