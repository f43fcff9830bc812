import { describe, expect, test } from "vitest";
import { chooseNextWave, planWave } from "./plan-wave.ts";
import { createRandom } from "./random.ts";
import type { WaveChoice, WavePlan, WavePlanInput } from "./wave-input.ts";

/** A warehouse of eight aisles with twenty bays on each side, and orders of one to three lines. */
function createInput(orderCount: number): WavePlanInput {
  const random = createRandom(9);
  const shelves = Array.from({ length: 16 }, (_, at) => ({
    shelf_uuid: `shelf-${at}`,
    x_mm: 0,
    y_mm: Math.ceil(at / 2) * 2000 + at * 600,
    width_mm: 20_000,
    depth_mm: 600,
    is_turned: false,
  }));
  const locations = shelves.flatMap(({ shelf_uuid, y_mm }, shelf) =>
    Array.from({ length: 20 }, (_, bay) => {
      return {
        location_uuid: `${shelf_uuid}/${bay}`,
        shelf_uuid,
        x_mm: bay * 1000 + 500,
        y_mm: y_mm + 300,
        pick_sequence: shelf * 20 + bay,
      };
    }),
  );
  const orders = Array.from({ length: orderCount }, (_, at) => ({
    order_uuid: `order-${at}`,
    lines: Array.from({ length: 1 + random.below(3) }, () => {
      return { location_uuid: locations[random.below(locations.length)]?.location_uuid ?? "", pieces: 1 + random.below(2) };
    }),
    weight_grams: at % 10 === 0 ? null : 500,
    volume_ml: null,
  }));
  return {
    warehouse: { shelves, locations, depot: null },
    orders,
    cart: { orders: 12, pieces: 40, weight_grams: 30_000, volume_ml: null },
  };
}

