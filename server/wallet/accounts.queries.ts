import { cardsInEffect } from "#server/rate-cards/cards.queries.ts";
import type { Tx } from "#server/db/tx.ts";

/** What a retailer has with its provider. */
export interface Balance {
  /** whole hundredths; below nothing: owed */
  balance_cents: number;
  /** ISO 4217 */
  currency: string;
}

const usualCurrency = "USD";

/**
 * The balances of any number of retailers, in two statements; each that was asked for is in the answer, with nothing where nothing was entered yet.
 * A wallet's currency is that of its first entry; before that its rate card's, or else US dollars.
 */
export async function balancesOf(tx: Tx, providerUuid: string, retailerUuids: readonly string[]): Promise<Map<string, Balance>> {
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
  const cards = without.length === 0 ? new Map<string, { currency: string }>() : await cardsInEffect(tx, providerUuid, without);
  for (const uuid of without) found.set(uuid, { balance_cents: 0, currency: cards.get(uuid)?.currency ?? usualCurrency });
  return found;
}

/** A retailer's balance and the currency of its wallet. */
export async function balanceOf(tx: Tx, providerUuid: string, retailerUuid: string): Promise<Balance> {
  return (await balancesOf(tx, providerUuid, [retailerUuid])).get(retailerUuid) ?? { balance_cents: 0, currency: usualCurrency };
}

/** The currency of a retailer's wallet: ISO 4217. */
export async function currencyOf(tx: Tx, providerUuid: string, retailerUuid: string): Promise<string> {
  return (await balanceOf(tx, providerUuid, retailerUuid)).currency;
}
