import type { Effort, Placement, Size } from "./fit-in-box.rules.ts";
import { fillBox, findPlacements, fitsAlone, getVolume } from "./fit-in-box.rules.ts";
import { mostParcels } from "./packing.rules.ts";
import type { BoxKind } from "./packing.rules.ts";

/** A box that goods may be packed in. */
export interface AdvisedBox extends Size {
  readonly box_uuid: string;
  readonly max_weight_grams: number | null;
}

/** One piece to pack; its size or weight is null if it is not known. */
export interface AdvisedPiece {
  readonly size: Size | null;
  readonly weight_grams: number | null;
}

/** Why there is no advice. */
export const noAdviceReasons = ["noBoxes", "noSizes", "tooMany", "noneFits"] as const;

/** Boxes in which all pieces were found to fit, with the place of each; or why there is no advice. */
export type BoxAdvice =
  | { readonly reason: null; readonly boxes: readonly { readonly box_uuid: string; readonly placements: readonly Placement[] }[] }
  | { readonly reason: (typeof noAdviceReasons)[number]; readonly boxes: readonly [] };

/** More pieces are packed by eye: the search would take too long. */
export const mostAdvised = 60;
/** Comparisons of two pieces, of all boxes and of one: at most about 100 ms. */
export const mostEffort = 600_000;
const mostEffortOfBox = 100_000;

/** Pieces of the same kind; a side or the weight is null if it is not known. */
export interface AdvisedItem {
  readonly quantity: number;
  readonly weight_grams: number | null;
  readonly length_mm: number | null;
  readonly width_mm: number | null;
  readonly height_mm: number | null;
}

/** A box or consumable of a provider. */
interface AnyBox extends Omit<AdvisedItem, "quantity" | "weight_grams"> {
  readonly box_uuid: string;
  readonly kind: BoxKind;
  readonly max_weight_grams: number | null;
}

function toSize({ length_mm, width_mm, height_mm }: Pick<AdvisedItem, "length_mm" | "width_mm" | "height_mm">): Size | null {
  return length_mm === null || width_mm === null || height_mm === null ? null : { length_mm, width_mm, height_mm };
}

interface Sized extends AdvisedPiece {
  readonly size: Size;
}

/** Whether a box is known to carry pieces. One with a limit is not advised for pieces whose weight is not known. */
function carries({ max_weight_grams: most }: AdvisedBox, pieces: readonly AdvisedPiece[]): boolean {
  return (
    most === null ||
    (pieces.every(({ weight_grams }) => weight_grams !== null) &&
      pieces.reduce((sum, { weight_grams }) => sum + (weight_grams ?? 0), 0) <= most)
  );
}

/** Runs a search of one box with a part of what is left for all. */
function limited<T>(effort: Effort, search: (own: Effort) => T): T {
  const granted = Math.max(0, Math.min(mostEffortOfBox, effort.left));
  const own = { left: granted };
  const found = search(own);
  effort.left -= granted - Math.max(0, own.left);
  return found;
}

/** Finds the smallest box by volume in which all pieces were found to fit. @param boxes the smallest first */
function findSmallest(pieces: readonly Sized[], boxes: readonly AdvisedBox[], effort: Effort) {
  const sizes = pieces.map(({ size }) => size);
  for (const box of boxes) {
    const placements = carries(box, pieces) ? limited(effort, (own) => findPlacements(sizes, box, own)) : null;
    if (placements !== null) return { box_uuid: box.box_uuid, placements };
  }
  return null;
}

/** Removes the last placed pieces until the box carries the others. */
function withinWeight(box: AdvisedBox, pieces: readonly Sized[], placements: readonly Placement[]): Placement[] {
  const light = [...placements];
  const carried = () => light.flatMap(({ piece }) => pieces[piece] ?? []);
  while (light.length > 0 && !carries(box, carried())) light.pop();
  return light;
}

