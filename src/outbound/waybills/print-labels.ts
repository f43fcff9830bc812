import { useAppearance } from "#src/company/appearance/appearance.store.ts";
import { newKey } from "#src/kit/api/client.ts";
import type { CallProblem, Client } from "#src/kit/api/client.ts";
import type { InputOf } from "#src/kit/api/define-call.ts";
import { savePrintFile } from "#src/kit/files/print-file.calls.ts";
import { downloadFile, printFile } from "#src/kit/ui/download-file.ts";
import type { BatchResult } from "#src/kit/ui/list/list-definition.ts";
import { readLabelSize } from "./print-station.storage.ts";
import { getPrintFile, printWaybills } from "./waybills.contract.ts";
import type { WaybillRow } from "./waybills.contract.ts";
import { mostPrinted } from "./waybills.rules.ts";

/** A file of labels that a print made. */
interface LabelFile {
  readonly kind: "pdf" | "zpl";
  readonly link: string;
}

/** Returns the input of the call that a file's link leads to. */
function readLink(link: string) {
  const { searchParams } = new URL(link);
  const language = searchParams.get("language") === "zh_cn" ? ("zh_cn" as const) : ("en_us" as const);
  const size = searchParams.get("size") === "a4" ? ("a4" as const) : ("100x150" as const);
  return { print_uuid: searchParams.get("print_uuid") ?? "", language, size, filename: searchParams.get("filename") ?? "" };
}

/** Saves a file of labels: a PDF by its print-file link, another as the printer reads it. @returns why that failed; null if it did not */
export function saveLabels(client: Client, { kind, link }: LabelFile, label: string): Promise<CallProblem | null> {
  if (kind === "pdf") return savePrintFile(client, link, label);
  return downloadFile(client, getPrintFile, { ...readLink(link), kind: "zpl" });
}

/** Opens a PDF of labels in the browser's print dialog. @returns why that failed; null if it did not */
export function openForPrinting(client: Client, { link }: LabelFile): Promise<CallProblem | null> {
  return printFile(client, getPrintFile, { ...readLink(link), kind: "pdf" });
}

/** What a print did, and its files. */
export interface PrintedLabels extends BatchResult {
  readonly files: readonly LabelFile[];
}

/** A print that is asked for. Asked for again with the same input and key, it is counted once, even if its first answer was lost. */
export interface WantedPrint {
  readonly rows: readonly WaybillRow[];
  readonly input: InputOf<typeof printWaybills>;
  readonly idempotencyKey: string;
}

/** Returns a print of labels in this page's language and this device's size, with a key of its own. @param rows at most `mostPrinted` */
export function createWantedPrint(rows: readonly WaybillRow[], reason: string): WantedPrint {
  const { language } = useAppearance.getState();
  const waybill_uuids = rows.map(({ waybill_uuid }) => waybill_uuid);
  return { rows, input: { waybill_uuids, reason, language, size: readLabelSize() }, idempotencyKey: newKey() };
}

/** Counts a print that is asked for, for the first time or again. @throws CallProblem */
export async function countWanted(client: Client, { rows, input, idempotencyKey }: WantedPrint): Promise<PrintedLabels> {
  const numbers = new Map(rows.map(({ waybill_uuid, parcel_number }) => [waybill_uuid, parcel_number]));
  const { done, files, failed } = await client.call(printWaybills, input, { idempotencyKey });
  return { done, files, failed: failed.map(({ order_id, message }) => ({ id: order_id, label: numbers.get(order_id) ?? "", message })) };
}

/** Counts a print of labels. @param reason why those are printed again that were printed before */
export async function countPrint(client: Client, rows: readonly WaybillRow[], reason: string): Promise<PrintedLabels> {
  const parts: PrintedLabels[] = [];
  for (let from = 0; from < rows.length; from += mostPrinted)
    parts.push(await countWanted(client, createWantedPrint(rows.slice(from, from + mostPrinted), reason)));
  return {
    done: parts.reduce((sum, { done }) => sum + done, 0),
    failed: parts.flatMap(({ failed }) => failed),
    files: parts.flatMap(({ files }) => files),
  };
}
