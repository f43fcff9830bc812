import publicFrame from "#src/public-frame/en_us.json" with { type: "json" };
import privacy from "#src/privacy/en_us.json" with { type: "json" };
import publicPages from "#src/public-pages/en_us.json" with { type: "json" };
import { texts as islands } from "./islands.en_us.ts";

/** The English texts of the public pages, one key a slice: they are drawn at build, and no browser loads this. */
export const texts = { ...islands, privacy, publicFrame, publicPages };
