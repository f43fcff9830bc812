import type { RefusalName } from "#src/kit/api/codes.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { ReceiptLine } from "#src/warehouse/receipts/receipts.contract.ts";
import type { ScanChoice } from "#src/warehouse/receipts/receiving.contract.ts";
import { findVariantsByScan } from "#server/warehouse/goods/variants.queries.ts";
import type { ScannedVariant } from "#server/warehouse/goods/variants.queries.ts";
import type { LockedReceipt } from "./receipt.commands.ts";
import type { ReceiptScope } from "./receipt-scope.ts";

/** What a code means on a receipt: an announced product, an unannounced one, or several to choose from. */
export type FoundByCode =
  | { readonly kind: "announced" | "unannounced"; readonly variant: ScannedVariant }
  | { readonly kind: "several"; readonly choices: ScanChoice[] };

/** @param line the one that the product would be counted on */
export function toChoice({ variant_uuid, sku, title, variant_title, main_image }: ScannedVariant, line: ReceiptLine | null): ScanChoice {
  return { variant_uuid, line_uuid: line?.line_uuid ?? null, sku, title, variant_title, main_image, lot: line?.lot ?? "" };
}

function findChosen(found: readonly ScannedVariant[], chosenUuid: string | undefined): ScannedVariant | undefined {
  return found.length === 1 ? found[0] : found.find(({ variant_uuid }) => variant_uuid === chosenUuid?.toLowerCase());
}

/**
 * Finds the product of a scanned code: among the receipt's products first, then among others of its owner.
 * @param lines the lines that it may be on
 * @param chosenUuid the variant that the person chose, if the code means several
 */
export async function findVariantByCode(
  { tx, providerUuid }: Pick<ReceiptScope, "tx" | "providerUuid">,
  { owner_uuid }: Pick<LockedReceipt, "owner_uuid">,
  lines: readonly ReceiptLine[],
  code: string,
  chosenUuid?: string,
): Promise<Result<FoundByCode, RefusalName>> {
  const here = [...new Set(lines.map(({ variant_uuid }) => variant_uuid))];
  const announced = here.length === 0 ? [] : await findVariantsByScan(tx, providerUuid, code, here);
  const one = findChosen(announced, chosenUuid);
  if (one !== undefined) return ok({ kind: "announced", variant: one });
  const findLine = (variant: ScannedVariant) => lines.find(({ variant_uuid }) => variant_uuid === variant.variant_uuid) ?? null;
  if (announced.length > 0) return ok({ kind: "several", choices: announced.map((variant) => toChoice(variant, findLine(variant))) });
  const anywhere = await findVariantsByScan(tx, providerUuid, code);
  if (anywhere.length === 0) return refuse("receipts.codeUnknown");
  const owners = anywhere.filter((variant) => variant.owner_uuid === owner_uuid);
  if (owners.length === 0) return refuse("receipts.notOnReceipt");
  const other = findChosen(owners, chosenUuid);
  if (other === undefined) return ok({ kind: "several", choices: owners.map((variant) => toChoice(variant, null)) });
  return ok({ kind: "unannounced", variant: other });
}
