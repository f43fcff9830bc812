import type { RefusalName } from "#src/kit/api/codes.ts";
import type { BoxKind } from "./packing.rules.ts";

interface BoxFields {
  readonly kind: BoxKind;
  readonly length_mm: number | null;
  readonly width_mm: number | null;
  readonly height_mm: number | null;
  readonly max_weight_grams: number | null;
}

/** Returns why a box is refused: a box has all three sides, a consumable none and no limit. */
export function getBoxRefusal({ kind, length_mm, width_mm, height_mm, max_weight_grams }: BoxFields): RefusalName | null {
  const known = [length_mm, width_mm, height_mm].filter((side) => side !== null).length;
  const isComplete = kind === "box" ? known === 3 : known === 0 && max_weight_grams === null;
  return isComplete ? null : "packing.boxIncomplete";
}
