import { texts as collector } from "#src/collector/texts/zh_cn.ts";
import { texts as publicPages } from "./public.zh_cn.ts";
import { texts as warehouse } from "./warehouse.zh_cn.ts";
import { texts as work } from "./work.zh_cn.ts";

/** Every Chinese text of both products and the public pages. */
export const texts = { ...collector, ...warehouse, ...work, ...publicPages };
