import type { RefusalName } from "#src/api/codes.ts";
import { ok, refuse } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import type { ReceiptLine } from "#src/receipts/receipts.contract.ts";
import { openPieces } from "#src/receipts/receipts.rules.ts";
import type { ScanChoice } from "#src/receipts/receiving.contract.ts";
import { toChoice, variantByCode } from "./found-variant.queries.ts";
import type { HeldReceipt } from "./hold.commands.ts";
import type { ReceiptScope } from "./receipt-scope.ts";

type Which = { readonly line_uuid?: string | undefined; readonly code?: string | undefined };

/**
 * The line of a receipt that is to be put away: the one that was chosen, or that a code means. A code means several where products share it, or where
 * pieces of several lots wait: then the person chooses.
 */
export async function lineToPutAway(
  scope: Pick<ReceiptScope, "tx" | "providerUuid">,
  held: Pick<HeldReceipt, "owner_uuid">,
  lines: readonly ReceiptLine[],
  { line_uuid, code }: Which,
): Promise<Result<ReceiptLine | ScanChoice[], RefusalName>> {
  if (line_uuid !== undefined) {
    const line = lines.find((one) => one.line_uuid === line_uuid.toLowerCase());
    return line === undefined ? refuse("notFound") : ok(line);
  }
  if (code === undefined) return refuse("receipts.codeUnknown");
  const found = await variantByCode(scope, held, lines, code);
  if (!found.ok) return found;
  if (found.value.kind === "several") return ok(found.value.choices);
  if (found.value.kind === "unannounced") return refuse("receipts.notOnReceipt");
  const { variant } = found.value;
  const waiting = lines.filter((line) => line.variant_uuid === variant.variant_uuid && openPieces(line) > 0);
  const lots = new Set(waiting.map(({ lot }) => lot));
  if (lots.size > 1) return ok(waiting.map((line) => toChoice(variant, line)));
  const most = waiting.toSorted((a, b) => openPieces(b) - openPieces(a))[0];
  return most === undefined ? refuse("receipts.nothingToPutAway") : ok(most);
}
