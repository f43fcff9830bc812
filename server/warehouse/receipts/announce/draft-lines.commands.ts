import { sql } from "kysely";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import type { RefusalName } from "#src/kit/api/codes.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { addStorage } from "#src/warehouse/receipts/receipts.contract.ts";
import { getAnnouncedLotRefusal } from "#src/warehouse/receipts/lot-and-expiry.rules.ts";
import { getAnnouncedPieces, formatBoxBarcode } from "#src/warehouse/receipts/receipts.rules.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { findVariantsBySku } from "#server/warehouse/goods/variants.queries.ts";
import type { ReceiptScope } from "#server/warehouse/receipts/receipt-scope.ts";

export type LineInput = ParsedInputOf<typeof addStorage>["lines"][number];

/** A line whose product was found. */
interface ResolvedLine {
  readonly variant_uuid: string;
  readonly expected: number;
  readonly box_number: number | null;
  readonly lot: string;
  readonly expires_on: string | null;
  readonly remark: string;
}

interface Product {
  variant_uuid: string;
  is_bundle: boolean;
  keeps_lots: boolean;
  keeps_expiry: boolean;
}

async function loadProducts({ tx, providerUuid }: ReceiptScope, ownerUuid: string, lines: readonly LineInput[]) {
  const uuids = lines.flatMap(({ variant_uuid }) => (variant_uuid === undefined ? [] : [variant_uuid.toLowerCase()]));
  const byUuid = await tx
    .selectFrom("variant")
    .select(["variant_uuid", "is_bundle", "keeps_lots", "keeps_expiry"])
    .where("provider_uuid", "=", providerUuid)
    .where("owner_uuid", "=", ownerUuid)
    .where("merged_into_uuid", "is", null)
    .where(sql<boolean>`variant_uuid = any (${uuids}::uuid[])`)
    .execute();
  const skus = lines.flatMap(({ variant_uuid, sku = "" }) => (variant_uuid === undefined ? [sku] : []));
  const bySku = await findVariantsBySku(tx, providerUuid, ownerUuid, skus);
  const found = new Map<string, Product>(byUuid.map((row) => [row.variant_uuid, row]));
  return ({ variant_uuid, sku = "" }: LineInput): Product | undefined =>
    variant_uuid === undefined ? bySku.get(sku.toLowerCase()) : found.get(variant_uuid.toLowerCase());
}

/** Finds the products of announced lines among their owner's. One unknown product refuses all lines. */
export async function resolveLines(
  scope: ReceiptScope,
  ownerUuid: string,
  lines: readonly LineInput[],
): Promise<Result<ResolvedLine[], RefusalName>> {
  const productsByUuid = await loadProducts(scope, ownerUuid, lines);
  const plain: ResolvedLine[] = [];
  for (const line of lines) {
    const product = productsByUuid(line);
    const expected = getAnnouncedPieces(line);
    if (product === undefined) return refuse("receipts.skuUnknown");
    if (expected === null) return refuse("receipts.lineIncomplete");
    if (product.is_bundle) return refuse("receipts.bundle");
    const notKept = getAnnouncedLotRefusal(product, { lot: line.lot, hasDay: line.expires_on !== null });
    if (notKept !== null) return refuse(notKept);
    const { box_number, lot, expires_on, remark } = line;
    plain.push({ variant_uuid: product.variant_uuid, expected, box_number, lot, expires_on, remark });
  }
  return ok(plain);
}

interface Whose {
  readonly receipt_uuid: string;
  readonly receipt_number: string;
  readonly owner_uuid: string;
}

/** Inserts the lines of a receipt and its boxes: those that the lines name, or one. */
export async function writeLines({ tx, providerUuid }: ReceiptScope, receipt: Whose, lines: readonly ResolvedLine[]): Promise<void> {
  const { receipt_uuid, receipt_number, owner_uuid } = receipt;
  const common = { provider_uuid: providerUuid, receipt_uuid, owner_uuid };
  if (lines.length > 0)
    await tx
      .insertInto("receipt_line")
      .values(lines.map((line, index) => ({ ...common, ...line, line_uuid: newId(), line_number: index + 1 })))
      .execute();
  const named = [...new Set(lines.flatMap(({ box_number }) => (box_number === null ? [] : [box_number])))];
  const boxes = named.length === 0 ? [1] : named;
  await tx
    .insertInto("receipt_box")
    .values(boxes.map((box_number) => ({ ...common, box_number, barcode: formatBoxBarcode(receipt_number, box_number) })))
    .execute();
}

/** Deletes the lines and boxes of a draft. */
export async function deleteLines({ tx, providerUuid }: ReceiptScope, receiptUuid: string): Promise<void> {
  for (const table of ["receipt_box", "receipt_line"] as const)
    await tx.deleteFrom(table).where("provider_uuid", "=", providerUuid).where("receipt_uuid", "=", receiptUuid).execute();
}
