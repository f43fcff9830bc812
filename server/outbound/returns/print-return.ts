import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { printReturnLabel } from "#src/outbound/returns/returns-work.contract.ts";
import type { FileAnswer } from "#server/platform/http/context.ts";
import { answerPdf } from "#server/warehouse/printing/pdf-answer.ts";
import { readWarehouseSettings } from "#server/warehouse/warehouses/warehouses.queries.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { findReturnDetail } from "./return-detail.queries.ts";

/** Returns a label with a return's number as a PDF, in its warehouse's size for labels of boxes. */
export async function printReturn(
  scope: OrderScope,
  { return_uuid, language }: ParsedInputOf<typeof printReturnLabel>,
): Promise<Result<FileAnswer, "notFound">> {
  const found = await findReturnDetail(scope, return_uuid);
  if (found === null) return refuse("notFound");
  const { return_number, owner_name, warehouse_name, warehouse_uuid } = found;
  const { label_sizes } = await readWarehouseSettings(scope.tx, scope.providerUuid, warehouse_uuid);
  const about = [owner_name, warehouse_name].filter((part) => part !== "").join(" · ");
  const print = { labelSize: label_sizes.box, copies: 1, language, now: scope.now };
  const open = async () =>
    (await import("#server/warehouse/printing/labels.ts")).drawNumberLabels([{ number: return_number, about }], "returnLabels", print);
  return ok(answerPdf([return_number], open));
}
