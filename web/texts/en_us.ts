import { texts as collector } from "#src/collector/texts/en_us.ts";
import { texts as publicPages } from "./public.en_us.ts";
import { texts as warehouse } from "./warehouse.en_us.ts";
import { texts as work } from "./work.en_us.ts";

/** Every English text of both products and the public pages; the typed keys of both languages come from here. */
export const texts = { ...collector, ...warehouse, ...work, ...publicPages };
