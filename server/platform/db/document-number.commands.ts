import { sql } from "kysely";
import type { Tx } from "#server/platform/db/row-security.ts";
import { toDay } from "#src/kit/lib/days.ts";

/** What is numbered, and the letters that its numbers begin with: R-261122-0001. */
const letters = {
  receipt: "R",
  stocktake: "C",
  statement: "S",
  order: "SO",
  wave: "W",
  exception: "E",
  parcel: "P",
  bag: "B",
  manifest: "M",
  return: "RT",
} as const;
export type NumberedKind = keyof typeof letters;

/**
 * Returns the next number of a kind, counted by provider and day (UTC). The counter is locked until the end of the transaction, so that refusals
 * leave no gaps; call it late.
 * @returns the letters, the day as YYMMDD and at least four digits: `R-261122-0001`
 */
export async function takeNextNumber(tx: Tx, providerUuid: string, kind: NumberedKind, now: Date): Promise<string> {
  const [first] = await takeNextNumbers(tx, providerUuid, kind, now, 1);
  if (first === undefined) throw new Error("no document number was issued");
  return first;
}

/** Returns several numbers at once, in order; see `takeNextNumber`. */
export async function takeNextNumbers(tx: Tx, providerUuid: string, kind: NumberedKind, now: Date, count: number): Promise<string[]> {
  const day = toDay(now);
  const { last } = await tx
    .insertInto("number_counter")
    .values({ provider_uuid: providerUuid, kind, day, last: count })
    .onConflict((conflict) => conflict.constraint("number_counter_pkey").doUpdateSet({ last: sql`number_counter.last + ${count}` }))
    .returning("last")
    .executeTakeFirstOrThrow();
  const start = `${letters[kind]}-${day.replaceAll("-", "").slice(2)}-`;
  return Array.from({ length: count }, (_, at) => `${start}${String(last - count + 1 + at).padStart(4, "0")}`);
}
