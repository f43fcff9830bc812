import publicFrame from "#src/public-frame/zh_cn.json" with { type: "json" };
import privacy from "#src/privacy/zh_cn.json" with { type: "json" };
import publicPages from "#src/public-pages/zh_cn.json" with { type: "json" };
import { texts as islands } from "./islands.zh_cn.ts";

/** The Chinese texts of the public pages, one key a slice: they are drawn at build, and no browser loads this. */
export const texts = { ...islands, privacy, publicFrame, publicPages };
