import type { RefusalName } from "#src/api/codes.ts";
import type { ParsedInputOf } from "#src/api/define-call.ts";
import { ok, refuse } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import { mostLabels } from "#src/printing/label-templates.rules.ts";
import type { printLocationLabels } from "#src/warehouses/locations.contract.ts";
import type { CallContext, FileAnswer } from "#server/http/context.ts";
import { pdfAnswer } from "#server/printing/pdf-answer.ts";
import { labelRows } from "./labels.queries.ts";
import { hasPlaces } from "./locations.queries.ts";
import { settingsOf } from "./warehouses.queries.ts";

/** Labels of locations as a PDF, in the size that was asked for, or else in the warehouse's own. */
export async function printLabels(
  { tx, now }: CallContext,
  providerUuid: string,
  { label_size, copies, language, ...which }: ParsedInputOf<typeof printLocationLabels>,
): Promise<Result<FileAnswer, RefusalName>> {
  const { location_uuids, shelf_uuid, partition_uuid, warehouse_uuid } = which;
  // Nothing named is nothing to print, and not everything.
  if (location_uuids.length === 0 && (shelf_uuid ?? partition_uuid ?? warehouse_uuid) === undefined)
    return refuse("warehouses.nothingToPrint");
  if (!(await hasPlaces(tx, providerUuid, which))) return refuse("notFound");
  const rows = await labelRows(tx, providerUuid, which);
  if (rows === null) return refuse("notFound");
  const [first] = rows;
  if (first === undefined) return refuse("warehouses.nothingToPrint");
  if (rows.length * copies > mostLabels) return refuse("warehouses.tooManyLabels");
  const labelSize = label_size ?? (await settingsOf(tx, providerUuid, first.warehouse_uuid)).label_sizes.location;
  const labels = rows.map(({ barcode, warehouse }) => ({ barcode, code: barcode, warehouse }));
  const print = { labelSize, copies, language, now };
  return ok(pdfAnswer([first.warehouse, "labels"], async () => (await import("#server/printing/labels.ts")).locationLabels(labels, print)));
}
