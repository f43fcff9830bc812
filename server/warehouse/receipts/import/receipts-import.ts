import { sql } from "kysely";
import type { RefusalName } from "#src/kit/api/codes.ts";
import { templates } from "#src/kit/files/templates.contract.ts";
import { mostDraftsNamed } from "#src/warehouse/imports/imports.contract.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { formatBoxBarcode } from "#src/warehouse/receipts/receipts.rules.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { importKind } from "#server/warehouse/imports/import-kind.ts";
import type { ImportOutcome, ImportScope, PreparedRow } from "#server/warehouse/imports/import-kind.ts";
import { takeNextNumbers } from "#server/platform/db/document-number.commands.ts";
import { publishReceipt } from "#server/warehouse/receipts/receipt.commands.ts";
import { recheckRows } from "./recheck-receipt-rows.commands.ts";
import { findTakenReferences, checkReceiptRows } from "./check-receipt-rows.queries.ts";
import type { ImportedLine } from "./check-receipt-rows.queries.ts";

const template = templates["receipts"];
if (template === undefined) throw new Error("receipts: the receipts template is missing");

/** Rows per statement: some megabytes of JSON at most. */
const rowsAtOnce = 10_000;

/** A receipt with its lines, ready to insert. */
interface NewReceipt {
  readonly receipt_uuid: string;
  readonly receipt_number: string;
  readonly lines: readonly ImportedLine[];
}

async function writeInBatches(rows: readonly unknown[], write: (json: string) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsAtOnce) await write(JSON.stringify(rows.slice(from, from + rowsAtOnce)));
}

async function numberReceipts(
  tx: Tx,
  { providerUuid, now }: ImportScope,
  prepared: readonly PreparedRow<ImportedLine>[],
): Promise<NewReceipt[]> {
  const groups = [...Map.groupBy(prepared, ({ row }) => row.reference.toLowerCase()).values()];
  const numbers = await takeNextNumbers(tx, providerUuid, "receipt", now, groups.length);
  return groups.map((group, index) => ({
    receipt_uuid: newId(),
    receipt_number: numbers[index] ?? "",
    lines: group.map(({ row }) => row),
  }));
}

function getReferences(receipts: readonly NewReceipt[]): string[] {
  return receipts.flatMap(({ lines: [first] }) => (first === undefined ? [] : [first.reference.toLowerCase()]));
}

async function writeReceipts(tx: Tx, scope: ImportScope, ownerUuid: string, receipts: readonly NewReceipt[]): Promise<void> {
  const { providerUuid, userUuid, now } = scope;
  const rows = receipts.map(({ receipt_uuid, receipt_number, lines: [first] }) => ({
    receipt_uuid,
    receipt_number,
    event_uuid: newId(),
    reference: first?.reference,
    warehouse_uuid: first?.warehouse_uuid,
    expected_on: first?.expected_on,
  }));
  await writeInBatches(rows, async (json) => {
    await sql`insert into receipt (provider_uuid, receipt_uuid, receipt_number, reference, warehouse_uuid, owner_uuid, expected_on, created_by, created_at)
      select ${providerUuid}::uuid, r.receipt_uuid, r.receipt_number, r.reference, r.warehouse_uuid, ${ownerUuid}::uuid, r.expected_on, ${userUuid}::uuid, ${now}
      from jsonb_to_recordset(${json}::jsonb) as r (receipt_uuid uuid, receipt_number text, reference text, warehouse_uuid uuid, expected_on date)`.execute(
      tx,
    );
    await sql`insert into receipt_event (provider_uuid, receipt_uuid, event_uuid, owner_uuid, at, user_uuid, event, to_status)
      select ${providerUuid}::uuid, r.receipt_uuid, r.event_uuid, ${ownerUuid}::uuid, ${now}, ${userUuid}::uuid, 'create', 'draft'
      from jsonb_to_recordset(${json}::jsonb) as r (receipt_uuid uuid, event_uuid uuid)`.execute(tx);
  });
}

