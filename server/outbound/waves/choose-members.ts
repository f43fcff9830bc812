import type { PlanOptions } from "../planner/plan-wave.ts";
import { chooseNextWave } from "../planner/plan-wave.ts";
import type { WaveChoice } from "../planner/wave-input.ts";
import type { Candidate } from "./pool.queries.ts";

/** How many orders and pieces a wave may have. */
export interface WaveLimits {
  readonly orders: number;
  readonly pieces: number;
}

/** The pieces that an order has in an aisle. */
export interface AislePieces {
  readonly order_uuid: string;
  readonly variant_uuid: string;
  readonly aisle: string;
  readonly pieces: number;
}

/** Takes candidates in their order, as long as they fit; one that is too large is passed over. */
function takeFitting(candidates: readonly Candidate[], { orders, pieces }: WaveLimits): Candidate[] {
  const taken: Candidate[] = [];
  let left = pieces;
  for (const candidate of candidates) {
    if (taken.length === orders) break;
    if (candidate.demand_pieces > left) continue;
    taken.push(candidate);
    left -= candidate.demand_pieces;
  }
  return taken;
}

function countPieces(candidates: readonly Candidate[]): number {
  return candidates.reduce((sum, { demand_pieces }) => sum + demand_pieces, 0);
}

/**
 * Chooses the orders of a wave. All of them if they fit; else those with an early cut-off first, and of the rest those that need the fewest aisles for their
 * pieces.
 * @param candidates the most urgent first
 * @param listAisles reads where the goods of candidates are; called only if there are too many
 * @throws as `chooseNextWave`
 */
export async function chooseMembers(
  candidates: readonly Candidate[],
  limits: WaveLimits,
  listAisles: (orderUuids: readonly string[]) => Promise<readonly AislePieces[]>,
  options: PlanOptions<WaveChoice>,
): Promise<Candidate[]> {
  if (candidates.length <= limits.orders && countPieces(candidates) <= limits.pieces) return [...candidates];
  const urgent = takeFitting(
    candidates.filter(({ is_urgent }) => is_urgent),
    limits,
  );
  const others = candidates.filter(({ is_urgent }) => !is_urgent);
  const left = { orders: limits.orders - urgent.length, pieces: limits.pieces - countPieces(urgent) };
  if (left.orders === 0 || left.pieces === 0 || others.length === 0) return urgent;
  const aisles = await listAisles(others.map(({ order_uuid }) => order_uuid));
  const byOrder = Map.groupBy(aisles, ({ order_uuid }) => order_uuid);
  const choice = await chooseNextWave(
    {
      orders: [...byOrder].map(([order_uuid, lines]) => ({
        order_uuid,
        lines: lines.map(({ variant_uuid, pieces }) => ({ variant_uuid, pieces })),
      })),
      stock: aisles.map(({ aisle, variant_uuid, pieces }) => ({ aisle, variant_uuid, pieces })),
      least_pieces: 1,
      most_pieces: left.pieces,
    },
    options,
  );
  const chosen = new Set(choice?.order_uuids);
  // The rest of the wave's room goes to whoever comes next.
  const inOrder = [
    ...others.filter(({ order_uuid }) => chosen.has(order_uuid)),
    ...others.filter(({ order_uuid }) => !chosen.has(order_uuid)),
  ];
  return [...urgent, ...takeFitting(inOrder, left)];
}
