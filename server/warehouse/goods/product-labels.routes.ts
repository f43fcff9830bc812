import { printLabels } from "#src/warehouse/goods/labels.contract.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import { mostLabels } from "#src/warehouse/printing/label-templates.rules.ts";
import { implementFile } from "#server/platform/http/context.ts";
import type { Implementation } from "#server/platform/http/context.ts";
import { answerPdf } from "#server/warehouse/printing/pdf-answer.ts";
import { readLabels } from "./product-labels.queries.ts";
import { getGoodsScope } from "./owners.queries.ts";

/** The calls that print labels of goods. */
export const labelsRoutes: readonly Implementation[] = [
  implementFile(printLabels, async ({ label_size, copies, lang, ...wish }, context) => {
    const scope = getGoodsScope(context);
    if (scope === null) return refuse("notFound");
    if (wish.product_uuids.length + wish.variant_uuids.length === 0) return refuse("goods.noLabels");
    const labels = await readLabels(context.tx, scope.providerUuid, wish);
    if (labels === null) return refuse("notFound");
    if (labels.length * copies > mostLabels) return refuse("goods.tooManyLabels");
    const [first] = labels;
    const print = { labelSize: label_size, copies, language: lang, now: context.now };
    const name = ["labels", labels.length === 1 && first !== undefined ? first.sku : ""];
    return ok(answerPdf(name, async () => (await import("#server/warehouse/printing/labels.ts")).drawProductLabels(labels, print)));
  }),
];
