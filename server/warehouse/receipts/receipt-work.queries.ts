import type { ReceiptLine } from "#src/warehouse/receipts/receipts.contract.ts";
import type { ReceiptStatus } from "#src/warehouse/receipts/receipts.machine.ts";
import type { ReceiptWork, ReceiptWorkWithLines } from "#src/warehouse/receipts/receiving.contract.ts";
import { readBarcodes } from "#server/warehouse/goods/variant-rows.queries.ts";
import { listBoxes, listLines } from "./lines.queries.ts";
import { selectOwnerName } from "#server/warehouse/goods/variants.queries.ts";
import { selectReceipts } from "./receipts.queries.ts";
import type { ReceiptScope } from "./receipt-scope.ts";

function sumLines(lines: readonly ReceiptLine[]) {
  const sum = (getFigure: (line: ReceiptLine) => number) => lines.reduce((total, line) => total + getFigure(line), 0);
  return {
    expected: sum(({ expected }) => expected),
    number: sum(({ number }) => number),
    qualified_quantity: sum(({ qualified_quantity }) => qualified_quantity),
    unqualified_quantity: sum(({ unqualified_quantity }) => unqualified_quantity),
    put_away: sum(({ put_away }) => put_away),
  };
}

/**
 * What a hand-held shows of a receipt.
 * @param lines all of the receipt, as they are now: the sums are theirs
 * @throws Error if the receipt does not exist: the caller has locked it
 */
export async function getReceiptWork(scope: ReceiptScope, receiptUuid: string, lines: readonly ReceiptLine[]): Promise<ReceiptWork> {
  const row = await selectReceipts(scope)
    .innerJoin("warehouse", (join) =>
      join.onRef("warehouse.provider_uuid", "=", "receipt.provider_uuid").onRef("warehouse.warehouse_uuid", "=", "receipt.warehouse_uuid"),
    )
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom("receipt_box as b")
          .select(({ fn }) => [fn.countAll<number>().as("box_count"), fn.count<number>("b.arrived_at").as("arrived_box_count")])
          .whereRef("b.provider_uuid", "=", "receipt.provider_uuid")
          .whereRef("b.receipt_uuid", "=", "receipt.receipt_uuid")
          .as("boxes"),
      (join) => join.onTrue(),
    )
    .select(["receipt.receipt_uuid", "receipt.receipt_number", "receipt.reference", "receipt.status", "receipt.version"])
    .select(["receipt.warehouse_uuid", "warehouse.name as warehouse_name", "receipt.owner_uuid"])
    .select(["boxes.box_count", "boxes.arrived_box_count", selectOwnerName("receipt.owner_uuid").as("owner_name")])
    .where("receipt.receipt_uuid", "=", receiptUuid)
    .executeTakeFirst();
  if (row === undefined) throw new Error("receipts: a locked receipt is missing");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint allows no other value
  return { ...row, status: row.status as ReceiptStatus, ...sumLines(lines) };
}

/** The same with its lines, its boxes and the barcodes of its products, as a hand-held opens it. */
export async function getOpenedReceiptWork(scope: ReceiptScope, receiptUuid: string): Promise<ReceiptWorkWithLines> {
  const lines = await listLines(scope, receiptUuid);
  const variants = [...new Set(lines.map(({ variant_uuid }) => variant_uuid))];
  const found = await readBarcodes(scope.tx, scope.providerUuid, variants);
  const barcodes = [...found].flatMap(([variant_uuid, those]) => those.map((one) => ({ variant_uuid, ...one })));
  return { ...(await getReceiptWork(scope, receiptUuid, lines)), lines, boxes: await listBoxes(scope, receiptUuid), barcodes };
}
