import { texts as collector } from "./collector.zh_cn.ts";
import { texts as warehouse } from "./warehouse.zh_cn.ts";

/** Every Chinese text of both products. */
export const texts = { ...collector, ...warehouse };
