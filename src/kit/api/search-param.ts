import { z } from "zod";
import { isUuid } from "#src/kit/lib/uuid.ts";

/**
 * Parts of a route's search schema (`validateSearch`). Invalid values count as absent. The router parses `?q=12` as a number and would write the text
 * "12" back with quotes, so numbers stay numbers.
 */
export const searchParam = {
  text: z.union([z.string(), z.number()]).optional().catch(undefined),
  id: z.string().optional().catch(undefined),
  uuid: z.string().refine(isUuid).optional().catch(undefined),
  page: z.int().min(1).optional().catch(undefined),
  oneOf: <const V extends readonly [string, ...string[]]>(values: V) => z.enum(values).optional().catch(undefined),
};