describe("planning a wave", () => {
  test("puts each order into one tour that a cart carries, and visits all its locations", async () => {
    const input = createInput(80);
    const { tours } = await planWave(input, { budgetMs: 200 });
    expect(tours.flatMap(({ order_uuids }) => order_uuids).toSorted()).toEqual(input.orders.map(({ order_uuid }) => order_uuid).toSorted());
    for (const tour of tours) {
      expect(tour.order_uuids.length).toBeLessThanOrEqual(12);
      expect(tour.pieces).toBeLessThanOrEqual(40);
      expect(tour.exceeds_cart).toBe(false);
      const orders = input.orders.filter(({ order_uuid }) => tour.order_uuids.includes(order_uuid));
      const wanted = new Set(orders.flatMap(({ lines }) => lines.map(({ location_uuid }) => location_uuid)));
      expect(new Set(tour.location_uuids)).toEqual(wanted);
      expect(tour.location_uuids.length).toBe(wanted.size);
    }
  });

  test("explains its figures", async () => {
    const input = createInput(80);
    const { figures, tours, basis } = await planWave(input, { budgetMs: 100 });
    const lines = input.orders.flatMap((order) => order.lines);
    const pieces = lines.reduce((sum, line) => sum + line.pieces, 0);
    expect(basis).toBe("map");
    expect(figures).toMatchObject({ orders: 80, pieces, tours: tours.length, aisles: 8, weight_grams: 72 * 500, orders_without_weight: 8 });
    expect(figures.wall_slots).toBe(input.orders.filter((order) => order.lines.length > 1 || (order.lines[0]?.pieces ?? 0) > 1).length);
    expect(figures.walking_metres).toBeCloseTo(
      tours.reduce((sum, tour) => sum + tour.walking_metres, 0),
      6,
    );
    expect(figures.metres_saved).toBeCloseTo(figures.metres_alone - figures.walking_metres, 6);
    expect(figures.metres_saved).toBeGreaterThan(figures.metres_alone / 2);
  });

  test("of thousands of single pieces takes as few tours as the carts need", async () => {
    const input = createInput(3000);
    const orders = input.orders.map((order) => ({ ...order, lines: order.lines.slice(0, 1).map((line) => ({ ...line, pieces: 1 })) }));
    const { tours, figures } = await planWave({ ...input, orders }, { budgetMs: 1 });
    expect(figures.orders).toBe(3000);
    // 250 carts of twelve; a few of them are not full, where the next order lies in another aisle.
    expect(tours.length).toBeLessThanOrEqual(265);
  });

  test("names a tour that exceeds the cart: an order that is too large by itself", async () => {
    const input = createInput(10);
    const heavy = input.orders.map((order, at) => (at === 3 ? { ...order, weight_grams: 99_000 } : order));
    const { tours } = await planWave({ ...input, orders: heavy }, { budgetMs: 50 });
    expect(tours.filter(({ exceeds_cart }) => exceeds_cart).map(({ order_uuids }) => order_uuids)).toEqual([["order-3"]]);
  });

  test("of no orders is an empty plan", async () => {
    const { tours, figures } = await planWave(createInput(0), { budgetMs: 50 });
    expect({ tours, metres: figures.walking_metres }).toEqual({ tours: [], metres: 0 });
  });

  test("estimates from the walking order where locations are not on the map", async () => {
    const { warehouse, ...input } = createInput(40);
    const locations = warehouse.locations.map((location) => ({ ...location, x_mm: 0, y_mm: 0 }));
    const { basis, figures } = await planWave({ ...input, warehouse: { ...warehouse, locations } }, { budgetMs: 100 });
    expect(basis).toBe("walking_order");
    expect(figures.metres_saved).toBeGreaterThan(0);
  });

  test("posts a first plan at once and then better ones", async () => {
    const controller = new AbortController();
    const metres: number[] = [];
    const planned = planWave(createInput(120), {
      budgetMs: 60_000,
      signal: controller.signal,
      onImproved: ({ figures }) => {
        metres.push(figures.walking_metres);
        if (metres.length === 3) controller.abort(new Error("good enough"));
      },
    });
    await expect(planned).rejects.toThrow("good enough");
    // Each tour is rounded to a decimetre.
    for (const [at, length] of metres.slice(1).entries()) expect(length).toBeLessThanOrEqual((metres[at] ?? 0) + 2);
  });

  test("gives a first plan without any time", async () => {
    const { figures } = await planWave(createInput(80), { budgetMs: 0 });
    expect(figures.metres_saved).toBeGreaterThan(0);
  });

  test("stops when the signal is aborted, with the signal's reason and the plans so far", async () => {
    const controller = new AbortController();
    const found: WavePlan[] = [];
    const planned = planWave(createInput(120), {
      budgetMs: 600_000,
      signal: controller.signal,
      onImproved: (plan) => {
        found.push(plan);
        controller.abort(new Error("no longer wanted"));
      },
    });
    await expect(planned).rejects.toThrow("no longer wanted");
    expect(found).toHaveLength(1);
    await expect(planWave(createInput(5), { budgetMs: 100, signal: controller.signal })).rejects.toThrow("no longer wanted");
  });

  test("is rejected with what the caller's function throws", async () => {
    const onImproved = () => {
      throw new Error("cannot show it");
    };
    await expect(planWave(createInput(20), { budgetMs: 600_000, onImproved })).rejects.toThrow("cannot show it");
  });

  test("is rejected with the worker's message if it fails", async () => {
    const input = createInput(5);
    const lost = { order_uuid: "lost", lines: [{ location_uuid: "nowhere", pieces: 1 }], weight_grams: null, volume_ml: null };
    await expect(planWave({ ...input, orders: [lost] }, { budgetMs: 100 })).rejects.toThrow(
      "planner: the worker failed: planner: location nowhere is not in the warehouse",
    );
  });
});

describe("choosing the next wave", () => {
  const orders = [
    {
      order_uuid: "both",
      lines: [
        { variant_uuid: "pen", pieces: 2 },
        { variant_uuid: "ink", pieces: 1 },
      ],
    },
    { order_uuid: "pen", lines: [{ variant_uuid: "pen", pieces: 3 }] },
    { order_uuid: "far", lines: [{ variant_uuid: "lamp", pieces: 1 }] },
  ];
  const stock = [
    { aisle: "A", variant_uuid: "pen", pieces: 5 },
    { aisle: "A", variant_uuid: "ink", pieces: 1 },
    { aisle: "B", variant_uuid: "lamp", pieces: 9 },
  ];

  test("takes the orders with the most pieces per aisle", async () => {
    const found: WaveChoice[] = [];
    const onImproved = (choice: WaveChoice) => void found.push(choice);
    const wave = await chooseNextWave({ orders, stock, least_pieces: 1, most_pieces: 100 }, { budgetMs: 5000, onImproved });
    expect(wave).toEqual({ order_uuids: ["both", "pen"], aisles: ["A"], pieces: 6, pieces_per_aisle: 6 });
    expect(found.length).toBeGreaterThan(0);
  });

  test("is null if the stock does not make a wave of enough pieces", async () => {
    expect(await chooseNextWave({ orders, stock, least_pieces: 50, most_pieces: 100 }, { budgetMs: 50 })).toBeNull();
  });
});
