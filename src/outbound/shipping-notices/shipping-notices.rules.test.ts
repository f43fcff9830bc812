import { expect, test } from "vitest";
import { exportShipped } from "./shipping-notices.contract.ts";
import { getLoadState, getVolume, sumBoxes } from "./shipping-notices.rules.ts";

const box = { measured_grams: 9100, expected_grams: 9000, length_mm: 400, width_mm: 300, height_mm: 200, piece_count: 5 };

test("a box is ready with its weight and an issued waybill, then loaded, then shipped", () => {
  expect([getLoadState("closed", true), getLoadState("weighed", false)]).toEqual(["open", "open"]);
  expect([getLoadState("weighed", true), getLoadState("bagged", true), getLoadState("handed_over", true)]).toEqual([
    "ready",
    "loaded",
    "shipped",
  ]);
});

test("boxes add up, and those of unknown weight or size are counted", () => {
  expect(getVolume(box)).toBe(24_000);
  const unknown = { ...box, measured_grams: null, expected_grams: null, height_mm: null };
  expect(sumBoxes([box, { ...box, measured_grams: null }, unknown])).toEqual({
    boxes: 3,
    pieces: 15,
    grams: 18_100,
    unweighed: 1,
    volume_cm3: 48_000,
    unmeasured: 1,
  });
});

test("a period that ends before it begins is refused by the call, in words that the form shows too", () => {
  const ask = (shipped_from: string, shipped_to: string) => exportShipped.input.safeParse({ shipped_from, shipped_to, format: "pdf" });
  expect(ask("2026-03-02", "2026-03-02").success).toBe(true);
  expect(ask("2026-03-03", "2026-03-02").error?.issues.map(({ message }) => message)).toEqual(["reports.daysTurned"]);
});
