import { readCardsInEffect } from "#server/billing/rate-cards/cards.queries.ts";
import type { Tx } from "#server/platform/db/row-security.ts";

/** A retailer's balance with its provider. */
export interface Balance {
  /** whole hundredths; negative: owed */
  balance_cents: number;
  /** ISO 4217 */
  currency: string;
}

const usualCurrency = "USD";

/**
 * Reads the balances of any number of retailers in two statements. The result has an entry for each of them, zero before the first entry. A wallet's currency
 * is that of its first entry; before that its rate card's, otherwise US dollars.
 */
export async function readBalances(tx: Tx, providerUuid: string, retailerUuids: readonly string[]): Promise<Map<string, Balance>> {
  const wanted = [...new Set(retailerUuids)];
  if (wanted.length === 0) return new Map();
  const rows = await tx
    .selectFrom("wallet_account")
    .select(["retailer_uuid", "balance_cents", "currency"])
    .where("provider_uuid", "=", providerUuid)
    .where("retailer_uuid", "in", wanted)
    .where("account", "=", "balance")
    .execute();
  const found = new Map(rows.map(({ retailer_uuid, ...balance }) => [retailer_uuid, balance]));
  const without = wanted.filter((uuid) => !found.has(uuid));
  const cards = without.length === 0 ? new Map<string, { currency: string }>() : await readCardsInEffect(tx, providerUuid, without);
  for (const uuid of without) found.set(uuid, { balance_cents: 0, currency: cards.get(uuid)?.currency ?? usualCurrency });
  return found;
}

/** Reads a retailer's balance and the currency of its wallet. */
export async function readBalance(tx: Tx, providerUuid: string, retailerUuid: string): Promise<Balance> {
  return (await readBalances(tx, providerUuid, [retailerUuid])).get(retailerUuid) ?? { balance_cents: 0, currency: usualCurrency };
}

/** Reads the currency of a retailer's wallet: ISO 4217. */
export async function readCurrency(tx: Tx, providerUuid: string, retailerUuid: string): Promise<string> {
  return (await readBalance(tx, providerUuid, retailerUuid)).currency;
}
