import { describe, expect, test } from "vitest";
import type { PickLine, PickTask } from "./picking.contract.ts";
import type { AtStop, PickStep } from "./pick-steps.rules.ts";
import {
  countPicked,
  divideFound,
  getPickStep,
  keepPlace,
  listStops,
  noStop,
  parseFound,
  readPickScan,
  withEndedLines,
  withSentLines,
  withSkippedLines,
} from "./pick-steps.rules.ts";

function line(number: number, part: Partial<PickLine> = {}): PickLine {
  return {
    line_number: number,
    sequence: number,
    status: "pending",
    order_uuid: `order-${number}`,
    order_number: `O-${number}`,
    location_uuid: "shelf-1",
    location: "A-01-01-1",
    variant_uuid: "mug",
    sku: "MUG-01",
    codes: ["MUG-01", "4006381333931"],
    title: "Mug",
    variant_title: "",
    main_image: "",
    lot: "",
    quantity: 2,
    picked_quantity: 0,
    slot: null,
    short_reason: "",
    ...part,
  };
}
const atTea: Partial<PickLine> = { location_uuid: "shelf-2", location: "A-02-01-1", variant_uuid: "tea", sku: "TEA-02", codes: ["TEA-02"] };

function task(lines: readonly PickLine[], part: Partial<PickTask> = {}): PickTask {
  return {
    task_uuid: "task-1",
    task_number: 1,
    wave_uuid: "wave-1",
    wave_number: "W-1",
    kind: "wall",
    is_held: false,
    warehouse_uuid: "warehouse-1",
    warehouse_name: "East",
    status: "in_progress",
    picker: "Ann",
    is_mine: true,
    tote: "T-1",
    line_count: lines.length,
    piece_count: 4,
    picked_pieces: 0,
    short_pieces: 0,
    walking_metres: 10,
    started_at: "",
    ended_at: "",
    version: 1,
    lines: [...lines],
    ...part,
  };
}

const numbers = (lines: readonly PickLine[]) => listStops(lines).map((stop) => stop.lines.map(({ line_number }) => line_number));
/** Reads a scan at the first stop of some lines. */
function read(lines: readonly PickLine[], at: AtStop, text: string, more: { readonly gtin?: string; readonly lot?: string } = {}) {
  const step: PickStep = getPickStep(task(lines), at);
  if (!("stop" in step)) throw new Error("no stop");
  return readPickScan({ text, ...more }, step, at);
}

describe("the stops of a task", () => {
  test("join the lines of one SKU at one location, in walking order, and leave out what ended", () => {
    const lines = [line(1, { sequence: 9 }), line(2, { sequence: 3, ...atTea }), line(3, { sequence: 10 }), line(4, { status: "picked" })];
    expect(numbers(lines)).toEqual([[2], [1, 3]]);
    expect(listStops(lines).map(({ quantity }) => quantity)).toEqual([2, 4]);
  });

  test("separate lots, and places on the cart", () => {
    expect(numbers([line(1, { lot: "A" }), line(2, { lot: "B" }), line(3, { lot: "A" })])).toEqual([[1, 3], [2]]);
    expect(numbers([line(1, { slot: 1 }), line(2, { slot: 2 }), line(3, { slot: 1 })])).toEqual([[1, 3], [2]]);
  });

  test("lead from the tote to the location, the product, the place on the cart and the end", () => {
    const lines = [line(1, { slot: 4 })];
    const here: AtStop = { ...noStop, locationUuid: "shelf-1" };
    expect(getPickStep(task(lines, { tote: "" }), noStop).kind).toBe("tote");
    expect(getPickStep(task(lines), noStop).kind).toBe("location");
    expect(getPickStep(task(lines), { ...noStop, locationUuid: "shelf-2" }).kind).toBe("location");
    expect(getPickStep(task(lines), { ...here, counted: 1 }).kind).toBe("product");
    expect(getPickStep(task(lines), { ...here, counted: 2 }).kind).toBe("slot");
    expect(getPickStep(task([line(1)]), { ...here, counted: 2 }).kind).toBe("sending");
    expect(getPickStep(task([line(1, { status: "short" })], { tote: "" }), here).kind).toBe("finished");
  });
});

