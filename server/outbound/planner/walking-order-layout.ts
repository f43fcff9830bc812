import { createLayout } from "./layout.ts";
import type { Stop } from "./layout.ts";
import type { WarehouseLayout } from "./map-layout.ts";
import type { PlannedWarehouse } from "./wave-input.ts";

/** The measures of the warehouse that is assumed: of an aisle with its shelves, and of a bay. */
const aisleMm = 3000;
const bayMm = 1000;

/**
 * Assumes a warehouse from its walking order alone, where locations have no place on the map: each shelf is an aisle of one block, in the order
 * in which the shelves are walked, and its locations are a metre apart. Tours that are short there keep to few shelves that are neighbours;
 * lengths are estimates.
 */
export function createWalkingOrderLayout({ locations }: PlannedWarehouse): WarehouseLayout {
  const shelves = new Map<string, Set<number>>();
  for (const { shelf_uuid, pick_sequence } of locations.toSorted((a, b) => a.pick_sequence - b.pick_sequence)) {
    const shelf = shelf_uuid ?? "";
    shelves.set(shelf, (shelves.get(shelf) ?? new Set()).add(pick_sequence));
  }
  const aisleByShelf = new Map([...shelves.keys()].map((shelf, at) => [shelf, at]));
  const baysByShelf = new Map(
    [...shelves].map(([shelf, sequences]) => [shelf, new Map([...sequences].map((sequence, at) => [sequence, at + 1]))]),
  );
  const longest = Math.max(0, ...[...shelves.values()].map(({ size }) => size));
  const { layout } = createLayout({
    aisles: [...shelves.keys()].map((_, at) => at * aisleMm),
    crossAisles: [0, (longest + 1) * bayMm],
    depot: { across: 0, crossAisle: 0 },
  });
  const stops = locations.map(({ location_uuid, shelf_uuid, pick_sequence }): [string, Stop] => {
    const shelf = shelf_uuid ?? "";
    return [location_uuid, { aisle: aisleByShelf.get(shelf) ?? 0, along: (baysByShelf.get(shelf)?.get(pick_sequence) ?? 0) * bayMm }];
  });
  return { layout, stops: new Map(stops), basis: "walking_order" };
}
