import type { Charge } from "#src/wallet/charges.contract.ts";
import type { PricedEvent } from "#src/wallet/charging.rules.ts";
import { pricedEvents } from "#src/wallet/charging.rules.ts";
import type { PriceSet } from "./rate-cards.contract.ts";

export type SetState = "toCome" | "inForce" | "past";

const dayMs = 86_400_000;

/** The day (YYYY-MM-DD) that a clock shows. @param now epoch ms @param timeZone IANA name; one that is not known is UTC */
export function dayAt(timeZone: string, now: number): string {
  const options = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
  try {
    return new Intl.DateTimeFormat("sv-SE", { ...options, timeZone }).format(now);
  } catch {
    return new Date(now).toISOString().slice(0, 10);
  }
}

/** The day so many days after one. @param day YYYY-MM-DD */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10);
}

/** Days from one to another; below nothing where the other comes first. */
export function daysBetween(from: string, until: string): number {
  return Math.round((Date.parse(until) - Date.parse(from)) / dayMs);
}

/** How each set stands on a day: the latest that has begun is in force. The newest first. */
export function withStates(sets: readonly PriceSet[], today: string): { set: PriceSet; state: SetState }[] {
  const ordered = sets.toSorted((one, other) => other.valid_from.localeCompare(one.valid_from));
  const current = ordered.find(({ valid_from }) => valid_from <= today)?.valid_from;
  return ordered.map((set) => ({ set, state: set.valid_from > today ? "toCome" : set.valid_from === current ? "inForce" : "past" }));
}

/**
 * The first day that no warehouse has charged yet: the earliest that new prices can hold from.
 * @param chargedUntil of each warehouse; empty where none is @param chargesFrom empty where nothing is charged by itself
 */
export function firstUncharged(chargedUntil: readonly string[], chargesFrom: string, today: string): string {
  const last = chargedUntil.reduce((latest, day) => (day > latest ? day : latest), "");
  if (last !== "") return addDays(last, 1);
  return chargesFrom !== "" && chargesFrom < today ? chargesFrom : today;
}

/** The months before and with a day's, the latest that is over first. @returns YYYY-MM */
export function monthsUntil(today: string, count: number): string[] {
  const [year = 0, month = 1] = today.split("-").map(Number);
  const nth = (back: number) => new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7);
  return [...Array.from({ length: count - 1 }, (_, back) => nth(back + 1)), nth(0)];
}

/** First and last day of a month. @param month YYYY-MM */
export function daysOfMonth(month: string): { first: string; last: string } {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return { first: `${month}-01`, last: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) };
}

/** What charges came to by event, in hundredths; null where one of them is in another currency. Those by hand are no matter of a rate card. */
export function sumsByEvent(charges: readonly Pick<Charge, "event" | "amount_cents" | "currency">[], currency: string) {
  const sums = new Map<PricedEvent, number>();
  for (const { event, amount_cents, currency: other } of charges) {
    const priced = pricedEvents.find((one) => one === event);
    if (priced === undefined) continue;
    if (other !== currency) return null;
    sums.set(priced, (sums.get(priced) ?? 0) + amount_cents);
  }
  return sums;
}
