import publicFrame from "#src/pro/public-frame/en_us.json" with { type: "json" };
import privacy from "#src/pro/privacy/en_us.json" with { type: "json" };
import publicPages from "#src/pro/public-pages/en_us.json" with { type: "json" };
import { texts as islands } from "./islands.en_us.ts";

/** The English texts of the public pages by slice. They are rendered at build time; no browser loads this file. */
export const texts = { ...islands, privacy, publicFrame, publicPages };
