import { expect, test } from "vitest";
import {
  getBayCentre,
  getFarEdge,
  growFor,
  isOnMap,
  layOutPartitions,
  layOutShelves,
  findShelfStart,
  getLocationPosition,
} from "./layout.rules.ts";

const measures = { bays: 4, bay_width_mm: 1000, shelf_depth_mm: 600, aisle_mm: 2000 };
const corner = { x_mm: 0, y_mm: 0 };

test("shelves are placed in pairs back to back, with an aisle before each pair", () => {
  expect(layOutShelves(5, measures, corner).map(({ y_mm }) => y_mm)).toEqual([0, 2600, 3200, 5800, 6400]);
});

test("new partitions are placed side by side across the warehouse, behind the existing ones", () => {
  const there = { width_mm: 12_000, depth_mm: 20_000, partitions: [{ x_mm: 0, y_mm: 0, width_mm: 5000, depth_mm: 3000 }] };
  expect(layOutPartitions(3, 1, measures, there)).toEqual([
    { x_mm: 0, y_mm: 5000, width_mm: 5000, depth_mm: 1600 },
    { x_mm: 7000, y_mm: 5000, width_mm: 5000, depth_mm: 1600 },
    { x_mm: 0, y_mm: 8600, width_mm: 5000, depth_mm: 1600 },
  ]);
});

test("partitions that exceed the warehouse's depth widen it too, instead of forming a strip", () => {
  const areas = layOutPartitions(20, 50, { ...measures, bays: 20 }, { width_mm: 30_000, depth_mm: 20_000, partitions: [] });
  const [width, depth] = [getFarEdge(areas, "width"), getFarEdge(areas, "depth")];
  expect(width / depth).toBeGreaterThan(1);
  expect(width / depth).toBeLessThan(2);
  expect(isOnMap(areas)).toBe(true);
});

test("a partition grows around its shelves and never shrinks", () => {
  const partition = { x_mm: 1000, y_mm: 1000, width_mm: 5000, depth_mm: 1600 };
  const first = layOutShelves(1, measures, findShelfStart(partition, [], 2000));
  expect(growFor(partition, first)).toEqual(partition);
  const more = layOutShelves(1, measures, findShelfStart(partition, first, 2000));
  expect(more[0]).toMatchObject({ x_mm: 1500, y_mm: 4100 });
  expect(growFor(partition, more).depth_mm).toBe(4200);
});

test("an area that reaches beyond two kilometres is not on the map", () => {
  const area = { x_mm: 1_999_000, y_mm: 0, width_mm: 1000, depth_mm: 600 };
  expect(isOnMap([area])).toBe(true);
  expect(isOnMap([{ ...area, width_mm: 1001 }])).toBe(false);
  expect(getFarEdge([], "depth")).toBe(0);
});

test("a bay's position is its centre, along the front of its shelf", () => {
  const shelf = { x_mm: 500, y_mm: 700, width_mm: 4000, depth_mm: 600, is_turned: false };
  expect(getBayCentre(shelf, 2, 1000)).toEqual({ x_mm: 2000, y_mm: 1000 });
  expect(getBayCentre({ ...shelf, width_mm: 600, depth_mm: 4000, is_turned: true }, 2, 1000)).toEqual({ x_mm: 800, y_mm: 2200 });
});

test("a location moves to the middle of its new shelf, unless the form says where", () => {
  const shelf = { shelf_uuid: "new", x_mm: 500, y_mm: 700, width_mm: 4000, depth_mm: 600 };
  const before = { shelf_uuid: "old", x_mm: 10, y_mm: 20 };
  expect(getLocationPosition(shelf, { x_mm: 10, y_mm: 20 }, before)).toEqual({ x_mm: 2500, y_mm: 1000 });
  expect(getLocationPosition(shelf, { x_mm: 600, y_mm: 20 }, before)).toEqual({ x_mm: 600, y_mm: 20 });
  expect(getLocationPosition(shelf, { x_mm: 10, y_mm: 20 }, { ...before, shelf_uuid: "new" })).toEqual({ x_mm: 10, y_mm: 20 });
  expect(getLocationPosition(null, {}, null)).toEqual({ x_mm: 0, y_mm: 0 });
});
