import { normalizeCode } from "#src/warehouse/receipts/receipts.rules.ts";
import type { Scan } from "#src/kit/ui/scan/scan.rules.ts";
import { namesGoods } from "./pick-steps.rules.ts";
import type { LeftPieces } from "./picking.contract.ts";

/** Finds the pieces left in a tote. */
export function findInTote(left: readonly LeftPieces[], code: string): LeftPieces[] {
  return left.filter(({ tote }) => normalizeCode(tote) === normalizeCode(code));
}

/** Finds the pieces that a scan names among those of a tote. */
export function findLeftGoods(inTote: readonly LeftPieces[], scan: Scan): LeftPieces[] {
  return inTote.filter((one) => namesGoods(scan, one));
}

/** Identifies left pieces: one SKU, owner and lot in one tote. */
export function getLeftKey({ tote_uuid, variant_uuid, owner_uuid, lot }: LeftPieces): string {
  return JSON.stringify([tote_uuid, variant_uuid, owner_uuid, lot]);
}
