import { Readable } from "node:stream";
import { sql } from "kysely";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { replaceBadCharacters, truncateNamePart } from "#src/kit/files/file-names.rules.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { getPrintFile } from "#src/outbound/waybills/waybills.contract.ts";
import type { LabelSize } from "#src/outbound/waybills/waybills.rules.ts";
import type { FileAnswer } from "#server/platform/http/context.ts";
import { answerPdf } from "#server/warehouse/printing/pdf-answer.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import type { MergedLabel } from "./merge-labels.ts";
import { readOwnLabels } from "./own-labels.commands.ts";
import type { OwnLabel } from "./own-labels.commands.ts";

interface PrintedRow {
  readonly waybill_uuid: string;
  readonly label_type: string;
  readonly bytes: Buffer | null;
}

/** Reads the labels of a print in its order. Those that we draw come without their drawing. */
async function readPrinted({ tx, providerUuid }: OrderScope, printUuid: string, kind: "pdf" | "zpl"): Promise<PrintedRow[]> {
  const { rows } = await sql<PrintedRow>`
    select w.waybill_uuid, w.label_type, l.bytes
    from waybill_print n
      join waybill w on w.provider_uuid = n.provider_uuid and w.waybill_uuid = n.waybill_uuid
      left join waybill_label l on l.provider_uuid = w.provider_uuid and l.waybill_uuid = w.waybill_uuid and l.drawn_as = ''
    where n.provider_uuid = ${providerUuid} and n.print_uuid = ${printUuid} and (w.label_type = 'text/zpl') = ${kind === "zpl"}
    order by n.line_number`.execute(tx);
  return rows;
}

/** Merges labels into one PDF. A label of ours that is not stored as it is wanted is drawn. */
async function buildPdf(rows: readonly PrintedRow[], own: ReadonlyMap<string, OwnLabel>, size: LabelSize): Promise<Buffer> {
  const [{ drawShippingLabel }, { mergeLabels }] = await Promise.all([import("./draw-label.ts"), import("./merge-labels.ts")]);
  const labels: MergedLabel[] = [];
  for (const { waybill_uuid, label_type, bytes } of rows) {
    const ours = own.get(waybill_uuid);
    const type = label_type === "image/png" ? "image/png" : "application/pdf";
    if (bytes !== null) labels.push({ bytes, type });
    else if (ours !== undefined) labels.push({ bytes: ours.bytes ?? (await drawShippingLabel(ours.label, size)), type });
  }
  const merged = await mergeLabels(labels);
  // The print refused such labels, and no label changes.
  if (!merged.ok) throw new Error(`waybills: ${merged.problem.length} labels of a print are damaged`);
  return merged.value;
}

/** Returns the labels of a print as one file. It can be fetched again, and counts no further print. */
export async function answerPrintFile(
  scope: OrderScope,
  { print_uuid, kind, size, language, filename }: ParsedInputOf<typeof getPrintFile>,
): Promise<Result<FileAnswer, "notFound" | "waybills.noLabel">> {
  const rows = await readPrinted(scope, print_uuid, kind);
  if (rows.length === 0) return refuse("notFound");
  if (rows.some(({ bytes, label_type }) => bytes === null && label_type !== "own")) return refuse("waybills.noLabel");
  const name = filename.replace(/\.(pdf|zpl)$/i, "");
  if (kind === "pdf") {
    const drawn = rows.filter(({ bytes }) => bytes === null).map(({ waybill_uuid }) => waybill_uuid);
    const own = await readOwnLabels(scope, drawn, { size, language });
    return ok(answerPdf(["labels", name], async () => Readable.from([await buildPdf(rows, own, size)])));
  }
  const bytes = Buffer.concat(rows.flatMap((row) => [row.bytes ?? Buffer.alloc(0), Buffer.from("\n")]));
  return ok({
    contentType: "text/plain; charset=utf-8",
    name: `${truncateNamePart(replaceBadCharacters(`labels-${name}`))}.zpl`,
    isInline: false,
    byteSize: bytes.length,
    open: async () => Readable.from([bytes]),
  });
}
