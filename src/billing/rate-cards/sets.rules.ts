import { addDays, toDay } from "#src/kit/lib/days.ts";
import type { Charge } from "#src/billing/wallet/charges.contract.ts";
import type { PricedEvent } from "#src/billing/wallet/charge-kinds.rules.ts";
import { pricedEvents } from "#src/billing/wallet/charge-kinds.rules.ts";
import type { PriceSet } from "./rate-cards.contract.ts";

export type SetState = "toCome" | "inForce" | "past";

/** Adds each set's state on a day: the latest that has begun is in effect. Newest first. */
export function withStates(sets: readonly PriceSet[], today: string): { set: PriceSet; state: SetState }[] {
  const ordered = sets.toSorted((one, other) => other.valid_from.localeCompare(one.valid_from));
  const current = ordered.find(({ valid_from }) => valid_from <= today)?.valid_from;
  return ordered.map((set) => ({ set, state: set.valid_from > today ? "toCome" : set.valid_from === current ? "inForce" : "past" }));
}

/**
 * Returns the first day that no warehouse has charged yet: the earliest start of new prices.
 * @param chargedUntil by warehouse; empty if none is
 * @param chargesFrom empty if nothing is charged automatically
 */
export function findFirstUncharged(chargedUntil: readonly string[], chargesFrom: string, today: string): string {
  const last = chargedUntil.reduce((latest, day) => (day > latest ? day : latest), "");
  if (last !== "") return addDays(last, 1);
  return chargesFrom !== "" && chargesFrom < today ? chargesFrom : today;
}

/**
 * Lists the months up to a day's, the latest finished one first.
 * @returns YYYY-MM
 */
export function listMonthsUntil(today: string, count: number): string[] {
  const [year = 0, month = 1] = today.split("-").map(Number);
  const nth = (back: number) => new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7);
  return [...Array.from({ length: count - 1 }, (_, back) => nth(back + 1)), nth(0)];
}

/**
 * Returns the first and last day of a month.
 * @param month YYYY-MM
 */
export function getMonthBounds(month: string): { first: string; last: string } {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return { first: `${month}-01`, last: toDay(Date.UTC(year, number, 0)) };
}

/** Sums charges by event, in hundredths; null if one is in another currency. Manual charges have no rate card and are left out. */
export function sumByEvent(charges: readonly Pick<Charge, "event" | "amount_cents" | "currency">[], currency: string) {
  const sums = new Map<PricedEvent, number>();
  for (const { event, amount_cents, currency: other } of charges) {
    const priced = pricedEvents.find((one) => one === event);
    if (priced === undefined) continue;
    if (other !== currency) return null;
    sums.set(priced, (sums.get(priced) ?? 0) + amount_cents);
  }
  return sums;
}