/** Fills one of several boxes: the one that takes the most, the smaller of two that take the same. */
function fillFullest(pieces: readonly Sized[], boxes: readonly AdvisedBox[], effort: Effort) {
  const sizes = pieces.map(({ size }) => size);
  let best: { readonly box_uuid: string; readonly placements: Placement[] } = { box_uuid: "", placements: [] };
  let bestVolume = 0;
  for (const box of boxes) {
    const placements = withinWeight(
      box,
      pieces,
      limited(effort, (own) => fillBox(sizes, box, own)),
    );
    const volume = placements.reduce((sum, placed) => sum + getVolume(placed), 0);
    if (volume > bestVolume) [best, bestVolume] = [{ box_uuid: box.box_uuid, placements }, volume];
  }
  return best;
}

/**
 * Advises a box for the pieces of an order: the smallest in which they were found to fit, in any turn; or several, if they fit no single one. The place of
 * each piece is the proof.
 * @param budget what several searches may cost together; one has no more than its own limit
 */
export function adviseBoxes(
  pieces: readonly AdvisedPiece[],
  boxes: readonly AdvisedBox[],
  budget: Effort = { left: mostEffort },
): BoxAdvice {
  const none = (reason: (typeof noAdviceReasons)[number]): BoxAdvice => ({ reason, boxes: [] });
  if (boxes.length === 0) return none("noBoxes");
  const sized = pieces.flatMap(({ size, weight_grams }) => (size === null ? [] : [{ size, weight_grams }]));
  if (sized.length < pieces.length) return none("noSizes");
  if (pieces.length > mostAdvised) return none("tooMany");
  const bySize = boxes.toSorted((a, b) => getVolume(a) - getVolume(b) || a.box_uuid.localeCompare(b.box_uuid));
  if (!sized.every((piece) => boxes.some((box) => fitsAlone(piece.size, box) && carries(box, [piece])))) return none("noneFits");
  const granted = Math.min(mostEffort, budget.left);
  const effort = { left: granted };
  let used = 0;
  const chosen: { box_uuid: string; placements: readonly Placement[] }[] = [];
  let left = [...sized.keys()];
  while (left.length > 0) {
    const rest = left.flatMap((at) => sized[at] ?? []);
    const filled = findSmallest(rest, bySize, effort) ?? fillFullest(rest, bySize, effort);
    budget.left -= granted - used - effort.left;
    used = granted - effort.left;
    if (filled.placements.length === 0 || chosen.length === mostParcels) return none("tooMany");
    // From indexes of what was left to those of all pieces.
    const placements = filled.placements.map((one) => ({ ...one, piece: left[one.piece] ?? -1 }));
    chosen.push({ box_uuid: filled.box_uuid, placements });
    const packed = new Set(placements.map(({ piece }) => piece));
    left = left.filter((at) => !packed.has(at));
  }
  return { reason: null, boxes: chosen };
}

/** An advice, with the item of each piece that it places. */
export type ItemsAdvice<I> = BoxAdvice & { readonly pieces: readonly I[] };

/**
 * Advises boxes for an order's goods, in the order of their SKUs: the same goods get the same advice when they are estimated and when they are packed.
 * @param boxes all of the provider's in use, consumables too
 */
export function adviseForItems<I extends AdvisedItem>(items: readonly I[], boxes: readonly AnyBox[], budget?: Effort): ItemsAdvice<I> {
  const usable = boxes.flatMap(({ box_uuid, kind, max_weight_grams, ...box }): AdvisedBox[] => {
    const inside = kind === "box" ? toSize(box) : null;
    return inside === null ? [] : [{ box_uuid, max_weight_grams, ...inside }];
  });
  // One more than is advised is enough to say that there are too many.
  const pieces = items
    .flatMap((item) => Array.from({ length: Math.min(item.quantity, mostAdvised + 1) }, () => item))
    .slice(0, mostAdvised + 1);
  const sized = pieces.map((item): AdvisedPiece => ({ size: toSize(item), weight_grams: item.weight_grams }));
  return { ...adviseBoxes(sized, usable, budget), pieces };
}
