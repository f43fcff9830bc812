import { sql } from "kysely";
import type { PricedEvent } from "#src/wallet/charging.rules.ts";
import type { PriceTier } from "#src/wallet/pricing.rules.ts";
import type { Clock } from "#server/clock.ts";
import { newId } from "#server/clock.ts";
import { gate, platform } from "#server/db/acting.ts";
import type { Tx } from "#server/db/tx.ts";
import { makeCard, writePrices } from "#server/rate-cards/rate-cards.commands.ts";
import { writeSettings, writeTerms } from "#server/rate-cards/terms.commands.ts";
import { walletJobs } from "#server/wallet/wallet.jobs.ts";
import type { TestApp } from "./app.ts";
import { staffOf } from "./stage-stock.ts";
import { addProvider, addRetailer } from "./world.ts";

/** Prices by event: tiers as pairs of where they begin and what they cost in millionths. */
export type Prices = Partial<Record<PricedEvent, readonly (readonly [number, number])[]>>;

/** The same as the rules take them. */
export function tiersIn(prices: Prices): Map<PricedEvent, PriceTier[]> {
  const entries = Object.entries(prices) as [PricedEvent, readonly (readonly [number, number])[]][];
  return new Map(entries.map(([event, tiers]) => [event, tiers.map(([from_value, price_micros]) => ({ from_value, price_micros }))]));
}

/** A provider of its own with retailers, in whose books things are charged. */
export interface Books {
  readonly providerUuid: string;
  readonly retailers: readonly string[];
  /** in a transaction of the provider's own side */
  as<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

/** Opens the books of a new provider. */
export async function openBooks({ services }: TestApp, retailerCount = 1): Promise<Books> {
  const { providerUuid, retailers } = await services.database.transaction(gate, async (tx) => {
    const uuid = await addProvider(tx, `Supplier ${newId()}`);
    const added: string[] = [];
    for (let at = 0; at < retailerCount; at += 1) added.push(await addRetailer(tx, `Retailer ${at}`, uuid));
    return { providerUuid: uuid, retailers: added };
  });
  return { providerUuid, retailers, as: (work) => services.database.transaction(staffOf(providerUuid), work) };
}

/** Makes a card with sets of prices, by the day from which each holds. @returns its uuid */
export async function addCard(
  { providerUuid, as }: Books,
  now: Date,
  sets: Readonly<Record<string, Prices>>,
  currency = "USD",
): Promise<string> {
  return as(async (tx) => {
    const context = { tx, providerUuid, now };
    const made = await makeCard(context, { name: `Card ${newId()}`, currency });
    if (!made.ok) throw new Error(made.problem);
    for (const [at, [valid_from, prices]] of Object.entries(sets).entries()) {
      const list = [...tiersIn(prices)].flatMap(([event, tiers]) => tiers.map((tier) => ({ event, ...tier })));
      const set = await writePrices(context, { rate_card_uuid: made.value, valid_from, prices: list, version: at + 1 });
      if (!set.ok) throw new Error(set.problem);
    }
    return made.value;
  });
}

/** Says by what a provider charges, and since when. */
export async function charge({ providerUuid, as }: Books, now: Date, cardUuid: string | null, charges_from: string): Promise<void> {
  await as(async (tx) => {
    const { rows } = await sql<{ version: number }>`select version from billing_setting where provider_uuid = ${providerUuid}`.execute(tx);
    const version = rows[0]?.version ?? 0;
    const wish = { time_zone: "UTC", default_rate_card_uuid: cardUuid, charges_from, version };
    const written = await writeSettings({ tx, providerUuid, now }, wish);
    if (!written.ok) throw new Error(written.problem);
  });
}

/** Agrees on a card with a retailer. */
export async function agreeOn({ providerUuid, as }: Books, now: Date, retailer_uuid: string, rate_card_uuid: string): Promise<void> {
  await as(async (tx) => {
    const wish = { retailer_uuid, rate_card_uuid, price_tier_uuid: null, credit_limit_cents: 0, version: 0 };
    const written = await writeTerms({ tx, providerUuid, now }, wish);
    if (!written.ok) throw new Error(written.problem);
  });
}

/** Does the job of charging a provider's days, as a worker does it. @param clock by which it is done; the app's own where not given */
export async function runCharging(
  { services }: TestApp,
  { providerUuid }: Books,
  signal = new AbortController().signal,
  clock: Clock = services.clock,
): Promise<void> {
  const [worker] = walletJobs;
  await worker?.run({ provider_uuid: providerUuid } as never, {
    services: { ...services, clock },
    acting: platform,
    jobId: newId(),
    signal,
    finish: (work) => services.database.transaction(platform, work),
  });
}

/** A charge as a test looks at it. */
export interface ChargeRow {
  charge_uuid: string;
  retailer_uuid: string;
  warehouse_uuid: string;
  event: PricedEvent;
  source_uuid: string;
  day: string;
  quantity_milli: number;
  amount_cents: number;
  currency: string;
  parts: { from: number; quantity_milli: number; price_micros: number }[];
}

/** Everything that was charged, in the order in which it was. */
export async function chargesIn({ providerUuid, as }: Books): Promise<ChargeRow[]> {
  const { rows } = await as((tx) =>
    sql<ChargeRow>`select charge_uuid, retailer_uuid, warehouse_uuid, event, source_uuid, day::text as day, quantity_milli, amount_cents, currency, parts
      from charge where provider_uuid = ${providerUuid} order by charge_uuid`.execute(tx),
  );
  return rows;
}

/** What each retailer's balance is. */
export async function balancesIn({ providerUuid, as }: Books): Promise<Map<string, number>> {
  const { rows } = await as((tx) =>
    sql<{ retailer_uuid: string; balance_cents: number }>`select retailer_uuid, balance_cents from wallet_account
      where provider_uuid = ${providerUuid} and account = 'balance'`.execute(tx),
  );
  return new Map(rows.map(({ retailer_uuid, balance_cents }) => [retailer_uuid, balance_cents]));
}
