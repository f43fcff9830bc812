import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Tx } from "#server/platform/db/row-security.ts";

/** A retailer's balance with its provider. */
export interface Balance {
  /** whole hundredths; negative: owed */
  balance_cents: number;
  /** ISO 4217 */
  currency: string;
}

const usualCurrency = "USD";

/** Selects a retailer's name; empty if the caller may not see it. @param table has its `retailer_uuid` */
export function selectRetailerName(table: string): RawBuilder<string> {
  return sql<string>`coalesce((select named.name from retailer named where named.retailer_uuid = ${sql.ref(`${table}.retailer_uuid`)}), '')`;
}

/**
 * Selects the currency of a retailer's wallet: that of its first entry; before that its rate card's, otherwise US dollars.
 * @param table has its `provider_uuid` and `retailer_uuid`
 */
export function selectWalletCurrency(table: string): RawBuilder<string> {
  const [provider, retailer] = [sql.ref(`${table}.provider_uuid`), sql.ref(`${table}.retailer_uuid`)];
  return sql<string>`coalesce(
    (select held.currency from wallet_account held
      where held.provider_uuid = ${provider} and held.retailer_uuid = ${retailer} and held.account = 'balance'),
    (select card.currency from rate_card card where card.provider_uuid = ${provider} and card.rate_card_uuid = coalesce(
      (select terms.rate_card_uuid from retailer_terms terms where terms.provider_uuid = ${provider} and terms.retailer_uuid = ${retailer}),
      (select setting.default_rate_card_uuid from billing_setting setting where setting.provider_uuid = ${provider}))),
    ${sql.lit(usualCurrency)})`;
}

/** Reads the balances of any number of retailers. The result has an entry for each of them, zero before the first entry. */
export async function readBalances(tx: Tx, providerUuid: string, retailerUuids: readonly string[]): Promise<Map<string, Balance>> {
  const wanted = [...new Set(retailerUuids)];
  if (wanted.length === 0) return new Map();
  const { rows } = await sql<Balance & { retailer_uuid: string }>`
    select wanted.retailer_uuid, coalesce(a.balance_cents, 0) as balance_cents, ${selectWalletCurrency("wanted")} as currency
    from (select ${providerUuid}::uuid as provider_uuid, unnest(${wanted}::uuid[]) as retailer_uuid) wanted
      left join wallet_account a
        on a.provider_uuid = wanted.provider_uuid and a.retailer_uuid = wanted.retailer_uuid and a.account = 'balance'`.execute(tx);
  return new Map(rows.map(({ retailer_uuid, ...balance }) => [retailer_uuid, balance]));
}

/** Reads a retailer's balance and the currency of its wallet. */
export async function readBalance(tx: Tx, providerUuid: string, retailerUuid: string): Promise<Balance> {
  return (await readBalances(tx, providerUuid, [retailerUuid])).get(retailerUuid) ?? { balance_cents: 0, currency: usualCurrency };
}

/** Reads the currency of a retailer's wallet: ISO 4217. */
export async function readCurrency(tx: Tx, providerUuid: string, retailerUuid: string): Promise<string> {
  return (await readBalance(tx, providerUuid, retailerUuid)).currency;
}
