import { describe, expect, test } from "vitest";
import { countMissing, findNext, listNext } from "./return-steps.rules.ts";
import type { ReturnLine } from "./returns.contract.ts";
import { countUndecided, getDoneStatus, isUndecided, listOpenPieces } from "./returns.rules.ts";

const line = (set: Partial<ReturnLine>): ReturnLine => ({
  line_uuid: "line",
  variant_uuid: "variant",
  sku: "MUG",
  title: "Mug",
  main_image: "",
  codes: ["MUG", "6901"],
  lot: "",
  expected: 3,
  good: 0,
  damaged: 0,
  good_decision: "",
  damaged_decision: "",
  good_done: 0,
  damaged_done: 0,
  is_own_stock: true,
  ...set,
});

describe("a line of a return", () => {
  test("waits for a decision about each condition that it has pieces of", () => {
    expect(isUndecided(line({}))).toBe(false);
    expect(countUndecided(line({ good: 2, damaged: 1, good_decision: "restock" }))).toBe(1);
    expect(isUndecided(line({ good: 2, good_decision: "restock" }))).toBe(false);
  });

  test("lists what is decided and not carried out", () => {
    const of = line({ good: 3, damaged: 1, good_decision: "restock", damaged_decision: "scrap", good_done: 1 });
    expect(listOpenPieces(of)).toEqual([
      { isDamaged: false, decision: "restock", quantity: 2 },
      { isDamaged: true, decision: "scrap", quantity: 1 },
    ]);
  });
});

test("a return ends as restocked if any piece was, else as sent back, else as scrapped", () => {
  const scrapped = line({ damaged: 1, damaged_decision: "scrap" });
  expect(getDoneStatus([scrapped])).toBe("scrapped");
  expect(getDoneStatus([scrapped, line({ good: 1, good_decision: "send_back" })])).toBe("sent_back");
  expect(getDoneStatus([scrapped, line({ good: 1, good_decision: "restock" })])).toBe("restocked");
});

describe("the next step", () => {
  const scrap = line({ line_uuid: "a", sku: "CUP", codes: ["CUP"], damaged: 1, damaged_decision: "scrap" });
  const shelf = line({ line_uuid: "b", good: 2, good_decision: "restock" });

  test("is what goes to a shelf, and a scan means a product that waits", () => {
    const next = listNext({ lines: [scrap, shelf] });
    expect(next.map(({ line: { line_uuid } }) => line_uuid)).toEqual(["b", "a"]);
    expect(findNext(next, " cup ")?.decision).toBe("scrap");
    expect(findNext(next, "0000")).toBeNull();
  });

  test("counts announced pieces that are missing; what came in addition makes up for none", () => {
    expect(countMissing({ lines: [line({ good: 1, damaged: 1 }), line({ expected: 0, good: 5 })] })).toBe(1);
  });
});
