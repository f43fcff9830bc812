import type { RefusalName } from "#src/kit/api/codes.ts";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { mostLabels } from "#src/warehouse/printing/label-templates.rules.ts";
import type { printLocationLabels } from "#src/warehouse/warehouses/locations.contract.ts";
import type { CallContext, FileAnswer } from "#server/platform/http/context.ts";
import { answerPdf } from "#server/warehouse/printing/pdf-answer.ts";
import { listLabelRows } from "./location-labels.queries.ts";
import { hasPlaces } from "./locations.queries.ts";
import { readWarehouseSettings } from "./warehouses.queries.ts";

/** Returns labels of locations as a PDF, in the given size or the warehouse's own. */
export async function printLabels(
  { tx, now }: CallContext,
  providerUuid: string,
  { label_size, copies, language, ...which }: ParsedInputOf<typeof printLocationLabels>,
): Promise<Result<FileAnswer, RefusalName>> {
  const { location_uuids, shelf_uuid, partition_uuid, warehouse_uuid } = which;
  // An empty list prints nothing, not everything.
  if (location_uuids.length === 0 && (shelf_uuid ?? partition_uuid ?? warehouse_uuid) === undefined)
    return refuse("warehouses.nothingToPrint");
  if (!(await hasPlaces(tx, providerUuid, which))) return refuse("notFound");
  const rows = await listLabelRows(tx, providerUuid, which);
  if (rows === null) return refuse("notFound");
  const [first] = rows;
  if (first === undefined) return refuse("warehouses.nothingToPrint");
  if (rows.length * copies > mostLabels) return refuse("warehouses.tooManyLabels");
  const labelSize = label_size ?? (await readWarehouseSettings(tx, providerUuid, first.warehouse_uuid)).label_sizes.location;
  const labels = rows.map(({ barcode, warehouse }) => ({ barcode, code: barcode, warehouse }));
  const print = { labelSize, copies, language, now };
  return ok(
    answerPdf([first.warehouse, "labels"], async () =>
      (await import("#server/warehouse/printing/labels.ts")).drawLocationLabels(labels, print),
    ),
  );
}
