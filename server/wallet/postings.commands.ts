import { sql } from "kysely";
import { ok, refuse } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import type { ChargeKind } from "#src/wallet/charging.rules.ts";
import { walletChanged } from "#src/wallet/wallet.contract.ts";
import type { WalletEntry } from "#src/wallet/wallet.contract.ts";
import { newId } from "#server/clock.ts";
import type { Tx } from "#server/db/tx.ts";
import { violatedCheck, violatedUnique } from "#server/db/violations.ts";
import { movementId } from "#server/stock/movement-id.ts";
import { currencyOf } from "./accounts.queries.ts";

/** What is being done, and as whom. */
export interface PostingContext {
  readonly providerUuid: string;
  /** null for the system */
  readonly userUuid: string | null;
  readonly now: Date;
}

/** Money that comes onto a retailer's balance from another of its accounts, or goes there. */
export interface Posting {
  readonly retailerUuid: string;
  /** the other side */
  readonly account: "paid_in" | ChargeKind;
  /** whole hundredths that come onto the balance: below nothing for a charge, never nothing */
  readonly amountCents: number;
  /** ISO 4217 */
  readonly currency: string;
  /** what it is about; each source is posted once */
  readonly source: { readonly type: WalletEntry["source_type"]; readonly uuid: string };
}

/** Why the wallet takes none of what it was given. */
export type PostingRefusal = "wallet.reversedAlready" | "changedMeanwhile" | "rateCards.otherCurrency" | "wallet.tooMuch";

/**
 * The currency of what is to be entered for a retailer: its wallet's. Before the first entry it is that of the terms: how the provider charges is held
 * then, so that nobody agrees to another currency, or makes another card the default, until this transaction is over.
 * @param tx acts for the provider
 */
export async function currencyToEnter(tx: Tx, providerUuid: string, retailerUuid: string): Promise<string> {
  const { rows } = await sql<{ currency: string }>`select currency from wallet_account
    where provider_uuid = ${providerUuid} and retailer_uuid = ${retailerUuid} and account = 'balance'`.execute(tx);
  if (rows[0] !== undefined) return rows[0].currency;
  // Version 0: nothing was said yet, as where there is no row.
  await sql`insert into billing_setting (provider_uuid, version) values (${providerUuid}, 0)
    on conflict on constraint billing_setting_pkey do nothing`.execute(tx);
  await sql`select from billing_setting where provider_uuid = ${providerUuid} for share`.execute(tx);
  return currencyOf(tx, providerUuid, retailerUuid);
}

/** The refusal that a failed statement of the wallet stands for; null where it is none. */
function refusalOf(error: unknown): PostingRefusal | null {
  const check = violatedCheck(error);
  if (check === "wallet_entry_after_statement") return "changedMeanwhile";
  if (check === "wallet_account_one_currency") return "rateCards.otherCurrency";
  if (check === "wallet_account_countable") return "wallet.tooMuch";
  return violatedUnique(error) === "wallet_entry_source_key" ? "wallet.reversedAlready" : null;
}

/**
 * Enters what came onto balances and what went off them: all of it in one statement, or none. The database makes the accounts of it, row by row in
 * the order of their key. After a refusal the transaction takes no more statements: the caller refuses too, and that takes its work back. It tells
 * nobody: see `tellWalletChanged`.
 * @param tx acts for the provider, or the platform
 * @param entries in any order; what amounts to nothing is left out by the caller
 * @returns nothing; `wallet.reversedAlready` where a source was entered before, `changedMeanwhile` where the statement of that time is issued,
 *   `rateCards.otherCurrency` where the wallet has another currency, `wallet.tooMuch` where an account would be past 2^53
 * @throws RangeError for an amount that is no whole number, or nothing
 */
export async function postEntries(
  tx: Tx,
  { providerUuid, userUuid, now }: PostingContext,
  entries: readonly Posting[],
): Promise<Result<void, PostingRefusal>> {
  if (entries.length === 0) return ok(undefined);
  if (entries.some(({ amountCents }) => !Number.isSafeInteger(amountCents) || amountCents === 0))
    throw new RangeError("wallet: an entry is of whole hundredths, and of some");
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
    // One parameter, however many entries: 65,535 is the most that a statement may have.
    await sql`insert into wallet_entry (provider_uuid, transaction_uuid, leg, retailer_uuid, account, amount_cents, currency, source_type, source_uuid,
        at, user_uuid)
      select ${providerUuid}::uuid, l.transaction_uuid, l.leg, l.retailer_uuid, l.account, l.amount_cents, l.currency, l.source_type, l.source_uuid,
        ${now}, ${userUuid}::uuid
      from jsonb_to_recordset(${JSON.stringify(legs)}::jsonb) as l (transaction_uuid uuid, leg smallint, retailer_uuid uuid, account text,
        amount_cents bigint, currency text, source_type text, source_uuid uuid)`.execute(tx);
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === null) throw error;
    return refuse(refusal);
  }
  return ok(undefined);
}

/** Tells each of these retailers, and the staff, that something of its wallet stands otherwise now. */
export async function tellWalletChanged(tx: Tx, providerUuid: string, retailerUuids: readonly string[]): Promise<void> {
  if (retailerUuids.length === 0) return;
  const events = [...new Set(retailerUuids)].map((retailerUuid) => ({
    event_uuid: newId(),
    retailer_uuid: retailerUuid,
    payload: walletChanged.payload.parse({ retailer_uuid: retailerUuid }),
  }));
  // One statement, however many retailers: a day's charges tell all of them.
  await sql`insert into event (provider_uuid, event_uuid, topic, retailer_uuid, payload)
    select ${providerUuid}::uuid, e.event_uuid, ${walletChanged.name}, e.retailer_uuid, e.payload
    from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as e (event_uuid uuid, retailer_uuid uuid, payload jsonb)`.execute(tx);
}
