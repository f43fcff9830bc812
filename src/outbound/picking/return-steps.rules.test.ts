import { expect, test } from "vitest";
import type { LeftPieces } from "./picking.contract.ts";
import { findInTote, findLeftGoods, getLeftKey } from "./return-steps.rules.ts";

function left(part: Partial<LeftPieces>): LeftPieces {
  return {
    tote_uuid: "tote-1",
    tote: "T-1",
    warehouse_uuid: "warehouse-1",
    variant_uuid: "mug",
    sku: "MUG-01",
    codes: ["MUG-01", "4006381333931"],
    title: "Mug",
    owner_uuid: "owner-1",
    lot: "",
    quantity: 2,
    suggested_location: "",
    ...part,
  };
}

test("left pieces are found by their tote and then by any code of theirs, in any case", () => {
  const all = [
    left({}),
    left({ tote_uuid: "tote-2", tote: "T-2" }),
    left({ lot: "L1" }),
    left({ sku: "TEA-02", codes: ["TEA-02"], variant_uuid: "tea" }),
  ];
  const inTote = findInTote(all, "t-1");
  expect(inTote).toHaveLength(3);
  expect(findLeftGoods(inTote, { text: "mug-01" }).map(({ lot }) => lot)).toEqual(["", "L1"]);
  expect(findLeftGoods(inTote, { text: "4006381333931" })).toHaveLength(2);
  expect(findLeftGoods(inTote, { text: "T-1" })).toEqual([]);
});

test("a key tells pieces of two lots or owners apart", () => {
  const keys = [left({}), left({ lot: "L1" }), left({ owner_uuid: "owner-2" }), left({ tote_uuid: "tote-2" })].map(getLeftKey);
  expect(new Set(keys).size).toBe(4);
});
