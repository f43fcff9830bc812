import { z } from "zod";
import { searchParam } from "#src/kit/api/search-param.ts";

/** The tabs of bags and manifests, by how far they are. */
export const baggingTabs = ["open", "sealed", "manifests", "handed_over"] as const;

/** The search parameters of bagging: a bag that is shown, however far it is, and the tab. */
export const baggingSearch = z.object({ bag: searchParam.uuid, tab: searchParam.oneOf(baggingTabs) });
