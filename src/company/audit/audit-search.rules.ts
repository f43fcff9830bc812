import { z } from "zod";
import { searchParam } from "#src/kit/api/search-param.ts";

/** The search parameters of the audit log: `?user_uuid=` shows one person's entries only. */
export const auditSearch = z.object({ user_uuid: searchParam.uuid, page: searchParam.page });