describe("a scan", () => {
  const here: AtStop = { ...noStop, locationUuid: "shelf-1" };

  test("confirms the location in any case, and refuses another one and goods before the location", () => {
    expect(read([line(1)], noStop, "a-01-01-1")).toEqual({ kind: "arrived" });
    expect(read([line(1), line(2, atTea)], noStop, "A-02-01-1")).toEqual({ kind: "wrongLocation" });
    expect(read([line(1)], noStop, "MUG-01")).toEqual({ kind: "locationFirst" });
  });

  test("counts one piece, or the pieces that were entered, up to what the stop needs", () => {
    expect(read([line(1)], here, "mug-01")).toEqual({ kind: "counted", counted: 1, isComplete: false });
    expect(read([line(1)], { ...here, counted: 1 }, "4006381333931")).toEqual({ kind: "counted", counted: 2, isComplete: true });
    expect(read([line(1)], { ...here, preset: 2 }, "MUG-01")).toEqual({ kind: "counted", counted: 2, isComplete: true });
    expect(read([line(1)], { ...here, counted: 1, preset: 2 }, "MUG-01")).toEqual({ kind: "tooMany" });
    expect(read([line(1)], here, "A-01-01-1")).toEqual({ kind: "here" });
    expect(read([line(1), line(2, atTea)], here, "TEA-02")).toEqual({ kind: "wrongProduct" });
  });

  test("of a GS1 code counts by its GTIN, and is refused for another lot", () => {
    const lotted = [line(1, { lot: "L7" })];
    const gtin = "04006381333931";
    expect(read(lotted, here, `01${gtin}10l7`, { gtin, lot: "l7" }).kind).toBe("counted");
    expect(read(lotted, here, `01${gtin}10L8`, { gtin, lot: "L8" })).toEqual({ kind: "wrongLot" });
    expect(read(lotted, here, "MUG-01").kind).toBe("counted");
    expect(read([line(1)], here, `01${gtin}10L8`, { gtin, lot: "L8" }).kind).toBe("counted");
  });

  test("confirms the place on the cart by its number alone", () => {
    const placed: AtStop = { ...here, counted: 2 };
    expect(read([line(1, { slot: 12 })], placed, "12")).toEqual({ kind: "placed" });
    expect(read([line(1, { slot: 12 })], placed, "1")).toEqual({ kind: "wrongSlot" });
    expect(read([line(1, { slot: 12 })], placed, "MUG-01")).toEqual({ kind: "wrongSlot" });
  });
});

describe("what changes a task before the server answers", () => {
  test("ends lines, but none that ended already", () => {
    const after = withEndedLines(task([line(1), line(2, { status: "cancelled" }), line(3)]), [1, 2]);
    expect(after.lines.map(({ status }) => status)).toEqual(["picked", "cancelled", "pending"]);
    expect(withEndedLines(after, [3], "short").lines[2]?.status).toBe("short");
  });

  test("keeps what was sent when the server answers with an earlier state", () => {
    const sent = [
      { line_number: 1, status: "picked" },
      { line_number: 3, status: "short" },
    ] as const;
    expect(withSentLines(task([line(1), line(2), line(3)]), sent).lines.map(({ status }) => status)).toEqual([
      "picked",
      "pending",
      "short",
    ]);
  });

  test("moves skipped lines to the end, in their own order", () => {
    const lines = [line(1), line(2), line(3, atTea)];
    expect(numbers(withSkippedLines(task(lines), [2, 1]).lines)).toEqual([[3], [1, 2]]);
  });

  test("counts what was picked here with the whole line, and leaves out orders that left", () => {
    const lines = [
      line(1, { status: "picked" }),
      line(2, { status: "short", picked_quantity: 1 }),
      line(3, { status: "cancelled" }),
      line(4),
    ];
    expect(countPicked(lines)).toEqual({ picked: 3, all: 6 });
  });

  test("keeps the person's place as long as the stop is the first", () => {
    const at: AtStop = { locationUuid: "shelf-1", counted: 3, preset: 1 };
    const before = task([line(1), line(2)]);
    expect(keepPlace(before, before, at)).toEqual(at);
    expect(keepPlace(before, task([line(1), line(2, { status: "cancelled" })]), at)).toEqual({ ...at, counted: 1 });
    const inPlace = (part: Partial<PickLine>) => task([line(1, { slot: 4 }), line(2, { slot: 4, ...part })]);
    expect(keepPlace(inPlace({}), inPlace({ status: "cancelled" }), at)).toEqual({ ...at, counted: 2 });
    expect(keepPlace(before, task([line(3, atTea)]), at)).toEqual(noStop);
    expect(keepPlace(null, before, at)).toEqual(noStop);
  });
});

describe("a short pick", () => {
  const [stop] = listStops([line(1), line(2, { quantity: 3 }), line(3, { quantity: 1 })]);
  if (stop === undefined) throw new Error("no stop");

  test("serves the first lines in full and reports each of the others", () => {
    expect(divideFound(stop, 3, "missing")).toEqual({
      whole: [1],
      short: [
        { line_number: 2, picked_quantity: 1, reason: "missing" },
        { line_number: 3, picked_quantity: 0, reason: "missing" },
      ],
    });
    expect(divideFound(stop, 0, "damaged").short.map(({ picked_quantity }) => picked_quantity)).toEqual([0, 0, 0]);
  });

  test("loses and invents no piece, whatever was found", () => {
    for (let found = 0; found < stop.quantity; found += 1) {
      const { whole, short } = divideFound(stop, found, "missing");
      const inFull = stop.lines.filter(({ line_number }) => whole.includes(line_number)).reduce((sum, { quantity }) => sum + quantity, 0);
      expect(inFull + short.reduce((sum, { picked_quantity }) => sum + picked_quantity, 0)).toBe(found);
      expect(whole.length + short.length).toBe(3);
    }
  });

  test("takes fewer pieces than the stop needs, none included", () => {
    expect(["0", "5", "6", "-1", "1.5", "", "x"].map((text) => parseFound(text, stop))).toEqual([0, 5, null, null, null, null, null]);
  });
});
