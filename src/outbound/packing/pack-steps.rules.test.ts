import { expect, test } from "vitest";
import type { Box } from "./boxes.contract.ts";
import type { Packing, PackItem } from "./packing.contract.ts";
import {
  emptyDraft,
  listBoxesToChoose,
  listConsumables,
  listLeft,
  readPackScan,
  toAdvisedDrafts,
  withConsumable,
  withPieces,
} from "./pack-steps.rules.ts";

const item = (sku: string, quantity: number, lot = ""): PackItem => ({
  variant_uuid: `variant-${sku}`,
  sku,
  codes: [sku],
  title: sku,
  variant_title: "",
  main_image: "",
  lot,
  quantity,
  weight_grams: 100,
  length_mm: 10,
  width_mm: 10,
  height_mm: 10,
});
const box = (name: string, side: number, kind: Box["kind"] = "box"): Box => ({
  box_uuid: `box-${name}`,
  name,
  kind,
  length_mm: kind === "box" ? side : null,
  width_mm: kind === "box" ? side : null,
  height_mm: kind === "box" ? side : null,
  weight_grams: 10,
  max_weight_grams: null,
  is_active: true,
  version: 1,
});
const order = (more: Partial<Packing> = {}): Packing => ({
  order_uuid: "order",
  order_number: "SO-1",
  kind: "one_piece",
  warehouse_uuid: "warehouse",
  status: "reviewed",
  is_held: false,
  locations: ["PACK-1"],
  items: [item("MUG", 2), item("TEA", 1, "A1"), item("TEA", 1, "B2")],
  boxes: [box("L", 300), box("S", 100), box("Tape", 0, "consumable")],
  advice: { reason: null, boxes: [] },
  parcels: [],
  ...more,
});
const [mug, tea] = [item("MUG", 1), item("TEA", 1, "A1")];

test("a scan names a box, a consumable or a piece that is left, whatever the case", () => {
  expect(readPackScan({ text: "l" }, order(), [])).toMatchObject({ kind: "box", box: { name: "L" } });
  expect(readPackScan({ text: "TAPE" }, order(), [])).toMatchObject({ kind: "consumable" });
  expect(readPackScan({ text: "mug" }, order(), [])).toMatchObject({ kind: "piece", item: { sku: "MUG" } });
  expect(readPackScan({ text: "PEN" }, order(), [])).toEqual({ kind: "unknown" });
  const full = withPieces(emptyDraft, mug, 2);
  expect(readPackScan({ text: "MUG" }, order(), [full])).toMatchObject({ kind: "tooMany" });
  // Of several lots, the one that is left.
  expect(readPackScan({ text: "TEA" }, order(), [withPieces(emptyDraft, tea, 1)])).toMatchObject({ kind: "piece", item: { lot: "B2" } });
});

test("pieces and consumables are put in and taken out again", () => {
  const draft = withConsumable(withPieces(emptyDraft, mug, 1), "box-Tape", 1);
  expect(listLeft(order().items, [draft])).toMatchObject([{ quantity: 1 }, { lot: "A1" }, { lot: "B2" }]);
  expect(withConsumable(withPieces(draft, mug, -1), "box-Tape", -1)).toEqual(emptyDraft);
});

test("advised boxes are offered first, then the smallest", () => {
  const advised = order({ advice: { reason: null, boxes: [{ box_uuid: "box-L", items: [], placements: [] }] } });
  expect(listBoxesToChoose(advised).map(({ name }) => name)).toEqual(["L", "S"]);
  expect(listBoxesToChoose(order()).map(({ name }) => name)).toEqual(["S", "L"]);
});

test("an advice of several boxes is taken as a whole, before anything is packed", () => {
  const part = (quantity: number) => ({
    box_uuid: "box-S",
    items: [{ variant_uuid: mug.variant_uuid, lot: "", quantity }],
    placements: [],
  });
  const advised = order({ advice: { reason: null, boxes: [part(1), part(1)] } });
  expect(toAdvisedDrafts(advised, [], emptyDraft)).toHaveLength(2);
  expect(toAdvisedDrafts(advised, [], withPieces(emptyDraft, mug, 1))).toBeNull();
  expect(toAdvisedDrafts(order(), [], emptyDraft)).toBeNull();
});

test("consumables are listed with how many of each the parcel has", () => {
  const packing = order({ boxes: [box("L", 300), box("Foam", 0, "consumable"), box("Tape", 0, "consumable")] });
  const draft = withConsumable(withConsumable(emptyDraft, "box-Tape", 1), "box-Tape", 1);
  expect(listConsumables(packing, draft).map(({ box: { name }, taken }) => [name, taken])).toEqual([
    ["Foam", 0],
    ["Tape", 2],
  ]);
});
