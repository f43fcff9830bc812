import { useAppearance } from "#src/company/appearance/appearance.store.ts";
import { CallProblem } from "#src/kit/api/client.ts";
import type { Client } from "#src/kit/api/client.ts";
import type { Call, InputOf, OutputOf } from "#src/kit/api/define-call.ts";
import type { Texts } from "#src/kit/api/envelope.ts";
import { createIdempotencyKeys } from "#src/kit/api/idempotency-keys.ts";
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

/** Whether a call was refused for what it is about: labels that are void by now stay so. Any other refusal may be over with the next sign-in. */
function isRefusedForGood({ codes }: Call, { kind, codeName }: CallProblem): boolean {
  return kind === "refusal" && codes.some((code) => code === codeName);
}

/** Whether labels are not to be printed, by what came of asking for their print. */
export function isNeverPrinted(problem: CallProblem): boolean {
  return isRefusedForGood(printWaybills, problem);
}

/** Whether a file of labels will never be there again, by what came of asking for it. */
export function isFileGone(problem: CallProblem): boolean {
  return isRefusedForGood(getPrintFile, problem);
}

/** What a print did, and its files. */
export interface PrintedLabels extends BatchResult {
  readonly files: readonly LabelFile[];
}

type PrintInput = InputOf<typeof printWaybills>;

/** Asks for a print of labels. Asked for again with the same input and key, it counts once, and has its first answer. @throws CallProblem */
export function askForPrint(client: Client, input: PrintInput, idempotencyKey: string): Promise<OutputOf<typeof printWaybills>> {
  return client.call(printWaybills, input, { idempotencyKey });
}

const keys = createIdempotencyKeys("all");

/** Counts a print of some labels. Sent again after its answer was lost, it counts none twice, and has that answer. @throws CallProblem */
async function countPart(client: Client, input: PrintInput): Promise<OutputOf<typeof printWaybills>> {
  const attempt = JSON.stringify(input);
  try {
    const printed = await askForPrint(client, input, keys.getKey(attempt, false));
    keys.forget(attempt);
    return printed;
  } catch (error) {
    if (error instanceof CallProblem && error.kind === "refusal") keys.forget(attempt);
    throw error;
  }
}

/** Counts a print of labels. @param reason why those are printed again that were printed before */
export async function countPrint(client: Client, rows: readonly WaybillRow[], reason: string): Promise<PrintedLabels> {
  const { language } = useAppearance.getState();
  const numbers = new Map(rows.map(({ waybill_uuid, parcel_number }) => [waybill_uuid, parcel_number]));
  const failed: { id: string; label: string; message: Texts }[] = [];
  const files: LabelFile[] = [];
  let done = 0;
  for (let from = 0; from < rows.length; from += mostPrinted) {
    const waybill_uuids = rows.slice(from, from + mostPrinted).map(({ waybill_uuid }) => waybill_uuid);
    const printed = await countPart(client, { waybill_uuids, reason, language, size: readLabelSize() });
    done += printed.done;
    files.push(...printed.files);
    failed.push(...printed.failed.map(({ order_id, message }) => ({ id: order_id, label: numbers.get(order_id) ?? "", message })));
  }
  return { done, failed, files };
}
