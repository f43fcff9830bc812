import { createRandom } from "#server/outbound/planner/random.ts";
import type { WavePlanInput, WavePoolInput } from "#server/outbound/planner/wave-input.ts";
import { getBayCentre, layOutShelves } from "#src/warehouse/warehouses/layout.rules.ts";

const measures = { bays: 30, bay_width_mm: 1000, shelf_depth_mm: 600, aisle_mm: 2000 };
const shelfCount = 24;

/**
 * Creates a wave in a warehouse of partitions side by side, each with 12 aisles and 720 bays. Orders have 2.5 lines on average; a third of the
 * pieces are of the fastest tenth of the bays.
 */
export function createWave(orderCount: number, partitionCount: number): WavePlanInput {
  const random = createRandom(2026);
  const shelves = Array.from({ length: partitionCount }, (_, partition) =>
    layOutShelves(shelfCount, measures, { x_mm: partition * 32_000, y_mm: 0 }).map((area, at) => {
      return { ...area, shelf_uuid: `${partition}-${at}`, is_turned: false };
    }),
  ).flat();
  const locations = shelves.flatMap((shelf, at) =>
    Array.from({ length: measures.bays }, (_, bay) => ({
      location_uuid: `${shelf.shelf_uuid}-${bay}`,
      shelf_uuid: shelf.shelf_uuid,
      pick_sequence: at * 100 + bay,
      ...getBayCentre(shelf, bay + 1, measures.bay_width_mm),
    })),
  );
  const fast = locations.filter(() => random.unit() < 0.1);
  const drawLine = () => {
    const from = random.unit() < 1 / 3 ? fast : locations;
    return { location_uuid: from[random.below(from.length)]?.location_uuid ?? "", pieces: 1 + (random.unit() < 0.2 ? 1 : 0) };
  };
  const orders = Array.from({ length: orderCount }, (_, at) => ({
    order_uuid: `order-${at}`,
    lines: Array.from({ length: 1 + random.below(4) }, drawLine),
    weight_grams: 100 + random.below(1500),
    volume_ml: 200 + random.below(4000),
  }));
  const cart = { orders: 20, pieces: 60, weight_grams: 25_000, volume_ml: 60_000 };
  return { warehouse: { shelves, locations, depot: { x_mm: 0, y_mm: 0 } }, orders, cart };
}

/** Creates a pool of orders of 2.5 lines, and the stock of 200 aisles: each of 8,000 variants is in one to three of them. */
export function createPool(orderCount: number): WavePoolInput {
  const random = createRandom(2027);
  const variantCount = 8000;
  // A few variants are wanted much more often than the others.
  const drawVariant = () => `variant-${Math.floor(variantCount * random.unit() ** 2)}`;
  const orders = Array.from({ length: orderCount }, (_, at) => ({
    order_uuid: `order-${at}`,
    lines: Array.from({ length: 1 + random.below(4) }, () => ({ variant_uuid: drawVariant(), pieces: 1 + random.below(2) })),
  }));
  const stock = Array.from({ length: variantCount }, (_, variant) =>
    Array.from({ length: 1 + random.below(3) }, () => {
      return { aisle: `aisle-${random.below(200)}`, variant_uuid: `variant-${variant}`, pieces: 5 + random.below(60) };
    }),
  ).flat();
  return { orders, stock, least_pieces: 500, most_pieces: 2000 };
}

/** Creates an instance in the format of the order batching problem, of 20 to 100 orders in one block of 4 to 14 aisles. */
export function createBatchingFile(seed: number): string {
  const random = createRandom(seed);
  const [aisles, cells, orderCount] = [4 + random.below(11), 20 + random.below(40), 20 + random.below(81)];
  const articleCount = 100 + random.below(300);
  const articles = Array.from({ length: articleCount }, (_, at) => at);
  const places = articles.map(
    (at) => `ID ${at} AISLE ${random.below(aisles)} CELL ${random.below(cells)} QUANTITY 1 LEFT_RIGHT_HAND_SIDE left`,
  );
  const orders = Array.from({ length: orderCount }, () => {
    const lines = Array.from({ length: 2 + random.below(18) }, () => `ID ${random.below(articleCount)} QUANTITY 1`);
    return [`NUM_ARTICLES_IN_ORDER : ${lines.length}`, ...lines];
  });
  return [
    `PICKER_CAPACITY : ${25 + random.below(60)}`,
    `NUM_AISLES : ${aisles}`,
    `NUM_CELLS : ${cells}`,
    `DEPOT_AISLE : ${random.below(aisles)}`,
    `DEPOT_LOCATION : ${random.unit() < 0.8 ? "bottom" : "top"}`,
    `DISTANCE_AISLE_TO_AISLE : ${3 + random.below(4)}`,
    "DISTANCE_CELL_TO_CELL : 1",
    "DISTANCE_TOP_TO_CELL : 1.5",
    "DISTANCE_BOTTOM_TO_CELL : 1.5",
    "ARTICLE_SECTION",
    ...articles.map((at) => `ID ${at} WEIGHT 1`),
    "SKU_SECTION",
    ...places,
    "ORDER_SECTION",
    `NUM_ORDERS : ${orderCount}`,
    ...orders.flat(),
    "EOF",
    "",
  ].join("\n");
}
