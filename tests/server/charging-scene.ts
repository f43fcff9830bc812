import type { TestApp } from "./app.ts";
import { perform, stageCharging } from "./charging-acts.ts";
import type { Act, ChargingStage } from "./charging-acts.ts";
import { addCard, charge, chargesIn, openBooks, runCharging } from "./charging-books.ts";
import type { Books, Prices } from "./charging-books.ts";

/* A provider in May 2026, with its acts and charges. */

export const day = (number: number) => `2026-05-${String(number).padStart(2, "0")}`;
export const at = (number: number, hour = 12) => Date.parse(`${day(number)}T${String(hour).padStart(2, "0")}:00:00Z`);
export const first = new Date(at(1, 0));

export interface Scene {
  readonly books: Books;
  readonly stage: ChargingStage;
}

/** Creates a provider in UTC whose retailers have a SKU each and share one card; charged from 1 May. */
export async function sceneOf(
  test_: TestApp,
  prices: Prices,
  { retailers = 1, size = null as readonly [number, number, number] | null, zones = ["UTC"] } = {},
): Promise<Scene> {
  const books = await openBooks(test_, retailers);
  await charge(books, first, await addCard(books, first, { "2026-01-01": prices }), day(1));
  const wish = {
    providerUuid: books.providerUuid,
    zones,
    variants: [...books.retailers, books.providerUuid].map((ownerUuid) => ({ ownerUuid, size })),
    orderCount: 3,
  };
  return { books, stage: await books.as((tx) => stageCharging(tx, wish)) };
}

export const act = (kind: Act["kind"], when: number, quantity: number, more: Partial<Act> = {}): Act => ({
  kind,
  at: when,
  warehouse: 0,
  variant: 0,
  quantity,
  about: 0,
  ...more,
});
export const done = ({ books, stage }: Scene, acts: readonly Act[], place = 0) => books.as((tx) => perform(tx, stage, acts, place));

/** Charges what is due at noon of a day: the days before it. */
export async function chargedUntil(test_: TestApp, { books }: Scene, number: number, hour = 12): Promise<void> {
  test_.clock.set(new Date(at(number, hour)));
  await runCharging(test_, books);
}
export const amounts = async ({ books }: Scene) =>
  (await chargesIn(books)).map((row) => [row.day, row.event, row.quantity_milli, row.amount_cents]);
