/** The price of a tier from a start on: days of age, or pieces of the month. */
export interface PriceTier {
  readonly from_value: number;
  /** millionths of the currency per piece, piece-day or litre-day */
  readonly price_micros: number;
}

/** A part of a charged quantity, all of the same age. */
export interface AgePart {
  /** whole days; null: older than known */
  readonly age_days: number | null;
  readonly quantity_milli: number;
}

/** A tier's share of a charge. */
export interface PricedPart {
  /** start of the tier */
  readonly from: number;
  readonly quantity_milli: number;
  readonly price_micros: number;
}

export interface PricedCharge {
  readonly parts: PricedPart[];
  /** hundredths of the currency; negative: a credit */
  readonly amount_cents: number;
}

/** Thousandths times millionths, per hundredth. */
const unitsPerCent = 10_000_000n;

/** Rounds to the nearest hundredth, half away from zero. */
function roundToCents(units: bigint): bigint {
  const size = units < 0n ? -units : units;
  const cents = (size + unitsPerCent / 2n) / unitsPerCent;
  return units < 0n ? -cents : cents;
}

/** Thrown for a charge beyond the safe integers: the only pricing error that correct input may cause. */
export class BeyondMeasure extends RangeError {}

/**
 * Converts a count to a number.
 * @throws BeyondMeasure beyond 2^53
 */
function toSafeNumber(value: bigint): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new BeyondMeasure("wallet: a charge is beyond all measure");
  return number;
}

/**
 * Computes the amount of parts: their exact sum in hundredths, rounded once.
 * @throws BeyondMeasure beyond 2^53
 */
export function computeAmount(parts: readonly PricedPart[]): number {
  const units = parts.reduce((sum, part) => sum + BigInt(part.quantity_milli) * BigInt(part.price_micros), 0n);
  return toSafeNumber(roundToCents(units));
}

/** Splits a quantity by tiers of the month's count; the first tier includes negative counts, which only credits reach. */
function splitByMonth(starts: readonly number[], quantityMilli: number, beforeMilli: number): bigint[] {
  const [before, after] = [BigInt(beforeMilli), BigInt(beforeMilli) + BigInt(quantityMilli)];
  const [low, high] = before < after ? [before, after] : [after, before];
  const sign = quantityMilli < 0 ? -1n : 1n;
  return starts.map((start, at) => {
    const next = starts[at + 1];
    const from = at === 0 || BigInt(start) * 1000n < low ? low : BigInt(start) * 1000n;
    const until = next === undefined || BigInt(next) * 1000n > high ? high : BigInt(next) * 1000n;
    return until > from ? sign * (until - from) : 0n;
  });
}

/** Splits a quantity by tiers of age; pieces older than known belong to the last tier. */
function splitByAge(starts: readonly number[], ages: readonly AgePart[]): bigint[] {
  const shares = starts.map(() => 0n);
  for (const { age_days, quantity_milli } of ages) {
    const at = age_days === null ? starts.length - 1 : starts.findLastIndex((start) => start <= age_days);
    shares[at] = (shares[at] ?? 0n) + BigInt(quantity_milli);
  }
  return shares;
}

/**
 * Prices a quantity. Each piece has the price of its tier; the amount is their exact sum, rounded once.
 * @param tiers of one event, one of them from 0
 * @param quantityMilli thousandths; negative for a credit, at the prices of the tiers that were counted last
 * @param position for tiers by month: thousandths counted in the month before; for tiers by age: quantities by age, which add up to the quantity
 * @returns the non-empty parts by tier
 * @throws RangeError if no tier is from 0, an age is negative, or the ages do not add up
 * @throws BeyondMeasure if the amount exceeds 2^53 hundredths
 */
export function priceCharge(tiers: readonly PriceTier[], quantityMilli: number, position: number | readonly AgePart[]): PricedCharge {
  const sorted = tiers.toSorted((a, b) => a.from_value - b.from_value);
  const starts = sorted.map(({ from_value }) => from_value);
  if (starts[0] !== 0) throw new RangeError("wallet: the first tier must start at 0");
  if (typeof position !== "number" && position.some(({ age_days }) => age_days !== null && age_days < 0))
    throw new RangeError("wallet: an age cannot be negative");
  const shares = typeof position === "number" ? splitByMonth(starts, quantityMilli, position) : splitByAge(starts, position);
  if (shares.reduce((sum, share) => sum + share, 0n) !== BigInt(quantityMilli))
    throw new RangeError("wallet: the ages do not add up to the quantity");
  const parts: PricedPart[] = [];
  for (const [at, { from_value, price_micros }] of sorted.entries()) {
    const share = shares[at] ?? 0n;
    if (share !== 0n) parts.push({ from: from_value, quantity_milli: toSafeNumber(share), price_micros });
  }
  return { parts, amount_cents: computeAmount(parts) };
}
