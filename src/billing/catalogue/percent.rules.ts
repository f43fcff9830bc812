const wholeBasis = 10_000;
const mostPercent = 1000;

/** Parses a typed percentage ("10", "12.5", "12,5 %") into hundredths of a percent; null if it is invalid or exceeds 1000. */
export function parsePercent(text: string): number | null {
  const { whole, rest = "" } =
    /^(?<whole>\d{1,4})(?:[.,](?<rest>\d{1,2}))?$/.exec(text.normalize("NFKC").replace("%", "").trim())?.groups ?? {};
  if (whole === undefined) return null;
  const basis = Number(whole) * 100 + Number(rest.padEnd(2, "0"));
  return basis > mostPercent * 100 ? null : basis;
}

/**
 * Changes a price by a percentage, rounded half up to whole hundredths; never negative.
 * @param basis hundredths of a percent, negative to lower the price
 */
export function changeByPercent(cents: number, basis: number): number {
  // Prices are at most 10^9 and the factor 1.1 × 10^5, so everything stays below 2^53.
  return Math.max(0, Math.floor((cents * (wholeBasis + basis) * 2 + wholeBasis) / (2 * wholeBasis)));
}
