import type { ReceiptWork, ReceiptWorkWithLines } from "#src/receipts/receiving.contract.ts";
import { barcodesOf } from "#server/goods/shown.queries.ts";
import { boxesOf, linesOf } from "./lines.queries.ts";
import { receiptRowOf } from "./receipts.queries.ts";
import type { ReceiptScope } from "./receipt-scope.ts";

/**
 * What a hand-held shows of a receipt.
 * @throws Error where there is none: whoever asks holds it
 */
export async function workOf(scope: ReceiptScope, receiptUuid: string): Promise<ReceiptWork> {
  const row = await receiptRowOf(scope, receiptUuid);
  if (row === null) throw new Error("receipts: a held receipt is gone");
  const { arrived } = await scope.tx
    .selectFrom("receipt_box")
    .select(({ fn }) => fn.count<number>("box_number").as("arrived"))
    .where("provider_uuid", "=", scope.providerUuid)
    .where("receipt_uuid", "=", receiptUuid)
    .where("arrived_at", "is not", null)
    .executeTakeFirstOrThrow();
  return {
    receipt_uuid: row.receipt_uuid,
    receipt_number: row.receipt_number,
    reference: row.reference,
    status: row.status,
    warehouse_uuid: row.warehouse_uuid,
    warehouse_name: row.warehouse_name,
    owner_uuid: row.owner_uuid,
    owner_name: row.owner_name,
    version: row.version,
    expected: row.expected,
    number: row.number,
    qualified_quantity: row.qualified_quantity,
    unqualified_quantity: row.unqualified_quantity,
    put_away: row.put_away,
    box_count: row.box_count,
    arrived_box_count: arrived,
  };
}

/** The same with its lines and boxes, as it is opened. */
export async function openedWorkOf(scope: ReceiptScope, receiptUuid: string): Promise<ReceiptWorkWithLines> {
  const work = await workOf(scope, receiptUuid);
  const lines = await linesOf(scope, receiptUuid);
  const variants = [...new Set(lines.map(({ variant_uuid }) => variant_uuid))];
  const found = await barcodesOf(scope.tx, scope.providerUuid, variants);
  const barcodes = [...found].flatMap(([variant_uuid, those]) => those.map((one) => ({ variant_uuid, ...one })));
  return { ...work, lines, boxes: await boxesOf(scope, receiptUuid), barcodes };
}
