import { z } from "zod";
import { searchParam } from "#src/kit/api/search-param.ts";

/** The search parameters of bagging: a bag that is shown, however far it is. */
export const baggingSearch = z.object({ bag: searchParam.uuid });
