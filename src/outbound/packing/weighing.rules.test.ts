import { describe, expect, test } from "vitest";
import type { Parcel } from "./packing.contract.ts";
import { isGood, isReason, measure, withAnswer, withFound, withoutRow, withRow, withSent } from "./weighing.rules.ts";

const parcel = (number: number): Parcel => ({
  parcel_uuid: `00000000-0000-7000-8000-${String(number).padStart(12, "0")}`,
  parcel_number: `P-${number}`,
  box_mark: "",
  length_mm: null,
  width_mm: null,
  height_mm: null,
  order_uuid: "00000000-0000-7000-8000-000000000000",
  order_number: `O-${number}`,
  warehouse_uuid: "00000000-0000-7000-8000-000000000000",
  status: "closed",
  box_name: "",
  piece_count: 1,
  expected_grams: 500,
  allowed_grams: 20,
  measured_grams: null,
  variance_reason: "",
  is_held: false,
  packed_at: "",
});
const [first, second] = [parcel(1), parcel(2)];
const weigh = (of: Parcel, grams: number) => withRow([], of, measure(of, grams));
const both = [...weigh(first, 500), ...weigh(second, 510)];
const numbersOf = (rows: readonly { readonly parcel: Parcel }[]) => rows.map((row) => row.parcel.parcel_number);

describe("a batch of weights", () => {
  test("a parcel that is weighed again has its new weight only", () => {
    const again = withRow(both, second, measure(second, 900));
    expect(again.map(({ measured }) => measured)).toEqual([
      { grams: 900, isOff: true },
      { grams: 500, isOff: false },
    ]);
    expect(again.filter(isGood)).toHaveLength(1);
  });

  test("a row is removed", () => {
    expect(numbersOf(withoutRow(both, first))).toEqual(["P-2"]);
  });

  test("sent rows stay until the answer: the saved leave, the refused come back with their reasons", () => {
    const sent = withSent(both, both);
    expect(sent.filter(isGood)).toEqual([]);
    expect(numbersOf(sent)).toEqual(["P-1", "P-2"]);
    const after = withAnswer(sent, both, new Map([[second.parcel_uuid, "On hold"]]));
    expect(after).toMatchObject([{ parcel: second, refusal: "On hold", isSent: false }]);
    expect(after.filter(isGood)).toEqual([]);
  });

  test("an answer leaves alone what was weighed after it was asked for", () => {
    const [one, other] = [weigh(first, 500), weigh(second, 510)];
    expect(numbersOf(withAnswer([...other, ...withSent(one, one)], one, new Map()))).toEqual(["P-2"]);
  });

  test("after a reload the server decides: a weight that it does not have is to be sent again, one that it has is not", () => {
    const sent = withSent(both, both);
    expect(withFound(sent, first, "Weighed already")[0]).toMatchObject({ isSent: false, refusal: "" });
    expect(numbersOf(withFound(sent, { ...first, status: "weighed", measured_grams: 500 }, "Weighed already"))).toEqual(["P-2"]);
    expect(withFound(sent, { ...first, status: "weighed", measured_grams: 777 }, "Weighed already")[0]?.refusal).toBe("Weighed already");
    // One that was never sent may have been weighed elsewhere.
    const unsent = sent.map((row) => ({ ...row, isSent: false }));
    expect(withFound(unsent, first, "Weighed already")).toEqual(unsent);
    expect(withFound(unsent, { ...first, status: "weighed", measured_grams: 777 }, "Weighed already")[0]?.refusal).toBe("Weighed already");
  });
});

test.each([
  ["two bricks inside", true],
  ["换了包装", true],
  ["2个赠品", true],
  ["P-261127-0001", false],
  ["4PX3000123456CN", false],
])("the text %j can be a reason: %s", (text, expected) => {
  expect(isReason(text)).toBe(expected);
});
