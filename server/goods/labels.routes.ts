import { printLabels } from "#src/goods/labels.contract.ts";
import { ok, refuse } from "#src/lib/result.ts";
import { mostLabels } from "#src/printing/label-templates.rules.ts";
import { implementFile } from "#server/http/context.ts";
import type { Implementation } from "#server/http/context.ts";
import { pdfAnswer } from "#server/printing/pdf-answer.ts";
import { labelsOf } from "./labels.queries.ts";
import { goodsScope } from "./owners.queries.ts";

/** Labels of goods, to be printed. */
export const labelsRoutes: readonly Implementation[] = [
  implementFile(printLabels, async ({ label_size, copies, lang, ...wish }, context) => {
    const scope = goodsScope(context);
    if (scope === null) return refuse("notFound");
    if (wish.product_uuids.length + wish.variant_uuids.length === 0) return refuse("goods.noLabels");
    const labels = await labelsOf(context.tx, scope.providerUuid, wish);
    if (labels === null) return refuse("notFound");
    if (labels.length * copies > mostLabels) return refuse("goods.tooManyLabels");
    const [first] = labels;
    const print = { labelSize: label_size, copies, language: lang, now: context.now };
    const name = ["labels", labels.length === 1 && first !== undefined ? first.sku : ""];
    return ok(pdfAnswer(name, async () => (await import("#server/printing/labels.ts")).productLabels(labels, print)));
  }),
];
