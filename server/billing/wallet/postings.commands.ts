import { sql } from "kysely";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { ChargeKind } from "#src/billing/wallet/charge-kinds.rules.ts";
import { walletChanged } from "#src/billing/wallet/wallet.contract.ts";
import type { WalletEntry } from "#src/billing/wallet/wallet.contract.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { getViolatedCheck, getViolatedUnique } from "#server/platform/db/violations.ts";
import { publishEvent } from "#server/platform/realtime/events.ts";
import { movementId } from "#server/warehouse/stock/movement-id.ts";
import { readCurrency } from "./accounts.queries.ts";

/** The action, its time and actor. */
export interface PostingContext {
  readonly providerUuid: string;
  /** null for the system */
  readonly userUuid: string | null;
  readonly now: Date;
}

/** A transfer between a retailer's balance and another of its accounts. */
export interface Posting {
  readonly retailerUuid: string;
  /** the opposite account */
  readonly account: "paid_in" | ChargeKind;
  /** whole hundredths added to the balance: negative for a charge, never zero */
  readonly amountCents: number;
  /** ISO 4217 */
  readonly currency: string;
  /** its source; each is posted once */
  readonly source: { readonly type: WalletEntry["source_type"]; readonly uuid: string };
}

/** Why the wallet refuses all of the entries. */
export type PostingRefusal = "wallet.reversedAlready" | "changedMeanwhile" | "rateCards.otherCurrency" | "wallet.tooMuch";

/**
 * Reads the currency for a retailer's new entry: its wallet's. Before the first entry it is that of the terms: then the billing settings are locked, so that
 * neither the terms nor the default card change their currency until this transaction ends.
 * @param tx must act for the provider
 */
export async function lockWalletCurrency(tx: Tx, providerUuid: string, retailerUuid: string): Promise<string> {
  const { rows } = await sql<{ currency: string }>`select currency from wallet_account
    where provider_uuid = ${providerUuid} and retailer_uuid = ${retailerUuid} and account = 'balance'`.execute(tx);
  if (rows[0] !== undefined) return rows[0].currency;
  // Version 0: no settings saved yet, as if there were no row.
  await sql`insert into billing_setting (provider_uuid, version) values (${providerUuid}, 0)
    on conflict on constraint billing_setting_pkey do nothing`.execute(tx);
  await sql`select from billing_setting where provider_uuid = ${providerUuid} for share`.execute(tx);
  return readCurrency(tx, providerUuid, retailerUuid);
}

/** Maps a failed wallet statement to its refusal; null if it is another error. */
function findRefusal(error: unknown): PostingRefusal | null {
  const check = getViolatedCheck(error);
  if (check === "wallet_entry_after_statement") return "changedMeanwhile";
  if (check === "wallet_account_one_currency") return "rateCards.otherCurrency";
  if (check === "wallet_account_countable") return "wallet.tooMuch";
  return getViolatedUnique(error) === "wallet_entry_source_key" ? "wallet.reversedAlready" : null;
}

/**
 * Posts entries in a single statement, all of them or none. The database updates the accounts row by row in the order of their key. After a refusal the
 * transaction accepts no more statements: the caller must refuse too, which rolls it back. It publishes no event: see `notifyWalletChanged`.
 * @param tx must act for the provider or the platform
 * @param entries in any order; the caller leaves out amounts of zero
 * @returns nothing; `wallet.reversedAlready` if a source was already posted, `changedMeanwhile` if the statement of that period is issued,
 *   `rateCards.otherCurrency` if the wallet has another currency, `wallet.tooMuch` if an account would exceed 2^53
 * @throws RangeError for an amount that is zero or not an integer
 */
export async function postEntries(
  tx: Tx,
  { providerUuid, userUuid, now }: PostingContext,
  entries: readonly Posting[],
): Promise<Result<void, PostingRefusal>> {
  if (entries.length === 0) return ok(undefined);
  if (entries.some(({ amountCents }) => !Number.isSafeInteger(amountCents) || amountCents === 0))
    throw new RangeError("wallet: an entry's amount must be a whole, non-zero number of cents");
  const legs = entries.flatMap(({ retailerUuid, account, amountCents, currency, source }) => {
    const about = {
      transaction_uuid: movementId(now),
      retailer_uuid: retailerUuid,
      currency,
      source_type: source.type,
      source_uuid: source.uuid,
    };
    return [
      { ...about, leg: 1, account: "balance", amount_cents: amountCents },
      { ...about, leg: 2, account, amount_cents: -amountCents },
    ];
  });
  try {
    // A single parameter for all entries, because a statement may have at most 65,535.
    await sql`insert into wallet_entry (provider_uuid, transaction_uuid, leg, retailer_uuid, account, amount_cents, currency, source_type, source_uuid,
        at, user_uuid)
      select ${providerUuid}::uuid, l.transaction_uuid, l.leg, l.retailer_uuid, l.account, l.amount_cents, l.currency, l.source_type, l.source_uuid,
        ${now}, ${userUuid}::uuid
      from jsonb_to_recordset(${JSON.stringify(legs)}::jsonb) as l (transaction_uuid uuid, leg smallint, retailer_uuid uuid, account text,
        amount_cents bigint, currency text, source_type text, source_uuid uuid)`.execute(tx);
  } catch (error) {
    const refusal = findRefusal(error);
    if (refusal === null) throw error;
    return refuse(refusal);
  }
  return ok(undefined);
}

/** Notifies these retailers and the staff that their wallets have changed. */
export async function notifyWalletChanged(tx: Tx, providerUuid: string, retailerUuids: readonly string[]): Promise<void> {
  for (const retailerUuid of new Set(retailerUuids))
    await publishEvent(tx, walletChanged, { providerUuid, retailerUuid }, { retailer_uuid: retailerUuid });
}
