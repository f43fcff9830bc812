import type { OutputOf } from "#src/api/define-call.ts";
import type { getItem } from "./catalogue.contract.ts";

/** An item with its prices and who sells it. */
export type ItemDetail = OutputOf<typeof getItem>;
