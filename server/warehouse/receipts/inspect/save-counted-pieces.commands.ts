import { sql } from "kysely";
import type { ReceiptLine } from "#src/warehouse/receipts/receipts.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import type { LockedReceipt } from "#server/warehouse/receipts/receipt.commands.ts";
import type { ReceiptScope } from "#server/warehouse/receipts/receipt-scope.ts";
import type { CountedLine } from "./line-to-count.queries.ts";

/** A line's columns of its product. */
export type LineProduct = Pick<
  ReceiptLine,
  "variant_uuid" | "sku" | "title" | "variant_title" | "main_image" | "keeps_lots" | "keeps_expiry"
>;

async function saveLot({ tx, providerUuid, now }: ReceiptScope, { owner_uuid }: LockedReceipt, variantUuid: string, counted: CountedLine) {
  const { lot, expires_on } = counted;
  if (lot === "") return;
  await tx
    .insertInto("lot")
    .values({ provider_uuid: providerUuid, variant_uuid: variantUuid, lot, owner_uuid, expires_on, created_at: now })
    .onConflict((conflict) =>
      conflict
        .constraint("lot_pkey")
        .doUpdateSet({ expires_on })
        .where("lot.expires_on", "is", null)
        .where(sql<boolean>`${expires_on}::date is not null`),
    )
    .execute();
}

const unannounced = {
  box_number: null,
  remark: "",
  expected: 0,
  number: 0,
  qualified_quantity: 0,
  unqualified_quantity: 0,
  put_away: 0,
  decided: 0,
  accepted: 0,
};

async function insertLine(
  { tx, providerUuid }: ReceiptScope,
  { receipt_uuid, owner_uuid }: LockedReceipt,
  lines: readonly ReceiptLine[],
  product: LineProduct,
  { lot, expires_on }: CountedLine,
): Promise<ReceiptLine> {
  const line_uuid = newId();
  const line_number = (lines.at(-1)?.line_number ?? 0) + 1;
  await tx
    .insertInto("receipt_line")
    .values({
      provider_uuid: providerUuid,
      receipt_uuid,
      line_uuid,
      line_number,
      owner_uuid,
      variant_uuid: product.variant_uuid,
      lot,
      expires_on,
      expected: 0,
    })
    .execute();
  const { variant_uuid, sku, title, variant_title, main_image, keeps_lots, keeps_expiry } = product;
  const face = { variant_uuid, sku, title, variant_title, main_image, keeps_lots, keeps_expiry };
  return { ...unannounced, ...face, line_uuid, line_number, lot, expires_on: expires_on ?? "" };
}

/**
 * Counts pieces on their line, which is inserted if the receipt has none for them.
 * @param lines all of the receipt, by number
 * @returns the line as it is now
 */
export async function writeCount(
  scope: ReceiptScope,
  locked: LockedReceipt,
  { lines, product, counted }: { lines: readonly ReceiptLine[]; product: LineProduct; counted: CountedLine },
  { qualified, unqualified }: { qualified: number; unqualified: number },
): Promise<ReceiptLine> {
  await saveLot(scope, locked, product.variant_uuid, counted);
  const line = counted.line ?? (await insertLine(scope, locked, lines, product, counted));
  const now = await scope.tx
    .updateTable("receipt_line")
    .set((row) => ({
      counted: row("counted", "+", qualified + unqualified),
      qualified: row("qualified", "+", qualified),
      unqualified: row("unqualified", "+", unqualified),
      lot: counted.lot,
      expires_on: counted.expires_on ?? sql<string | null>`expires_on`,
    }))
    .where("provider_uuid", "=", scope.providerUuid)
    .where("receipt_uuid", "=", locked.receipt_uuid)
    .where("line_uuid", "=", line.line_uuid)
    .returning(["counted as number", "qualified as qualified_quantity", "unqualified as unqualified_quantity", "lot"])
    .returning(sql<string>`coalesce(expires_on::text, '')`.as("expires_on"))
    .executeTakeFirstOrThrow();
  return { ...line, ...now };
}
