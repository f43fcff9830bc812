import { namesGoods } from "#src/outbound/picking/pick-steps.rules.ts";
import type { Scan } from "#src/kit/ui/scan/scan.rules.ts";
import { normalizeCode } from "#src/warehouse/receipts/receipts.rules.ts";
import type { Box } from "./boxes.contract.ts";
import type { Packing, PackItem } from "./packing.contract.ts";
import type { PackedItem } from "./packing.rules.ts";

/** A parcel before it is closed: its box, the pieces that were scanned into it, and its consumables. */
export interface DraftParcel {
  /** null: in its own packaging; undefined: nobody has chosen one yet, and an advice of several boxes applies */
  readonly box_uuid?: string | null | undefined;
  readonly items: readonly PackedItem[];
  readonly consumables: readonly { readonly box_uuid: string; readonly quantity: number }[];
}
export const emptyDraft: DraftParcel = { items: [], consumables: [] };

type Goods = Pick<PackItem, "variant_uuid" | "lot">;
const isSame = (a: Goods, b: Goods): boolean => a.variant_uuid === b.variant_uuid && a.lot === b.lot;
const countOf = (items: readonly PackedItem[], goods: Goods): number =>
  items.reduce((sum, item) => sum + (isSame(item, goods) ? item.quantity : 0), 0);

/** Counts the pieces of a parcel. */
export function countPieces(items: readonly PackedItem[]): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** Lists the pieces that no parcel has yet. */
export function listLeft(items: readonly PackItem[], drafts: readonly DraftParcel[]): PackedItem[] {
  const packed = drafts.flatMap((draft) => draft.items);
  return items.flatMap(({ variant_uuid, lot, quantity }) => {
    const left = quantity - countOf(packed, { variant_uuid, lot });
    return left > 0 ? [{ variant_uuid, lot, quantity: left }] : [];
  });
}

/** Adds pieces to a draft, or takes some out. */
export function withPieces(draft: DraftParcel, goods: Goods, pieces: number): DraftParcel {
  const quantity = countOf(draft.items, goods) + pieces;
  const others = draft.items.filter((item) => !isSame(item, goods));
  return { ...draft, items: quantity > 0 ? [...others, { variant_uuid: goods.variant_uuid, lot: goods.lot, quantity }] : others };
}

/** Adds a consumable to a draft, or takes one out. */
export function withConsumable(draft: DraftParcel, boxUuid: string, count: number): DraftParcel {
  const before = draft.consumables.find(({ box_uuid }) => box_uuid === boxUuid)?.quantity ?? 0;
  const others = draft.consumables.filter(({ box_uuid }) => box_uuid !== boxUuid);
  return { ...draft, consumables: before + count > 0 ? [...others, { box_uuid: boxUuid, quantity: before + count }] : others };
}

/** Lists the boxes to choose from: the advised ones first, the others from the smallest. */
export function listBoxesToChoose({ boxes, advice }: Packing): Box[] {
  const advised = new Set(advice.boxes.map(({ box_uuid }) => box_uuid));
  const volume = ({ length_mm, width_mm, height_mm }: Box): number => (length_mm ?? 0) * (width_mm ?? 0) * (height_mm ?? 0);
  return boxes
    .filter(({ kind }) => kind === "box")
    .toSorted((a, b) => Number(advised.has(b.box_uuid)) - Number(advised.has(a.box_uuid)) || volume(a) - volume(b));
}

/** Lists the consumables to choose from by name, each with how many of it the parcel has. */
export function listConsumables({ boxes }: Pick<Packing, "boxes">, { consumables }: DraftParcel): { box: Box; taken: number }[] {
  return boxes
    .filter(({ kind }) => kind === "consumable")
    .map((box) => ({ box, taken: consumables.find(({ box_uuid }) => box_uuid === box.box_uuid)?.quantity ?? 0 }));
}

/** Returns the parcel that packing begins with: in the advised box if there is one, in none yet if there are several, else in its own packaging. */
export function toFirstDraft({ advice }: Pick<Packing, "advice">): DraftParcel {
  const [only, more] = advice.boxes;
  return more === undefined ? { ...emptyDraft, box_uuid: only?.box_uuid ?? null } : emptyDraft;
}

/**
 * Returns the drafts that the advice comes to, if it is for several parcels and nothing is packed yet; null otherwise, and once somebody has chosen a box or the
 * goods' own packaging.
 */
export function toAdvisedDrafts({ advice }: Packing, drafts: readonly DraftParcel[], current: DraftParcel): DraftParcel[] | null {
  if (advice.boxes.length < 2 || drafts.length > 0 || current.items.length > 0 || current.box_uuid !== undefined) return null;
  return advice.boxes.map(({ box_uuid, items }, at) => ({
    box_uuid,
    items,
    consumables: at === 0 ? current.consumables : [],
  }));
}

/** What a scan means while an order is packed: a box for the parcel, something to pack with, or a piece to put in. */
export type PackScan =
  | { readonly kind: "box" | "consumable"; readonly box: Box }
  | { readonly kind: "piece" | "tooMany"; readonly item: PackItem }
  | { readonly kind: "unknown" };

/** Returns what a scan means. Boxes are named by their names, goods by their codes. */
export function readPackScan(scan: Scan, { boxes, items }: Packing, drafts: readonly DraftParcel[]): PackScan {
  const box = boxes.find(({ name }) => normalizeCode(name) === normalizeCode(scan.text));
  if (box !== undefined) return { kind: box.kind, box };
  const named = items.filter((item) => namesGoods(scan, item));
  const ofLot =
    scan.lot === undefined ? named : named.filter(({ lot }) => lot === "" || normalizeCode(lot) === normalizeCode(scan.lot ?? ""));
  const [first] = ofLot;
  if (first === undefined) return { kind: "unknown" };
  const left = listLeft(items, drafts);
  const fit = ofLot.find((item) => left.some((one) => isSame(one, item)));
  return fit === undefined ? { kind: "tooMany", item: first } : { kind: "piece", item: fit };
}
