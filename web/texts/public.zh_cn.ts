import publicFrame from "#src/pro/public-frame/zh_cn.json" with { type: "json" };
import privacy from "#src/pro/privacy/zh_cn.json" with { type: "json" };
import publicPages from "#src/pro/public-pages/zh_cn.json" with { type: "json" };
import { texts as islands } from "./islands.zh_cn.ts";

/** The Chinese texts of the public pages by slice. They are rendered at build time; no browser loads this file. */
export const texts = { ...islands, privacy, publicFrame, publicPages };
