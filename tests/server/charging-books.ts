import { sql } from "kysely";
import type { PricedEvent } from "#src/billing/wallet/charge-kinds.rules.ts";
import type { PriceTier } from "#src/billing/wallet/tier-pricing.rules.ts";
import type { Clock } from "#server/platform/runtime/clock.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { anonymous, platform } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { insertCard, savePrices } from "#server/billing/rate-cards/rate-cards.commands.ts";
import { saveSettings, saveTerms } from "#server/billing/rate-cards/terms.commands.ts";
import { walletJobs } from "#server/billing/wallet/wallet.jobs.ts";
import type { TestApp } from "./app.ts";
import { staffOf } from "./stage-stock.ts";
import { addProvider, addRetailer } from "./world.ts";

/** Prices by event: tiers as pairs of start and price in millionths. */
export type Prices = Partial<Record<PricedEvent, readonly (readonly [number, number])[]>>;

/** Converts prices to the input of the rules. */
export function tiersIn(prices: Prices): Map<PricedEvent, PriceTier[]> {
  const entries = Object.entries(prices) as [PricedEvent, readonly (readonly [number, number])[]][];
  return new Map(entries.map(([event, tiers]) => [event, tiers.map(([from_value, price_micros]) => ({ from_value, price_micros }))]));
}

/** A new provider with retailers, for charging. */
export interface Books {
  readonly providerUuid: string;
  readonly retailers: readonly string[];
  /** in a transaction of the provider's staff */
  as<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

/** Creates the books of a new provider. */
export async function openBooks({ services }: TestApp, retailerCount = 1): Promise<Books> {
  const { providerUuid, retailers } = await services.database.transaction(anonymous, async (tx) => {
    const uuid = await addProvider(tx, `Supplier ${newId()}`);
    const added: string[] = [];
    for (let at = 0; at < retailerCount; at += 1) added.push(await addRetailer(tx, `Retailer ${at}`, uuid));
    return { providerUuid: uuid, retailers: added };
  });
  return { providerUuid, retailers, as: (work) => services.database.transaction(staffOf(providerUuid), work) };
}

/** Creates a card with price sets by start day. @returns its uuid */
export async function addCard(
  { providerUuid, as }: Books,
  now: Date,
  sets: Readonly<Record<string, Prices>>,
  currency = "USD",
): Promise<string> {
  return as(async (tx) => {
    const context = { tx, providerUuid, now };
    const made = await insertCard(context, { name: `Card ${newId()}`, currency });
    if (!made.ok) throw new Error(made.problem);
    for (const [at, [valid_from, prices]] of Object.entries(sets).entries()) {
      const list = [...tiersIn(prices)].flatMap(([event, tiers]) => tiers.map((tier) => ({ event, ...tier })));
      const set = await savePrices(context, { rate_card_uuid: made.value, valid_from, prices: list, version: at + 1 });
      if (!set.ok) throw new Error(set.problem);
    }
    return made.value;
  });
}

/** Sets what a provider charges by, and since when. */
export async function charge({ providerUuid, as }: Books, now: Date, cardUuid: string | null, charges_from: string): Promise<void> {
  await as(async (tx) => {
    const { rows } = await sql<{ version: number }>`select version from billing_setting where provider_uuid = ${providerUuid}`.execute(tx);
    const version = rows[0]?.version ?? 0;
    const wish = { time_zone: "UTC", default_rate_card_uuid: cardUuid, charges_from, version };
    const written = await saveSettings({ tx, providerUuid, now }, wish);
    if (!written.ok) throw new Error(written.problem);
  });
}

/** Assigns a card to a retailer. */
export async function agreeOn({ providerUuid, as }: Books, now: Date, retailer_uuid: string, rate_card_uuid: string): Promise<void> {
  await as(async (tx) => {
    const wish = { retailer_uuid, rate_card_uuid, price_tier_uuid: null, credit_limit_cents: 0, version: 0 };
    const written = await saveTerms({ tx, providerUuid, now }, wish);
    if (!written.ok) throw new Error(written.problem);
  });
}

/** Runs the charging job of a provider's days like a worker. @param clock the app's by default */
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

/** A charge as tests compare it. */
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

/** Lists all charges in order. */
export async function chargesIn({ providerUuid, as }: Books): Promise<ChargeRow[]> {
  const { rows } = await as((tx) =>
    sql<ChargeRow>`select charge_uuid, retailer_uuid, warehouse_uuid, event, source_uuid, day::text as day, quantity_milli, amount_cents, currency, parts
      from charge where provider_uuid = ${providerUuid} order by charge_uuid`.execute(tx),
  );
  return rows;
}

/** Returns each retailer's balance. */
export async function balancesIn({ providerUuid, as }: Books): Promise<Map<string, number>> {
  const { rows } = await as((tx) =>
    sql<{ retailer_uuid: string; balance_cents: number }>`select retailer_uuid, balance_cents from wallet_account
      where provider_uuid = ${providerUuid} and account = 'balance'`.execute(tx),
  );
  return new Map(rows.map(({ retailer_uuid, balance_cents }) => [retailer_uuid, balance_cents]));
}
