import { describe, expect, test } from "vitest";
import type { PutawayTask } from "#src/warehouse/receipts/receipts.contract.ts";
import { takeFromHand, findDoubt, toInHand, isSuggested, getNextTask, findTasksByCode, countWaiting } from "./put-away.rules.ts";

function task(line: string, part: Partial<PutawayTask> = {}): PutawayTask {
  return {
    task_uuid: `task-${line}`,
    receipt_uuid: "receipt-1",
    receipt_number: "R-261122-0001",
    warehouse_uuid: "warehouse-1",
    line_uuid: line,
    owner_uuid: "owner-1",
    owner_name: "Shop",
    variant_uuid: "variant-1",
    sku: "MUG-01",
    title: "Mug",
    variant_title: "",
    main_image: "",
    lot: "",
    status: "pending",
    quantity: 3,
    from_barcode: "E1-RECEIVING",
    suggested_barcode: "A-01-01",
    location_barcode: "",
    created_at: "",
    done_at: "",
    done_by: "",
    ...part,
  };
}
const tasks = [
  task("a"),
  task("b", { sku: "TEA-02" }),
  task("c", { receipt_uuid: "receipt-2", receipt_number: "R-261122-0002", sku: "Tea-02" }),
];

describe("the walk", () => {
  test("continues with the first task that was not postponed, and returns to the postponed ones at its end", () => {
    expect(getNextTask(tasks, [])).toMatchObject({ task: { line_uuid: "a" }, putOff: [] });
    expect(getNextTask(tasks, ["a", "b"])).toMatchObject({ task: { line_uuid: "c" }, putOff: ["a", "b"] });
    expect(getNextTask(tasks, ["a", "b", "c"])).toMatchObject({ task: { line_uuid: "a" }, putOff: [] });
    expect(getNextTask([], ["a"])).toEqual({ task: null, putOff: [] });
  });

  test("finds goods by their SKU in any case, and by the labels of their receipt", () => {
    const lines = (code: string) => findTasksByCode(tasks, code).map(({ line_uuid }) => line_uuid);
    expect(lines("tea-02")).toEqual(["b", "c"]);
    expect(lines("R-261122-0002")).toEqual(["c"]);
    expect(lines("r-261122-0001/3")).toEqual(["a", "b"]);
    expect(lines("690123")).toEqual([]);
  });
});

describe("goods in hand", () => {
  test("use the data of the list when the server cannot be asked", () => {
    expect(toInHand(task("a"))).toMatchObject({ open: 3, suggestions: [{ barcode: "A-01-01", why: null }] });
    expect(toInHand(task("a", { suggested_barcode: "" })).suggestions).toEqual([]);
  });

  test("go into the suggested location without a question, and into any location when none is suggested", () => {
    const inHand = toInHand(task("a"));
    expect([isSuggested(inHand, "a-01-01"), isSuggested(inHand, "A-01-02")]).toEqual([true, false]);
    expect(isSuggested({ ...inHand, suggestions: [] }, "B-09")).toBe(true);
  });
});

describe("a location other than the suggested one", () => {
  test("is doubtful when it holds another product or lot, or has no room for the pieces", () => {
    const mug = { ...toInHand(task("a")), suggestions: [{ barcode: "A-02", why: null, fits_pieces: 2 }] };
    expect(findDoubt("A-02", mug, 3, [])).toBe("full");
    expect(findDoubt("A-02", mug, 2, [])).toBeNull();
    expect(findDoubt("A-03", mug, 3, [{ sku: "MUG-01", lot: "" }])).toBeNull();
    expect(findDoubt("A-03", mug, 3, [])).toBeNull();
    expect(findDoubt("A-03", mug, 3, [{ sku: "MUG-01", lot: "L-1" }])).toBe("mixed");
    expect(findDoubt("A-03", mug, 3, [{ sku: "TEA-02", lot: "" }])).toBe("mixed");
  });

  test("is not doubtful when the same product and lot lies there beside others", () => {
    const there = [
      { sku: "TEA-02", lot: "" },
      { sku: "MUG-01", lot: "" },
    ];
    expect(findDoubt("A-03", toInHand(task("a")), 3, there)).toBeNull();
  });
});

test("all waiting tasks are counted, including those not loaded, without those done since", () => {
  expect(countWaiting(340, 100, 97)).toBe(337);
  expect(countWaiting(3, 3, 3)).toBe(3);
  // The server counted after the task was done.
  expect(countWaiting(1, 3, 2)).toBe(2);
});

describe("goods that remain in hand", () => {
  const held = {
    ...toInHand(task("a", { quantity: 12 })),
    suggestions: [
      { barcode: "A-01-01", why: "empty" as const, fits_pieces: 9 },
      { barcode: "A-01-02", why: "empty" as const, fits_pieces: null },
    ],
  };
  const shown = (location: string, pieces: number) =>
    takeFromHand(held, location, pieces)?.suggestions.map(({ barcode, why, fits_pieces }) => [barcode, why, fits_pieces]);

  test("go to the same location, which is no longer empty and has less room", () => {
    expect(takeFromHand(held, "a-01-01", 5)?.open).toBe(7);
    expect(shown("a-01-01", 5)).toEqual([
      ["A-01-01", "same_item_and_lot", 4],
      ["A-01-02", "empty", null],
    ]);
  });

  test("go to the next location once one is full, and to the one that the user chose", () => {
    expect(shown("A-01-01", 9)).toEqual([["A-01-02", "empty", null]]);
    expect(shown("B-07", 2)?.map(([barcode, why]) => [barcode, why])).toEqual([
      ["B-07", "same_item_and_lot"],
      ["A-01-01", "empty"],
      ["A-01-02", "empty"],
    ]);
  });

  test("are null after the last piece", () => expect(takeFromHand(held, "A-01-01", 12)).toBeNull());
});
