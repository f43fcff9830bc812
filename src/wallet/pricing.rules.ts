/** What a tier costs from a number on: days of age, or pieces of the month. */
export interface PriceTier {
  readonly from_value: number;
  /** millionths of the currency for one piece, piece-day or litre-day */
  readonly price_micros: number;
}

/** Some of what is charged, all of the same age. */
export interface AgePart {
  /** whole days; null: older than is known */
  readonly age_days: number | null;
  readonly quantity_milli: number;
}

/** A tier's share of a charge. */
export interface PricedPart {
  /** where the tier begins */
  readonly from: number;
  readonly quantity_milli: number;
  readonly price_micros: number;
}

export interface PricedCharge {
  readonly parts: PricedPart[];
  /** hundredths of the currency; below nothing: a credit */
  readonly amount_cents: number;
}

/** Thousandths by millionths, in one hundredth. */
const unitsPerCent = 10_000_000n;

/** The nearest whole hundredth; exactly half of one goes away from nothing. */
function rounded(units: bigint): bigint {
  const size = units < 0n ? -units : units;
  const cents = (size + unitsPerCent / 2n) / unitsPerCent;
  return units < 0n ? -cents : cents;
}

/** A charge that is more than can be counted: the one thing of a price that may happen where nothing is wrong. */
export class BeyondMeasure extends RangeError {}

/** A count as a number. @throws BeyondMeasure beyond 2^53, where numbers are no counts any more */
function counted(value: bigint): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new BeyondMeasure("wallet: a charge is beyond all measure");
  return number;
}

/** What parts come to: their exact sum in hundredths, rounded once. @throws BeyondMeasure beyond 2^53 */
export function amountOf(parts: readonly PricedPart[]): number {
  const units = parts.reduce((sum, part) => sum + BigInt(part.quantity_milli) * BigInt(part.price_micros), 0n);
  return counted(rounded(units));
}

/** How much of each tier lies between two places of the month's count; the first tier reaches below nothing, where only credits come. */
function sharesOfMonth(starts: readonly number[], quantityMilli: number, beforeMilli: number): bigint[] {
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

/** How much is of each tier's age; what is older than is known is of the last. */
function sharesOfAges(starts: readonly number[], ages: readonly AgePart[]): bigint[] {
  const shares = starts.map(() => 0n);
  for (const { age_days, quantity_milli } of ages) {
    const at = age_days === null ? starts.length - 1 : starts.findLastIndex((start) => start <= age_days);
    shares[at] = (shares[at] ?? 0n) + BigInt(quantity_milli);
  }
  return shares;
}

/**
 * What a quantity costs. Each piece has the price of the tier that it falls in; the amount is their exact sum, rounded once.
 *
 * @param tiers of one event, one of them from 0
 * @param quantityMilli thousandths; below nothing it is given back, at the prices of the tiers that it was counted in last
 * @param position tiers by the month: how many thousandths of the month came before; tiers by age: how much is how old, in sum the quantity
 * @returns the parts by tier, the empty ones left out
 * @throws RangeError where no tier is from 0, an age is below nothing, or the ages are not the quantity
 * @throws BeyondMeasure where the amount is beyond 2^53 hundredths
 */
export function priceCharge(tiers: readonly PriceTier[], quantityMilli: number, position: number | readonly AgePart[]): PricedCharge {
  const sorted = tiers.toSorted((a, b) => a.from_value - b.from_value);
  const starts = sorted.map(({ from_value }) => from_value);
  if (starts[0] !== 0) throw new RangeError("wallet: the first tier is from 0");
  if (typeof position !== "number" && position.some(({ age_days }) => age_days !== null && age_days < 0))
    throw new RangeError("wallet: nothing is younger than today");
  const shares = typeof position === "number" ? sharesOfMonth(starts, quantityMilli, position) : sharesOfAges(starts, position);
  if (shares.reduce((sum, share) => sum + share, 0n) !== BigInt(quantityMilli))
    throw new RangeError("wallet: the ages are not the quantity");
  const parts: PricedPart[] = [];
  for (const [at, { from_value, price_micros }] of sorted.entries()) {
    const share = shares[at] ?? 0n;
    if (share !== 0n) parts.push({ from: from_value, quantity_milli: counted(share), price_micros });
  }
  return { parts, amount_cents: amountOf(parts) };
}
