import { expect, test } from "vitest";
import type { Packing } from "./packing.contract.ts";
import { emptyDraft, toAdvisedDrafts, toFirstDraft, withConsumable } from "./pack-steps.rules.ts";

/** An order of as many advised boxes, each with one mug. */
const advisedOf = (...boxes: string[]): Packing => ({
  order_uuid: "order",
  order_number: "SO-1",
  kind: "one_piece",
  warehouse_uuid: "warehouse",
  status: "reviewed",
  is_held: false,
  locations: [],
  items: [],
  boxes: [],
  advice: {
    reason: null,
    boxes: boxes.map((box_uuid) => ({ box_uuid, items: [{ variant_uuid: "mug", lot: "", quantity: 1 }], placements: [] })),
  },
  parcels: [],
});

test("packing begins with the only advised box, and with none while several are advised", () => {
  expect(toFirstDraft(advisedOf("box-L"))).toMatchObject({ box_uuid: "box-L" });
  expect(toFirstDraft(advisedOf())).toMatchObject({ box_uuid: null });
  expect(toFirstDraft(advisedOf("box-L", "box-S")).box_uuid).toBeUndefined();
});

test("a box or own packaging that somebody chooses goes before an advice of several boxes, and a consumable does not", () => {
  const several = advisedOf("box-L", "box-S");
  const first = toFirstDraft(several);
  expect(toAdvisedDrafts(several, [], withConsumable(first, "tape", 1))?.map(({ box_uuid }) => box_uuid)).toEqual(["box-L", "box-S"]);
  expect(toAdvisedDrafts(several, [], { ...first, box_uuid: "box-XL" })).toBeNull();
  expect(toAdvisedDrafts(several, [], { ...first, box_uuid: null })).toBeNull();
  // Undone, the advice applies again.
  expect(toAdvisedDrafts(several, [], { ...first, box_uuid: emptyDraft.box_uuid })).toHaveLength(2);
});
