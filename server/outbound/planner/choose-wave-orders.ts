import type { Budget } from "./budget.ts";
import { chooseWave } from "./choose-wave.ts";
import type { ChosenWave } from "./choose-wave.ts";
import { createRandom } from "./random.ts";
import type { WaveChoice, WavePoolInput } from "./wave-input.ts";

/** Numbers names in the order of their first use. */
class Names {
  readonly #numbers = new Map<string, number>();

  getNumber(name: string): number {
    const known = this.#numbers.get(name) ?? this.#numbers.size;
    this.#numbers.set(name, known);
    return known;
  }

  list(): string[] {
    return [...this.#numbers.keys()];
  }
}

/**
 * Chooses the orders of the next wave from a pool: the most pieces per aisle visited.
 * @param onImproved called with a first choice at once, and with better ones
 * @returns null if the pool and its stock do not make a wave of enough pieces
 */
export function chooseWaveOrders(input: WavePoolInput, budget: Budget, onImproved?: (choice: WaveChoice) => void): WaveChoice | null {
  const variants = new Names();
  const aisles = new Names();
  const stock: { item: number; quantity: number }[][] = [];
  for (const { aisle, variant_uuid, pieces } of input.stock) {
    const at = aisles.getNumber(aisle);
    (stock[at] ??= []).push({ item: variants.getNumber(variant_uuid), quantity: pieces });
  }
  const orders = input.orders.map(({ lines }) =>
    lines.map(({ variant_uuid, pieces }) => ({ item: variants.getNumber(variant_uuid), quantity: pieces })),
  );
  const aisleNames = aisles.list();
  const toChoice = (wave: ChosenWave): WaveChoice => ({
    order_uuids: wave.orders.flatMap((at) => input.orders[at]?.order_uuid ?? []),
    aisles: wave.aisles.flatMap((at) => aisleNames[at] ?? []),
    pieces: wave.pieces,
    pieces_per_aisle: wave.pieces / wave.aisles.length,
  });
  const problem = { itemCount: variants.list().length, orders, aisles: stock, least: input.least_pieces, most: input.most_pieces };
  const wave = chooseWave(problem, {
    budget,
    random: createRandom(input.seed ?? 1),
    onImproved: onImproved === undefined ? undefined : (better) => onImproved(toChoice(better)),
  });
  return wave === null ? null : toChoice(wave);
}
