import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { formatSize } from "#src/kit/lib/size.ts";
import { locales } from "#src/kit/lib/languages.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { printBoxLabels } from "#src/outbound/packing/boxes.contract.ts";
import type { FileAnswer } from "#server/platform/http/context.ts";
import { answerPdf } from "#server/warehouse/printing/pdf-answer.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { listBoxesByUuid } from "./boxes.queries.ts";

/** Returns labels of boxes and consumables as a PDF, in the order of the request: their names as bars, which name them at the packing station. */
export async function printBoxes(
  scope: OrderScope,
  { box_uuids, size, language }: ParsedInputOf<typeof printBoxLabels>,
): Promise<Result<FileAnswer, "notFound">> {
  const uuids = [...new Set(box_uuids.map((uuid) => uuid.toLowerCase()))];
  const found = new Map((await listBoxesByUuid(scope, uuids)).map((box) => [box.box_uuid, box]));
  const boxes = uuids.flatMap((uuid) => found.get(uuid) ?? []);
  const [first] = boxes;
  if (first === undefined || boxes.length < uuids.length) return refuse("notFound");
  const labels = boxes.map((box) => ({
    number: box.name,
    about: formatSize([box.length_mm, box.width_mm, box.height_mm], locales[language]),
  }));
  const print = { labelSize: size, copies: 1, language, now: scope.now };
  return ok(
    answerPdf([first.name], async () =>
      (await import("#server/warehouse/printing/labels.ts")).drawNumberLabels(labels, "packagingLabels", print),
    ),
  );
}
