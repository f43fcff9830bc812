import { Readable } from "node:stream";
import { sql } from "kysely";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { replaceBadCharacters, truncateNamePart } from "#src/kit/files/file-names.rules.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { getPrintFile } from "#src/outbound/waybills/waybills.contract.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { FileAnswer } from "#server/platform/http/context.ts";
import { answerPdf } from "#server/warehouse/printing/pdf-answer.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import type { ShippingLabel } from "./draw-label.ts";
import { openLabelDrawer } from "./label-drawer.ts";
import type { LabelDrawer } from "./label-drawer.ts";
import type { MergedLabel } from "./merge-labels.ts";
import { readOwnLabels } from "./own-labels.commands.ts";
import type { DrawnHow } from "./own-labels.commands.ts";

interface PrintedRow {
  readonly waybill_uuid: string;
  readonly label_type: string;
  readonly is_stored: boolean;
}

type PrintScope = Pick<OrderScope, "tx" | "providerUuid" | "now">;

/**
 * Lists the waybills of a print in its order, without those whose labels may no longer be printed: void, about to be, or of a void parcel. Those whose labels we
 * draw have none that is stored as it came.
 */
async function listPrinted(
  { tx, providerUuid }: PrintScope,
  printUuid: string,
  kind: "pdf" | "zpl",
): Promise<{ readonly labels: PrintedRow[]; readonly isAnyVoid: boolean }> {
  const { rows } = await sql<PrintedRow & { is_void: boolean }>`
    select w.waybill_uuid, w.label_type, w.status <> 'issued' or p.status = 'voided' as is_void, exists (select from waybill_label l
        where l.provider_uuid = w.provider_uuid and l.waybill_uuid = w.waybill_uuid and l.drawn_as = '') as is_stored
    from waybill_print n join waybill w on w.provider_uuid = n.provider_uuid and w.waybill_uuid = n.waybill_uuid
      join parcel p on p.provider_uuid = w.provider_uuid and p.parcel_uuid = w.parcel_uuid
    where n.provider_uuid = ${providerUuid} and n.print_uuid = ${printUuid} and (w.label_type = 'text/zpl') = ${kind === "zpl"}
    order by n.line_number`.execute(tx);
  const labels = rows.filter(({ is_void }) => !is_void);
  return { labels, isAnyVoid: labels.length < rows.length };
}

async function readStored({ tx, providerUuid }: PrintScope, uuids: readonly string[]): Promise<Map<string, Buffer>> {
  const { rows } = await sql<{ waybill_uuid: string; bytes: Buffer }>`
    select waybill_uuid, bytes from waybill_label
    where provider_uuid = ${providerUuid} and drawn_as = '' and waybill_uuid = any (${[...uuids]}::uuid[])`.execute(tx);
  return new Map(rows.map(({ waybill_uuid, bytes }) => [waybill_uuid, bytes]));
}

/** Runs work in a transaction of its own: none is open while labels are drawn or sent. */
type InScope = <T>(work: (scope: PrintScope) => Promise<T>) => Promise<T>;

/** Labels that are in memory at once. */
const portion = 25;

/**
 * Reads labels in their order, a portion in each transaction. Those of ours that are not stored as they are wanted are drawn, with those that follow each other
 * in one PDF.
 */
async function* readLabels(inScope: InScope, rows: readonly PrintedRow[], how: DrawnHow): AsyncGenerator<MergedLabel> {
  const drawer = openLabelDrawer(rows.filter(({ is_stored }) => !is_stored).length);
  try {
    for (let from = 0; from < rows.length; from += portion) yield* readPortion(inScope, drawer, rows.slice(from, from + portion), how);
  } finally {
    await drawer.close();
  }
}

async function* readPortion(
  inScope: InScope,
  drawer: LabelDrawer,
  rows: readonly PrintedRow[],
  how: DrawnHow,
): AsyncGenerator<MergedLabel> {
  const list = (isStored: boolean) => rows.filter(({ is_stored }) => is_stored === isStored).map(({ waybill_uuid }) => waybill_uuid);
  const { stored, own } = await inScope(async (scope) => ({
    stored: await readStored(scope, list(true)),
    own: await readOwnLabels(scope, list(false), how),
  }));
  let run: ShippingLabel[] = [];
  const drawRun = async (): Promise<MergedLabel[]> => {
    const [first, ...others] = run;
    run = [];
    return first === undefined ? [] : [{ bytes: await drawer.draw([first, ...others], how.size), type: "application/pdf" }];
  };
  for (const { waybill_uuid, label_type } of rows) {
    const ours = own.get(waybill_uuid);
    const bytes = stored.get(waybill_uuid) ?? ours?.bytes ?? null;
    if (bytes === null && ours === undefined) throw new Error("waybills: the label of a print is missing");
    if (bytes === null && ours !== undefined) run.push(ours.label);
    if (bytes === null) continue;
    yield* await drawRun();
    yield { bytes, type: label_type === "image/png" ? "image/png" : "application/pdf" };
  }
  yield* await drawRun();
}

/** Returns the labels of a print as one file. It can be fetched again, and counts no further print; what is void by then is not in it. */
export async function answerPrintFile(
  scope: OrderScope,
  database: Database,
  { print_uuid, kind, size, language, filename }: ParsedInputOf<typeof getPrintFile>,
): Promise<Result<FileAnswer, "notFound" | "waybills.noLabel" | "waybills.voided">> {
  const { acting, providerUuid, now } = scope;
  const { labels: rows, isAnyVoid } = await listPrinted(scope, print_uuid, kind);
  if (rows.length === 0) return refuse(isAnyVoid ? "waybills.voided" : "notFound");
  if (rows.some(({ is_stored, label_type }) => !is_stored && label_type !== "own")) return refuse("waybills.noLabel");
  const name = filename.replace(/\.(pdf|zpl)$/i, "");
  if (kind === "pdf") {
    // The file is built while it is sent, after this call's transaction. The print refused damaged labels, and no label changes.
    const labels = readLabels((work) => database.transaction(acting, (tx) => work({ tx, providerUuid, now })), rows, { size, language });
    return ok(
      answerPdf(["labels", name], async () => {
        const { mergeLabels } = await import("./merge-labels.ts");
        return Readable.from(mergeLabels(labels), { objectMode: false });
      }),
    );
  }
  const stored = await readStored(
    scope,
    rows.map(({ waybill_uuid }) => waybill_uuid),
  );
  const bytes = Buffer.concat(rows.flatMap(({ waybill_uuid }) => [stored.get(waybill_uuid) ?? Buffer.alloc(0), Buffer.from("\n")]));
  return ok({
    contentType: "text/plain; charset=utf-8",
    name: `${truncateNamePart(replaceBadCharacters(`labels-${name}`))}.zpl`,
    isInline: false,
    byteSize: bytes.length,
    open: async () => Readable.from([bytes]),
  });
}