async function writeLines(tx: Tx, { providerUuid }: ImportScope, ownerUuid: string, receipts: readonly NewReceipt[]): Promise<void> {
  const rows = receipts.flatMap(({ receipt_uuid, lines }) =>
    lines.map((line, index) => ({ ...line, receipt_uuid, line_uuid: newId(), line_number: index + 1 })),
  );
  await writeInBatches(rows, (json) =>
    sql`insert into receipt_line (provider_uuid, receipt_uuid, line_uuid, line_number, owner_uuid, variant_uuid, box_number, lot, expires_on, expected, remark)
      select ${providerUuid}::uuid, l.receipt_uuid, l.line_uuid, l.line_number, ${ownerUuid}::uuid, l.variant_uuid, l.box_number, l.lot, l.expires_on, l.expected, l.remark
      from jsonb_to_recordset(${json}::jsonb) as l (receipt_uuid uuid, line_uuid uuid, line_number integer, variant_uuid uuid, box_number integer,
        lot text, expires_on date, expected integer, remark text)`.execute(tx),
  );
}

async function writeBoxes(tx: Tx, { providerUuid }: ImportScope, ownerUuid: string, receipts: readonly NewReceipt[]): Promise<void> {
  const rows = receipts.flatMap(({ receipt_uuid, receipt_number, lines }) => {
    const named = [...new Set(lines.flatMap(({ box_number }) => (box_number === null ? [] : [box_number])))];
    const boxes = named.length === 0 ? [1] : named;
    return boxes.map((box_number) => ({ receipt_uuid, box_number, barcode: formatBoxBarcode(receipt_number, box_number) }));
  });
  await writeInBatches(rows, (json) =>
    sql`insert into receipt_box (provider_uuid, receipt_uuid, box_number, owner_uuid, barcode)
      select ${providerUuid}::uuid, b.receipt_uuid, b.box_number, ${ownerUuid}::uuid, b.barcode
      from jsonb_to_recordset(${json}::jsonb) as b (receipt_uuid uuid, box_number integer, barcode text)`.execute(tx),
  );
}

/** Publishes one change for all receipts of a warehouse: clients then read their lists again. */
async function publishReceipts(tx: Tx, providerUuid: string, owner_uuid: string, receipts: readonly NewReceipt[]): Promise<void> {
  const getWarehouse = ({ lines }: NewReceipt) => lines[0]?.warehouse_uuid ?? "";
  for (const [warehouse_uuid, [first]] of Map.groupBy(receipts, getWarehouse))
    if (first !== undefined)
      await publishReceipt(
        { tx, providerUuid },
        { receipt_uuid: first.receipt_uuid, owner_uuid, warehouse_uuid, status: "draft", version: 1 },
      );
}

/** Creates a draft for each receipt number. */
async function post(
  tx: Tx,
  scope: ImportScope,
  prepared: readonly PreparedRow<ImportedLine>[],
): Promise<Result<ImportOutcome, RefusalName>> {
  const { providerUuid, importUuid } = scope;
  const owner_uuid = scope.retailerUuid ?? providerUuid;
  const changed = await recheckRows(
    tx,
    providerUuid,
    prepared.map(({ row }) => row),
  );
  if (changed !== null) return refuse(changed);
  const receipts = await numberReceipts(tx, scope, prepared);
  // Checked again once the number sequence is locked: of two posts of one workbook, the second finds the receipts of the first.
  if ((await findTakenReferences(tx, scope, owner_uuid, getReferences(receipts))).size > 0) return refuse("receipts.referenceTaken");
  await writeReceipts(tx, scope, owner_uuid, receipts);
  await writeLines(tx, scope, owner_uuid, receipts);
  await writeBoxes(tx, scope, owner_uuid, receipts);
  await publishReceipts(tx, providerUuid, owner_uuid, receipts);
  const figures = {
    receipts: receipts.length,
    lines: prepared.length,
    pieces: prepared.reduce((sum, { row }) => sum + row.expected, 0),
  };
  await writeAudit(tx, scope, {
    action: "receipts.import-receipts",
    subjectType: "import",
    subjectUuid: importUuid,
    detail: { ...figures, first_number: receipts[0]?.receipt_number ?? "", last_number: receipts.at(-1)?.receipt_number ?? "" },
  });
  const drafts = receipts
    .slice(0, mostDraftsNamed)
    .map(({ receipt_uuid, receipt_number }) => ({ document_uuid: receipt_uuid, document_number: receipt_number }));
  return ok({ ...figures, drafts });
}

/** Imports receipts from a workbook: the rows of one receipt number become one draft, with that number as its reference. */
export const receiptsImport = importKind<ImportedLine>({
  name: "receipts",
  template,
  roles: ["provider", "operator", "dropShipper"],
  permission: "receiving",
  together: "receipt_number",
  check: checkReceiptRows,
  post,
});
