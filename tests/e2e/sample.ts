/** What the two have in common: 1 is nothing. */
function commonFactor(a: number, b: number): number {
  return b === 0 ? a : commonFactor(b, a % b);
}

/**
 * A day's part of all looks, and all of them where QUAYSIDE_FULL asks for that. Every look's turn comes within days: the step has no factor in
 * common with their number, so that a sample is spread over them and none is left out.
 */
export function sampleOfToday<T>(looks: readonly T[], size: number, now = Date.now()): readonly T[] {
  if (process.env["QUAYSIDE_FULL"] === "1" || looks.length <= size) return looks;
  const day = Math.floor(now / 86_400_000);
  let step = Math.max(7, Math.floor(looks.length / size) - 1);
  while (commonFactor(step, looks.length) !== 1) step += 1;
  return Array.from({ length: size }, (_, at) => looks[((day * size + at) * step) % looks.length]).filter((look) => look !== undefined);
}
