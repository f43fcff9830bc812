import type { RefusalName } from "#src/kit/api/codes.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { ReceiptLine } from "#src/warehouse/receipts/receipts.contract.ts";
import { getOpenPieces } from "#src/warehouse/receipts/receipts.rules.ts";
import type { ScanChoice } from "#src/warehouse/receipts/receiving.contract.ts";
import { toChoice, findVariantByCode } from "#server/warehouse/receipts/scanned-variant.queries.ts";
import type { LockedReceipt } from "#server/warehouse/receipts/receipt.commands.ts";
import type { ReceiptScope } from "#server/warehouse/receipts/receipt-scope.ts";

type Which = { readonly line_uuid?: string | undefined; readonly code?: string | undefined };

/**
 * Finds the line to put away: the chosen one, or the one of a scanned code. Returns choices if several products share the code or pieces of several lots
 * wait.
 */
export async function findLineToPutAway(
  scope: Pick<ReceiptScope, "tx" | "providerUuid">,
  locked: Pick<LockedReceipt, "owner_uuid">,
  lines: readonly ReceiptLine[],
  { line_uuid, code }: Which,
): Promise<Result<ReceiptLine | ScanChoice[], RefusalName>> {
  if (line_uuid !== undefined) {
    const line = lines.find((one) => one.line_uuid === line_uuid.toLowerCase());
    return line === undefined ? refuse("notFound") : ok(line);
  }
  if (code === undefined) return refuse("receipts.codeUnknown");
  const found = await findVariantByCode(scope, locked, lines, code);
  if (!found.ok) return found;
  if (found.value.kind === "several") return ok(found.value.choices);
  if (found.value.kind === "unannounced") return refuse("receipts.notOnReceipt");
  const { variant } = found.value;
  const waiting = lines.filter((line) => line.variant_uuid === variant.variant_uuid && getOpenPieces(line) > 0);
  const lots = new Set(waiting.map(({ lot }) => lot));
  if (lots.size > 1) return ok(waiting.map((line) => toChoice(variant, line)));
  const most = waiting.toSorted((a, b) => getOpenPieces(b) - getOpenPieces(a))[0];
  return most === undefined ? refuse("receipts.nothingToPutAway") : ok(most);
}
