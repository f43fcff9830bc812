import { z } from "zod";
import { blob, defineCall, query } from "#src/kit/api/define-call.ts";
import { labelSizes, mostLabels } from "#src/warehouse/printing/label-templates.rules.ts";
import { everybody } from "./goods.contract.ts";

/** The most SKUs or products of one request. */
export const mostPrinted = 200;

export const printLabels = defineCall({
  name: "goods.product-print-label",
  method: "GET",
  path: "/api/product/product-print-label",
  summary:
    "Returns a PDF with labels of the given variants, or of all variants of the given products (repeat `product_uuids`); at most 2,000 including copies.",
  roles: everybody,
  input: z.strictObject({
    product_uuids: query.list(z.uuid(), mostPrinted),
    variant_uuids: query.list(z.uuid(), mostPrinted),
    provider_uuid: z.uuid().optional(),
    label_size: z.enum(labelSizes).default("50x30"),
    copies: query.int(1, mostLabels).default(1),
    lang: z.enum(["en_us", "zh_cn"]).default("en_us"),
  }),
  output: blob,
  codes: ["notFound", "goods.noLabels", "goods.tooManyLabels"],
});
