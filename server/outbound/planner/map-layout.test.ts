import { describe, expect, test } from "vitest";
import { getBayCentre, layOutShelves } from "#src/warehouse/warehouses/layout.rules.ts";
import { measureBatch, prepareBatches } from "./batch-problem.ts";
import { createMapLayout, hasMap } from "./map-layout.ts";
import { createWalkingOrderLayout } from "./walking-order-layout.ts";
import type { PlannedWarehouse } from "./wave-input.ts";

const measures = { bays: 10, bay_width_mm: 1000, shelf_depth_mm: 600, aisle_mm: 2000 };

/** A partition's shelves as the location generator lays them out, each with ten bays. */
function createPartition(name: string, count: number, corner: { x_mm: number; y_mm: number }, isTurned = false): PlannedWarehouse {
  const shelves = layOutShelves(count, measures, { x_mm: 0, y_mm: 0 }).map((area, at) => ({
    shelf_uuid: `${name}-${at}`,
    is_turned: isTurned,
    x_mm: corner.x_mm + (isTurned ? area.y_mm : area.x_mm),
    y_mm: corner.y_mm + (isTurned ? area.x_mm : area.y_mm),
    width_mm: isTurned ? area.depth_mm : area.width_mm,
    depth_mm: isTurned ? area.width_mm : area.depth_mm,
  }));
  const locations = shelves.flatMap((shelf, at) =>
    Array.from({ length: measures.bays }, (_, bay) => ({
      location_uuid: `${shelf.shelf_uuid}-${bay + 1}`,
      shelf_uuid: shelf.shelf_uuid,
      pick_sequence: at * 100 + bay,
      ...getBayCentre(shelf, bay + 1, measures.bay_width_mm),
    })),
  );
  return { shelves, locations, depot: null };
}

function join(...parts: PlannedWarehouse[]): PlannedWarehouse {
  return { shelves: parts.flatMap(({ shelves }) => shelves), locations: parts.flatMap(({ locations }) => locations), depot: null };
}

/** Measures the shortest tour over some locations. */
function measure(warehouse: PlannedWarehouse, ...uuids: string[]): number {
  const { layout, stops } = createMapLayout(warehouse);
  const order = { stops: uuids.flatMap((uuid) => stops.get(uuid) ?? []), loads: [] };
  expect(order.stops.length).toBe(uuids.length);
  return measureBatch(prepareBatches({ layout, orders: [order], limits: [] }), [0]);
}

describe("a map", () => {
  test("has an aisle between the shelves that face each other, and one block for one partition", () => {
    // 0 | aisle | 1 2 | aisle | 3 4 | aisle | 5
    const { layout } = createMapLayout(createPartition("A", 6, { x_mm: 500, y_mm: 500 }));
    expect(layout.aisles).toEqual([2100, 5300, 8500]);
    expect(layout.crossAisles).toEqual([-500, 11_500]);
    expect(layout.closed.size).toBe(0);
  });

  test("picks both shelves of an aisle in one pass, and back to back ones from different aisles", () => {
    const { stops } = createMapLayout(createPartition("A", 6, { x_mm: 0, y_mm: 0 }));
    expect(["A-0-1", "A-1-1", "A-2-1", "A-3-1", "A-4-1", "A-5-1"].map((uuid) => stops.get(uuid)?.aisle)).toEqual([0, 0, 1, 1, 2, 2]);
  });

  test("gives the walking distance in millimetres: to a bay and back, from the front end of the first aisle", () => {
    const partition = createPartition("A", 6, { x_mm: 0, y_mm: 0 });
    expect(measure(partition, "A-0-3")).toBe(2 * (1000 + 2500));
    expect(measure(partition, "A-0-3", "A-1-3")).toBe(2 * (1000 + 2500));
    expect(measure(partition, "A-3-1")).toBe(2 * (3200 + 1000 + 500));
  });

  test("of turned shelves has its aisles the other way, with the same distances", () => {
    const turned = createPartition("A", 6, { x_mm: 0, y_mm: 0 }, true);
    expect(createMapLayout(turned).layout.aisles).toEqual([1600, 4800, 8000]);
    expect(measure(turned, "A-3-1")).toBe(measure(createPartition("A", 6, { x_mm: 0, y_mm: 0 }), "A-3-1"));
  });

  test("has a cross aisle between partitions side by side, which shortens a tour", () => {
    const both = join(createPartition("A", 6, { x_mm: 0, y_mm: 0 }), createPartition("B", 6, { x_mm: 12_000, y_mm: 0 }));
    const { layout } = createMapLayout(both);
    expect(layout.crossAisles).toEqual([-1000, 11_000, 23_000]);
    // In through the first aisle, over the cross aisle in the middle, back through the second one.
    expect(measure(both, "A-0-10", "A-2-10")).toBe(2 * 12_000 + 2 * 3200);
  });

  test("closes the passage where a partition has no aisle, and walks round", () => {
    const both = join(createPartition("A", 2, { x_mm: 0, y_mm: 0 }), createPartition("B", 4, { x_mm: 12_000, y_mm: 0 }));
    const { layout } = createMapLayout(both);
    expect(layout.aisles).toEqual([1600, 4800]);
    expect([...layout.closed]).toEqual([2]);
    expect(measure(both, "B-2-1")).toBe(2 * (12_000 + 3200 + 1500));
  });

  test("lets tours begin at the packing location, and puts floor locations into the nearest aisle", () => {
    const floor = { location_uuid: "floor", shelf_uuid: null, x_mm: 4000, y_mm: 1500, pick_sequence: 0 };
    const partition = createPartition("A", 6, { x_mm: 0, y_mm: 0 });
    const warehouse = { ...partition, locations: [...partition.locations, floor], depot: { x_mm: 12_000, y_mm: 3000 } };
    expect(createMapLayout(warehouse).stops.get("floor")).toEqual({ aisle: 0, along: 4000 });
    // The depot is at the back, 1400 mm beside the first aisle.
    expect(measure(warehouse, "A-0-10")).toBe(2 * (1400 + 1500));
  });

  test("never has more than three blocks", () => {
    const partitions = [0, 1, 2, 3, 4, 5].map((at) => createPartition(`P${at}`, 4, { x_mm: at * 12_000, y_mm: 0 }));
    const { layout, stops } = createMapLayout(join(...partitions));
    expect(layout.crossAisles).toHaveLength(4);
    expect([...stops.values()].every(({ along }) => along > -1000 && along < 71_000)).toBe(true);
  });
});

describe("without a map", () => {
  const partition = createPartition("A", 3, { x_mm: 0, y_mm: 0 });
  const locations = partition.locations.map((location) => ({ ...location, x_mm: 0, y_mm: 0 }));

  test("all locations at one place are no map", () => {
    expect(hasMap(partition)).toBe(true);
    expect(hasMap({ ...partition, locations })).toBe(false);
    expect(hasMap({ ...partition, shelves: [] })).toBe(false);
  });

  test("each shelf is an aisle in walking order, its locations a metre apart", () => {
    const { layout, stops, basis } = createWalkingOrderLayout({ ...partition, locations: locations.toReversed() });
    expect(basis).toBe("walking_order");
    expect(layout.aisles).toEqual([0, 3000, 6000]);
    expect(stops.get("A-1-4")).toEqual({ aisle: 1, along: 4000 });
  });
});
