import { expect, test } from "vitest";
import {
  getShade,
  addMove,
  noMoves,
  panView,
  applyMoves,
  getRulerMm,
  snap,
  spreadDown,
  undoMove,
  getWholeView,
  zoomView,
} from "./map.rules.ts";

const whole = getWholeView({ width_mm: 29_000, depth_mm: 19_000 }, []);
const shelf = { shelf_uuid: "a", x_mm: 500, y_mm: 500, width_mm: 4000, depth_mm: 600 };

test("the whole map contains the warehouse and the shelves beyond its edge", () => {
  expect(whole).toEqual({ x: -500, y: -500, width: 30_000, height: 20_000 });
  expect(getWholeView({ width_mm: 1000, depth_mm: 1000 }, [shelf]).width).toBe(5500);
});

test("zooming keeps the centre and the aspect ratio, and stops at the whole map", () => {
  const near = zoomView(whole, 2, whole);
  expect(near).toEqual({ x: 7000, y: 4500, width: 15_000, height: 10_000 });
  expect(zoomView(near, 0.1, whole)).toEqual(whole);
  expect(zoomView(whole, 1000, whole).width).toBe(2000);
  // Around the pointer: what is under it stays there.
  expect(zoomView(whole, 2, whole, { x: 1, y: 0 })).toEqual({ x: 14_500, y: -500, width: 15_000, height: 10_000 });
});

test("panning stops at the edge of the map", () => {
  const near = zoomView(whole, 2, whole);
  expect(panView(near, -0.1, 0, whole).x).toBe(5500);
  expect(panView(near, -9, 9, whole)).toMatchObject({ x: -500, y: 9500 });
});

test.each([
  [30_000, 5000],
  [24_000, 2000],
  [6000, 1000],
  [500_000, 100_000],
])("a view of %i mm has a ruler of %i mm", (width, ruler) => {
  expect(getRulerMm(width)).toBe(ruler);
});

test("a shelf moves in steps of a decimetre, within the map, and each move can be undone", () => {
  expect([snap(149), snap(150), snap(-90)]).toEqual([100, 200, 0]);
  const once = addMove(noMoves, shelf, 1040, 500);
  const twice = addMove(once, shelf, 1040, 900);
  expect(applyMoves(shelf, twice)).toMatchObject({ x_mm: 1000, y_mm: 900 });
  expect(addMove(twice, shelf, 1000, 900)).toBe(twice);
  expect(applyMoves(shelf, undoMove(twice))).toMatchObject({ x_mm: 1000, y_mm: 500 });
  expect(applyMoves(shelf, undoMove(undoMove(twice)))).toEqual(shelf);
});

test("locations at the same position are drawn below each other", () => {
  const [one, other] = [
    { x_mm: 0, y_mm: 0 },
    { x_mm: 0, y_mm: 900 },
  ];
  expect(spreadDown([one, other, one, one], 900)).toEqual([0, 0, 900, 1800]);
});

test("the least activity at a shelf is visible, and half of the most movements is more than half as dark", () => {
  expect([getShade(0, "heat"), getShade(0, "fill")]).toEqual([0, 0]);
  expect(getShade(0.001, "heat")).toBeGreaterThan(0.08);
  expect([getShade(1, "heat"), getShade(1, "fill")]).toEqual([0.5, 0.5]);
  expect(getShade(0.25, "heat")).toBeGreaterThan(getShade(0.25, "fill"));
});
