const wholeBasis = 10_000;
const mostPercent = 1000;

/** A percentage as people type it ("10", "12.5", "12,5 %"), in hundredths of a percent; null for what is none, or more than 1000. */
export function parsePercent(text: string): number | null {
  const { whole, rest = "" } =
    /^(?<whole>\d{1,4})(?:[.,](?<rest>\d{1,2}))?$/.exec(text.normalize("NFKC").replace("%", "").trim())?.groups ?? {};
  if (whole === undefined) return null;
  const basis = Number(whole) * 100 + Number(rest.padEnd(2, "0"));
  return basis > mostPercent * 100 ? null : basis;
}

/**
 * A price with so much more or less, rounded half up to whole hundredths; never less than nothing.
 * @param basis hundredths of a percent, negative for less
 */
export function byPercent(cents: number, basis: number): number {
  // Prices are at most 10^9 and the factor 1.1 × 10^5: all of it stays below 2^53.
  return Math.max(0, Math.floor((cents * (wholeBasis + basis) * 2 + wholeBasis) / (2 * wholeBasis)));
}
