import type { ItemQuantity, WaveContent, WaveProblem } from "#server/outbound/planner/wave-problem.ts";

/**
 * Parses an instance of the SBPO 2025 wave challenge: `orders items aisles`, a row per order and per aisle (`count item quantity ...`), and the
 * fewest and the most pieces of a wave.
 * @throws Error if the file ends too early or has something else than numbers
 */
export function parseWavesFile(text: string): WaveProblem {
  const numbers = text.split(/\s+/).filter((word) => word !== "");
  let at = 0;
  const next = (): number => {
    const value = Number(numbers[at]);
    if (!Number.isSafeInteger(value) || value < 0) throw new Error(`plan: number ${at + 1} of the file is missing or no whole number`);
    at += 1;
    return value;
  };
  const readRows = (count: number): ItemQuantity[][] =>
    Array.from({ length: count }, () => Array.from({ length: next() }, () => ({ item: next(), quantity: next() })));
  const [orderCount, itemCount, aisleCount] = [next(), next(), next()];
  const orders = readRows(orderCount);
  const aisles = readRows(aisleCount);
  return { itemCount, orders, aisles, least: next(), most: next() };
}

/** Formats a wave as the challenge's solution: the number of orders, the orders, the number of aisles, the aisles, a number a line. */
export function formatWave({ orders, aisles }: WaveContent): string {
  return `${[orders.length, ...orders, aisles.length, ...aisles].join("\n")}\n`;
}
