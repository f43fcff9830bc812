import type { waveKinds } from "#src/warehouse/warehouses/warehouse-settings.contract.ts";

export type WaveKind = (typeof waveKinds)[number];

/** The most orders of a wave. */
export const mostOrdersInWave = 10_000;
/** From so many orders of one SKU alone they are a burst: one walk serves all of them. */
export const leastOrdersOfBurst = 10;
/** How long the planner searches for a wave's tours: at once, so that a wave is planned in two seconds, and when somebody asks it to look further. */
export const planSeconds = 1.5;
export const longestPlanSeconds = 60;

/** What a cart or a picker carries on one tour, by the kind of wave; null where there is no limit. */
export const cartOf: Readonly<Record<WaveKind, { readonly orders: number | null; readonly pieces: number | null }>> = {
  single_piece: { orders: null, pieces: 100 },
  single_item: { orders: null, pieces: 100 },
  burst: { orders: null, pieces: 200 },
  // As many orders as the cart has places.
  cart: { orders: 12, pieces: 120 },
  wall: { orders: 60, pieces: 200 },
  bulk: { orders: 1, pieces: null },
};

/** Whether pieces are sorted into their orders while they are picked: each order has a place on the cart. */
export function sortsWhilePicking(kind: WaveKind): boolean {
  return kind === "cart";
}

/** Whether each order gets a slot of a sort wall after picking. */
export function needsWall(kind: WaveKind): boolean {
  return kind === "wall";
}

/** The reason of a member that left at the release because its goods were reserved elsewhere meanwhile; screens show a text for it. */
export const stockMovedReason = "stock_moved";
