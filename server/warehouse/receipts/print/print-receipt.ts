import type { RefusalName } from "#src/kit/api/codes.ts";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { mostLabels } from "#src/warehouse/printing/label-templates.rules.ts";
import type { printBoxLabels } from "#src/warehouse/receipts/receipt-prints.contract.ts";
import type { ReceiptLine, ReceiptRow } from "#src/warehouse/receipts/receipts.contract.ts";
import type { FileAnswer } from "#server/platform/http/context.ts";
import { answerPdf } from "#server/warehouse/printing/pdf-answer.ts";
import type { TableDocument } from "#server/warehouse/printing/table-document.ts";
import { readWarehouseSettings } from "#server/warehouse/warehouses/warehouses.queries.ts";
import { listBoxes, listLines } from "#server/warehouse/receipts/lines.queries.ts";
import { findReceiptRow } from "#server/warehouse/receipts/receipts.queries.ts";
import type { ReceiptScope } from "#server/warehouse/receipts/receipt-scope.ts";
import { receiptTexts } from "./texts.ts";

/** Returns labels of a receipt's boxes as a PDF, in its warehouse's label size. An unknown box number refuses all. */
export async function printBoxes(
  scope: ReceiptScope,
  { receipt_uuid, box_numbers, copies, language }: ParsedInputOf<typeof printBoxLabels>,
): Promise<Result<FileAnswer, RefusalName>> {
  const receipt = await findReceiptRow(scope, receipt_uuid);
  if (receipt === null) return refuse("notFound");
  const all = await listBoxes(scope, receipt.receipt_uuid);
  const boxes = box_numbers.length === 0 ? all : all.filter(({ box_number }) => box_numbers.includes(box_number));
  if (boxes.length === 0 || boxes.length < new Set(box_numbers).size) return refuse("notFound");
  if (boxes.length * copies > mostLabels) return refuse("receipts.tooManyLabels");
  const labels = boxes.map(({ box_number, barcode }) => ({
    receiptNumber: receipt.receipt_number,
    boxNumber: box_number,
    boxCount: all.length,
    retailer: receipt.owner_name,
    warehouse: receipt.warehouse_name,
    barcode,
  }));
  const { label_sizes } = await readWarehouseSettings(scope.tx, scope.providerUuid, receipt.warehouse_uuid);
  const print = { labelSize: label_sizes.box, copies, language, now: scope.now };
  const open = async () => (await import("#server/warehouse/printing/labels.ts")).drawBoxLabels(labels, print);
  return ok(answerPdf([receipt.receipt_number, "boxes"], open));
}

function getFacts(receipt: ReceiptRow, language: Language): [string, string][] {
  const { facts, status } = receiptTexts[language];
  const all: [string, string][] = [
    [facts.status, status[receipt.status]],
    [facts.owner, receipt.owner_name],
    [facts.warehouse, receipt.warehouse_name],
    [facts.reference, receipt.reference],
    [facts.expectedOn, receipt.expected_on],
    [facts.arrivedOn, receipt.arrived_at.slice(0, 10)],
    [facts.remark, receipt.remark],
  ];
  return all.filter(([, value]) => value !== "");
}

function toPrintedRow(line: ReceiptLine): string[] {
  const counts = [line.expected, line.number, line.qualified_quantity, line.unqualified_quantity, line.put_away];
  const title = line.variant_title === "" ? line.title : `${line.title} · ${line.variant_title}`;
  return [
    String(line.line_number),
    line.sku,
    title,
    line.box_number === null ? "" : String(line.box_number),
    line.lot,
    ...counts.map(String),
  ];
}

/** Returns a receipt with its lines and their sums as a PDF. */
export async function printReceiptDocument(
  scope: ReceiptScope,
  { receipt_uuid, language }: { receipt_uuid: string; language: Language },
): Promise<Result<FileAnswer, RefusalName>> {
  const receipt = await findReceiptRow(scope, receipt_uuid);
  if (receipt === null) return refuse("notFound");
  const { title, columns, sum } = receiptTexts[language];
  const lines = await listLines(scope, receipt.receipt_uuid);
  const sums = [receipt.expected, receipt.number, receipt.qualified_quantity, receipt.unqualified_quantity, receipt.put_away];
  const table: TableDocument = {
    title: title(receipt.receipt_number),
    facts: getFacts(receipt, language),
    columns: [
      { header: columns.line, share: 5, align: "end" },
      { header: columns.sku, share: 16 },
      { header: columns.product, share: 26 },
      { header: columns.box, share: 6, align: "end" },
      { header: columns.lot, share: 11 },
      { header: columns.expected, share: 9, align: "end" },
      { header: columns.counted, share: 9, align: "end" },
      { header: columns.qualified, share: 9, align: "end" },
      { header: columns.unqualified, share: 11, align: "end" },
      { header: columns.putAway, share: 9, align: "end" },
    ],
    rows: lines.map(toPrintedRow),
    totals: ["", sum, "", "", "", ...sums.map(String)],
    language,
    now: scope.now,
    isLandscape: true,
  };
  return ok(
    answerPdf([receipt.receipt_number], async () => (await import("#server/warehouse/printing/table-document.ts")).drawTable(table)),
  );
}
