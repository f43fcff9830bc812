import { z } from "zod";
import type { InputOf } from "#src/kit/api/define-call.ts";
import { parseCentimetres } from "#src/kit/lib/size.ts";
import type { PackItem, packOrder } from "./packing.contract.ts";
import { areMarksUnique, fillMarks, mostParcels, mostSideMm } from "./packing.rules.ts";

/** A box of a shipping notice before it is packed: what its fields say, as typed. */
export const draftBox = z.object({
  key: z.string(),
  /** empty: its number and how many there are */
  mark: z.string(),
  /** null: in its own packaging */
  box_uuid: z.string().nullable(),
  /** pieces by goods, see `getGoodsKey`; empty for none */
  counts: z.record(z.string(), z.string()),
  length: z.string(),
  width: z.string(),
  height: z.string(),
});
export type DraftBox = z.infer<typeof draftBox>;
type Side = "length" | "width" | "height";
export const boxSides = ["length", "width", "height"] as const satisfies readonly Side[];

type Goods = Pick<PackItem, "variant_uuid" | "lot" | "quantity">;

/** What names goods to people: the SKU, and its lot. */
export const nameGoods = ({ sku, lot }: Pick<PackItem, "sku" | "lot">): string => (lot === "" ? sku : `${sku} · ${lot}`);

/** What names the pieces of a SKU and lot in a box. */
export function getGoodsKey({ variant_uuid, lot }: Pick<Goods, "variant_uuid" | "lot">): string {
  return `${variant_uuid} ${lot}`;
}

/** Reads a whole number; an empty text is 0, null is returned for anything else. */
export function parseWhole(text: string): number | null {
  const trimmed = text.trim();
  if (trimmed === "") return 0;
  return /^\d{1,8}$/.test(trimmed) ? Number(trimmed) : null;
}

/** Reads a side in centimetres. @returns mm; an empty text is 0, null is returned for anything else */
function parseSide(text: string): number | null {
  return text.trim() === "" ? 0 : parseCentimetres(text);
}

function getCount({ counts }: DraftBox, goods: Goods): number {
  return parseWhole(counts[getGoodsKey(goods)] ?? "") ?? 0;
}

/** Counts the pieces of a box. */
export function countBoxPieces(box: DraftBox, items: readonly Goods[]): number {
  return items.reduce((sum, item) => sum + getCount(box, item), 0);
}

/** Counts the pieces of a SKU and lot that are in no box yet; below 0 if the boxes have more than there are. */
export function countLeft(item: Goods, boxes: readonly DraftBox[]): number {
  return item.quantity - boxes.reduce((sum, box) => sum + getCount(box, item), 0);
}

/** What equal boxes have in common. */
export interface EqualBoxes {
  readonly item: Goods;
  /** pieces in each */
  readonly pieces: number;
  readonly count: number;
  readonly like: Pick<DraftBox, "box_uuid" | Side>;
}

/** Adds equal boxes of one SKU and lot. @param newKey names each box of the table */
export function addEqualBoxes(boxes: readonly DraftBox[], { item, pieces, count, like }: EqualBoxes, newKey: () => string): DraftBox[] {
  const added = Array.from({ length: count }, () => ({
    ...like,
    key: newKey(),
    mark: "",
    counts: { [getGoodsKey(item)]: String(pieces) },
  }));
  return [...boxes, ...added];
}

/** Returns how many equal boxes the pieces that are left make, as far as there may be more boxes. */
export function suggestCount(item: Goods, boxes: readonly DraftBox[], pieces: number): number {
  if (pieces < 1) return 0;
  return Math.max(0, Math.min(Math.floor(countLeft(item, boxes) / pieces), mostParcels - boxes.length));
}

/** Sets a field of a box and of those below it from pasted lines: a column of a spreadsheet. */
export function pasteColumn(
  boxes: readonly DraftBox[],
  at: number,
  lines: readonly string[],
  set: (box: DraftBox, text: string) => DraftBox,
): DraftBox[] {
  return boxes.map((box, index) => {
    const line = lines[index - at];
    return index < at || line === undefined ? box : set(box, line.trim());
  });
}

/** Why boxes cannot be packed, in the order in which people should fix them. */
export type BoxFault = "none" | "tooManyBoxes" | "wrongNumber" | "emptyBox" | "wrongSize" | "sameMark" | "tooManyPieces" | "piecesLeft";

function hasWrongSize(box: DraftBox): boolean {
  const sides = boxSides.map((side) => parseSide(box[side]));
  if (sides.some((side) => side === null || side > mostSideMm)) return true;
  const given = sides.filter((side) => side !== 0).length;
  return given !== 0 && given !== sides.length;
}

const isWrongCount = (text: string) => parseWhole(text) === null;

/** Returns what is wrong with the boxes, and how many of them have it; null if they can be packed. */
export function findBoxFault(items: readonly Goods[], boxes: readonly DraftBox[]): { fault: BoxFault; count: number } | null {
  const left = items.map((item) => countLeft(item, boxes));
  const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
  const faults: readonly (readonly [BoxFault, number])[] = [
    ["none", boxes.length === 0 ? 1 : 0],
    ["tooManyBoxes", Math.max(0, boxes.length - mostParcels)],
    ["wrongNumber", boxes.filter(({ counts }) => Object.values(counts).some(isWrongCount)).length],
    ["wrongSize", boxes.filter(hasWrongSize).length],
    ["tooManyPieces", sum(left.map((one) => Math.max(0, -one)))],
    ["emptyBox", boxes.filter((box) => countBoxPieces(box, items) === 0).length],
    ["sameMark", areMarksUnique(fillMarks(boxes.map(({ mark }) => mark))) ? 0 : 1],
    ["piecesLeft", sum(left.map((one) => Math.max(0, one)))],
  ];
  const [first] = faults.filter(([, count]) => count > 0);
  return first === undefined ? null : { fault: first[0], count: first[1] };
}

/** Returns boxes without faults as the call takes them. */
export function toParcels(items: readonly Goods[], boxes: readonly DraftBox[]): InputOf<typeof packOrder>["parcels"] {
  return boxes.map((box) => {
    const [length_mm = 0, width_mm = 0, height_mm = 0] = boxSides.map((side) => parseSide(box[side]) ?? 0);
    return {
      box_uuid: box.box_uuid,
      box_mark: box.mark.trim(),
      size: length_mm === 0 ? null : { length_mm, width_mm, height_mm },
      items: items.flatMap((item) => {
        const quantity = getCount(box, item);
        return quantity === 0 ? [] : [{ variant_uuid: item.variant_uuid, lot: item.lot, quantity }];
      }),
    };
  });
}
