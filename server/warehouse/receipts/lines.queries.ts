import { sql } from "kysely";
import type { ReceiptBox, ReceiptLine } from "#src/warehouse/receipts/receipts.contract.ts";
import { selectMainImage } from "#server/warehouse/goods/variants.queries.ts";
import type { ReceiptScope } from "./receipt-scope.ts";
import { formatMoment } from "./receipts.queries.ts";

type Scope = Pick<ReceiptScope, "tx" | "providerUuid">;

/** Not `coalesce`, which is not leak-proof: under row-level security no index may look the variant up by it (1.6 ms for 60 lines instead of 0.9). */
const shownVariant = sql<string>`case when announced.merged_into_uuid is null then announced.variant_uuid else announced.merged_into_uuid end`;

/** Lists all lines of a receipt with their products, by number. A line of a merged product shows the one it was merged into, as the ledger does. */
export async function listLines({ tx, providerUuid }: Scope, receiptUuid: string): Promise<ReceiptLine[]> {
  return tx
    .selectFrom("receipt_line as l")
    .innerJoin("variant as announced", (join) =>
      join.onRef("announced.provider_uuid", "=", "l.provider_uuid").onRef("announced.variant_uuid", "=", "l.variant_uuid"),
    )
    .innerJoin("variant as v", (join) => join.onRef("v.provider_uuid", "=", "l.provider_uuid").on("v.variant_uuid", "=", shownVariant))
    .innerJoin("product as p", (join) =>
      join.onRef("p.provider_uuid", "=", "v.provider_uuid").onRef("p.product_uuid", "=", "v.product_uuid"),
    )
    .select(["l.line_uuid", "l.line_number", "v.variant_uuid", "l.box_number", "l.lot", "l.remark", "l.expected"])
    .select(["l.put_away", "l.decided", "l.accepted", "v.sku", "v.keeps_lots", "v.keeps_expiry"])
    .select(["l.counted as number", "l.qualified as qualified_quantity", "l.unqualified as unqualified_quantity"])
    .select(["p.title", "v.title as variant_title", sql<string>`coalesce(l.expires_on::text, '')`.as("expires_on")])
    .select(selectMainImage("p").as("main_image"))
    .where("l.provider_uuid", "=", providerUuid)
    .where("l.receipt_uuid", "=", receiptUuid)
    .orderBy("l.line_number")
    .execute();
}

/** Lists the boxes of a receipt, by number. */
export async function listBoxes({ tx, providerUuid }: Scope, receiptUuid: string): Promise<ReceiptBox[]> {
  const boxes = await tx
    .selectFrom("receipt_box")
    .select(["box_number", "barcode", "arrived_at"])
    .where("provider_uuid", "=", providerUuid)
    .where("receipt_uuid", "=", receiptUuid)
    .orderBy("box_number")
    .execute();
  return boxes.map(({ arrived_at, ...box }) => ({ ...box, arrived_at: formatMoment(arrived_at) }));
}

/** @throws Error if the line is not among them: the caller has it from a row that references it */
export function getLine(lines: readonly ReceiptLine[], lineUuid: string): ReceiptLine {
  const line = lines.find(({ line_uuid }) => line_uuid === lineUuid);
  if (line === undefined) throw new Error("receipts: a line is missing");
  return line;
}

/** Returns the lines with one of them changed, or added at the end, so that a step need not read them again. */
export function withLine(lines: readonly ReceiptLine[], changed: ReceiptLine): ReceiptLine[] {
  const isKnown = lines.some(({ line_uuid }) => line_uuid === changed.line_uuid);
  return isKnown ? lines.map((line) => (line.line_uuid === changed.line_uuid ? changed : line)) : [...lines, changed];
}
