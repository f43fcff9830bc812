/** Returns the greatest common divisor. */
function commonFactor(a: number, b: number): number {
  return b === 0 ? a : commonFactor(b, a % b);
}

/**
 * Returns today's sample of all looks, or all with QUAYSIDE_FULL. The step is coprime to their number, so that every look has its turn
 * within days and each sample is spread evenly.
 */
export function sampleOfToday<T>(looks: readonly T[], size: number, now = Date.now()): readonly T[] {
  if (process.env["QUAYSIDE_FULL"] === "1" || looks.length <= size) return looks;
  const day = Math.floor(now / 86_400_000);
  let step = Math.max(7, Math.floor(looks.length / size) - 1);
  while (commonFactor(step, looks.length) !== 1) step += 1;
  return Array.from({ length: size }, (_, at) => looks[((day * size + at) * step) % looks.length]).filter((look) => look !== undefined);
}
