import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { printParcelLabels } from "#src/outbound/packing/packing.contract.ts";
import type { FileAnswer } from "#server/platform/http/context.ts";
import { answerPdf } from "#server/warehouse/printing/pdf-answer.ts";
import { printTexts } from "#server/warehouse/printing/texts.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { listParcels } from "./packing.queries.ts";

/** Returns labels of parcels as a PDF, which are scanned at the scale and the bag until the parcels have waybills. A void one has no label. */
export async function printLabels(
  scope: OrderScope,
  { parcel_uuids, size, language }: ParsedInputOf<typeof printParcelLabels>,
): Promise<Result<FileAnswer, "notFound">> {
  const uuids = [...new Set(parcel_uuids.map((uuid) => uuid.toLowerCase()))];
  const parcels = (await listParcels(scope, uuids)).filter(({ status }) => status !== "voided");
  const [first] = parcels;
  if (first === undefined || parcels.length < uuids.length) return refuse("notFound");
  const labels = parcels.map(({ parcel_number: number, order_number, box_name, piece_count }) => ({
    number,
    about: [order_number, box_name, printTexts[language].pieces(piece_count)].filter((part) => part !== "").join(" · "),
  }));
  const print = { labelSize: size, copies: 1, language, now: scope.now };
  return ok(
    answerPdf([first.parcel_number], async () =>
      (await import("#server/warehouse/printing/labels.ts")).drawNumberLabels(labels, "parcelLabels", print),
    ),
  );
}
