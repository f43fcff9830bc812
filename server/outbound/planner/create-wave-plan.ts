import { addToMask, measureBatch, prepareBatches } from "./batch-problem.ts";
import type { BatchGround, Batches, BatchProblem } from "./batch-problem.ts";
import type { Budget } from "./budget.ts";
import type { Layout, Stop } from "./layout.ts";
import { createMapLayout, hasMap } from "./map-layout.ts";
import { planBatches } from "./plan-batches.ts";
import { createRandom } from "./random.ts";
import { findRoute } from "./route.ts";
import { createWalkingOrderLayout } from "./walking-order-layout.ts";
import type { Cart, PlannedOrder, PlannedTour, WavePlan, WavePlanInput } from "./wave-input.ts";

const limits = [
  { most: (cart: Cart) => cart.orders, load: () => 1 },
  { most: (cart: Cart) => cart.pieces, load: countPieces },
  { most: (cart: Cart) => cart.weight_grams, load: ({ weight_grams }: PlannedOrder) => weight_grams ?? 0 },
  { most: (cart: Cart) => cart.volume_ml, load: ({ volume_ml }: PlannedOrder) => volume_ml ?? 0 },
] as const;

function countPieces({ lines }: PlannedOrder): number {
  return lines.reduce((sum, { pieces }) => sum + pieces, 0);
}

/** Converts a length to metres, to the decimetre. */
function toMetres(millimetres: number): number {
  return Math.round(millimetres / 100) / 10;
}

function getStopKey({ aisle, along }: Stop): string {
  return `${aisle} ${along}`;
}

/** Describes tours: the way of each, and what they come to together. */
class WaveExplainer {
  readonly #orders: readonly PlannedOrder[];
  readonly #problem: BatchProblem;
  readonly #ground: BatchGround;
  readonly #stops: ReadonlyMap<string, Stop>;
  readonly #basis: WavePlan["basis"];
  readonly #metresAlone: number;

  constructor(orders: readonly PlannedOrder[], problem: BatchProblem, stops: ReadonlyMap<string, Stop>, basis: WavePlan["basis"]) {
    this.#orders = orders;
    this.#problem = problem;
    this.#ground = prepareBatches(problem);
    this.#stops = stops;
    this.#basis = basis;
    this.#metresAlone = toMetres(orders.reduce((sum, _, order) => sum + measureBatch(this.#ground, [order]), 0));
  }

  explain(batches: Batches): WavePlan {
    const tours = batches.map((batch) => this.#describeTour(batch));
    const metres = Math.round(tours.reduce((sum, tour) => sum + tour.walking_metres, 0) * 10) / 10;
    const aisles = new Set(this.#problem.orders.flatMap(({ stops }) => stops.map(({ aisle }) => aisle)));
    return {
      tours,
      figures: {
        orders: this.#orders.length,
        pieces: tours.reduce((sum, tour) => sum + tour.pieces, 0),
        tours: tours.length,
        aisles: aisles.size,
        walking_metres: metres,
        metres_alone: this.#metresAlone,
        metres_saved: Math.round((this.#metresAlone - metres) * 10) / 10,
        wall_slots: this.#orders.filter((order) => countPieces(order) > 1).length,
        weight_grams: tours.reduce((sum, tour) => sum + tour.weight_grams, 0),
        orders_without_weight: this.#orders.filter(({ weight_grams }) => weight_grams === null).length,
      },
      basis: this.#basis,
    };
  }

  #describeTour(batch: readonly number[]): PlannedTour {
    const orders = batch.flatMap((at) => this.#orders[at] ?? []);
    const locations = new Set(orders.flatMap(({ lines }) => lines.map(({ location_uuid }) => location_uuid)));
    const byStop = Map.groupBy(locations, (uuid) => getStopKey(this.#stops.get(uuid) ?? { aisle: 0, along: 0 }));
    const mask = this.#ground.grid.depotMask.slice();
    for (const order of batch) addToMask(this.#ground, mask, order);
    const { length, stops } = findRoute(this.#ground.grid, mask);
    const exceeds = this.#problem.limits.some(
      (limit, at) => batch.reduce((sum, order) => sum + (this.#problem.orders[order]?.loads[at] ?? 0), 0) > limit + 1e-9,
    );
    return {
      order_uuids: orders.map(({ order_uuid }) => order_uuid),
      location_uuids: stops.flatMap((stop) => byStop.get(getStopKey(stop)) ?? []),
      walking_metres: toMetres(length),
      pieces: orders.reduce((sum, order) => sum + countPieces(order), 0),
      weight_grams: orders.reduce((sum, { weight_grams }) => sum + (weight_grams ?? 0), 0),
      exceeds_cart: exceeds,
    };
  }
}

function createProblem(layout: Layout, stops: ReadonlyMap<string, Stop>, { orders, cart }: WavePlanInput): BatchProblem {
  const used = limits.filter(({ most }) => most(cart) !== null);
  return {
    layout,
    limits: used.map(({ most }) => most(cart) ?? 0),
    orders: orders.map((order) => ({
      stops: order.lines.map(({ location_uuid }) => {
        const stop = stops.get(location_uuid);
        if (stop === undefined) throw new Error(`planner: location ${location_uuid} is not in the warehouse`);
        return stop;
      }),
      loads: used.map(({ load }) => load(order)),
    })),
  };
}

/**
 * Plans the tours of a wave and explains what they come to.
 * @param onImproved called with a first plan at once, and with better ones
 * @throws Error if an order is picked from a location that the warehouse does not have, or if a limit of the cart is not positive
 */
export function createWavePlan(input: WavePlanInput, budget: Budget, onImproved?: (plan: WavePlan) => void): WavePlan {
  const { layout, stops, basis } = hasMap(input.warehouse) ? createMapLayout(input.warehouse) : createWalkingOrderLayout(input.warehouse);
  const problem = createProblem(layout, stops, input);
  const explainer = new WaveExplainer(input.orders, problem, stops, basis);
  const { batches } = planBatches(problem, {
    budget,
    random: createRandom(input.seed ?? 1),
    onImproved: onImproved === undefined ? undefined : (better) => onImproved(explainer.explain(better)),
  });
  return explainer.explain(batches);
}
