import { expect, test } from "vitest";
import {
  addEqualBoxes,
  countLeft,
  findBoxFault,
  getGoodsKey,
  parseWhole,
  pasteColumn,
  suggestCount,
  toParcels,
} from "./box-builder.rules.ts";
import type { DraftBox } from "./box-builder.rules.ts";
import { areMarksUnique, fillMarks, mostParcels } from "./packing.rules.ts";

const mug = { variant_uuid: "mug", lot: "", quantity: 25 };
const tea = { variant_uuid: "tea", lot: "A1", quantity: 2 };
const items = [mug, tea];
let keys = 0;
const newKey = () => String((keys += 1));
const like = { box_uuid: null, length: "", width: "", height: "" };
const make = (counts: Readonly<Record<string, string>>, more: Partial<DraftBox> = {}): DraftBox => ({
  key: newKey(),
  mark: "",
  counts,
  ...like,
  ...more,
});
const twelve = () => addEqualBoxes([], { item: mug, pieces: 2, count: 12, like }, newKey);

test("equal boxes are added in one step, as many as the pieces that are left make", () => {
  expect(suggestCount(mug, [], 2)).toBe(12);
  expect(suggestCount(mug, [], 0)).toBe(0);
  const boxes = twelve();
  expect(boxes).toHaveLength(12);
  expect(countLeft(mug, boxes)).toBe(1);
  expect(suggestCount(mug, boxes, 2)).toBe(0);
  expect(suggestCount({ ...mug, quantity: 10_000 }, boxes, 1)).toBe(mostParcels - 12);
  expect(new Set(boxes.map(({ key }) => key)).size).toBe(12);
});

test("what keeps boxes from being packed is said, one thing after another", () => {
  const faultOf = (boxes: readonly DraftBox[]) => findBoxFault(items, boxes);
  expect(faultOf([])).toEqual({ fault: "none", count: 1 });
  expect(faultOf(twelve())).toEqual({ fault: "piecesLeft", count: 3 });
  expect(faultOf([...twelve(), make({})])).toEqual({ fault: "emptyBox", count: 1 });
  expect(faultOf([...twelve(), make({ [getGoodsKey(mug)]: "2" })])).toEqual({ fault: "tooManyPieces", count: 1 });
  expect(faultOf([make({ [getGoodsKey(mug)]: "two" })])).toEqual({ fault: "wrongNumber", count: 1 });
  const last = { [getGoodsKey(mug)]: "1", [getGoodsKey(tea)]: "2" };
  for (const width of ["30.55", "-30", "1e3"])
    expect(faultOf([...twelve(), make(last, { length: "40", width, height: "20" })]), width).toEqual({ fault: "wrongSize", count: 1 });
  expect(faultOf([...twelve(), make(last, { length: "40" })])).toEqual({ fault: "wrongSize", count: 1 });
  expect(faultOf([...twelve(), make(last, { mark: "1/13" })])).toEqual({ fault: "sameMark", count: 1 });
  expect(faultOf([...twelve(), make(last)])).toBeNull();
});

test("boxes become parcels with their marks and sizes, without what is not in them", () => {
  const last = make(
    { [getGoodsKey(mug)]: "1", [getGoodsKey(tea)]: " 2 " },
    { mark: " LAST ", length: "40", width: "30.5", height: "20,2" },
  );
  const parcels = toParcels(items, [...twelve(), last]);
  expect(parcels[0]).toEqual({ box_uuid: null, box_mark: "", size: null, items: [{ variant_uuid: "mug", lot: "", quantity: 2 }] });
  expect(parcels[12]).toMatchObject({ box_mark: "LAST", size: { length_mm: 400, width_mm: 305, height_mm: 202 } });
  expect(parcels[12]?.items).toEqual([
    { variant_uuid: "mug", lot: "", quantity: 1 },
    { variant_uuid: "tea", lot: "A1", quantity: 2 },
  ]);
});

test("a pasted column fills a box and those below it", () => {
  const marked = pasteColumn(twelve(), 10, ["A", " B ", "C"], (box, mark) => ({ ...box, mark }));
  expect(marked.map(({ mark }) => mark).slice(9)).toEqual(["", "A", "B"]);
});

test("numbers are whole, and marks are unique whatever their case", () => {
  expect([parseWhole(""), parseWhole(" 12 "), parseWhole("1.5"), parseWhole("-1")]).toEqual([0, 12, null, null]);
  expect(fillMarks(["", " B ", ""])).toEqual(["1/3", "B", "3/3"]);
  expect([areMarksUnique(["a", "b"]), areMarksUnique(["a", "A"])]).toEqual([true, false]);
});
