import { sql } from "kysely";
import { newId } from "#server/platform/runtime/clock.ts";
import { actAs, anonymous } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { movementId } from "#server/warehouse/stock/movement-id.ts";
import { postEntries } from "#server/billing/wallet/postings.commands.ts";
import type { Posting } from "#server/billing/wallet/postings.commands.ts";
import { pricedEvents } from "#src/billing/wallet/charge-kinds.rules.ts";
import { markerOf } from "./rows.ts";
import { staffOf } from "./stage-stock.ts";
import { addRetailer } from "./world.ts";
import type { Person } from "./world.ts";

/** The wallet of a person's wallet calls. */
export interface WalletRows {
  readonly providerUuid: string;
  /** the person's own; for staff, a retailer of their provider created for these rows */
  readonly retailerUuid: string;
  /** the retailer's card, with a price for each event from `validFrom` on */
  readonly rateCardUuid: string;
  readonly validFrom: string;
  /** entered just now, so it can be reversed */
  readonly topUpUuid: string;
  readonly chargeUuid: string;
  /** waits for confirmation */
  readonly requestUuid: string;
  /** of last month (UTC), with its own top-up and charge */
  readonly statementUuid: string;
  /** `2026-06` */
  readonly month: string;
}

/** The amount of each top-up and charge of these rows. */
export const topUpCents = 50_000;
export const chargeCents = 1250;

const currency = "USD";
const validFrom = "2020-01-01";

interface Books {
  readonly tx: Tx;
  readonly person: Person;
  readonly providerUuid: string;
  readonly retailerUuid: string;
}

async function addCard({ tx, person, providerUuid, retailerUuid }: Books, now: Date): Promise<string> {
  const rateCardUuid = newId();
  const card = { provider_uuid: providerUuid, rate_card_uuid: rateCardUuid };
  await tx
    .insertInto("rate_card")
    .values({ ...card, name: `${markerOf(person)} ${rateCardUuid}`, currency, created_at: now })
    .execute();
  const set = { ...card, valid_from: validFrom };
  await tx
    .insertInto("rate_set")
    .values({ ...set, created_at: now })
    .execute();
  await tx
    .insertInto("rate_price")
    .values(pricedEvents.map((event, at) => ({ ...set, event, from_value: 0, price_micros: 10_000 * (at + 1) })))
    .execute();
  await tx
    .insertInto("retailer_terms")
    .values({ provider_uuid: providerUuid, retailer_uuid: retailerUuid, rate_card_uuid: rateCardUuid })
    .onConflict((conflict) => conflict.constraint("retailer_terms_pkey").doUpdateSet({ rate_card_uuid: rateCardUuid }))
    .execute();
  await sql`insert into billing_setting as s (provider_uuid, charges_from) values (${providerUuid}, ${now}::timestamptz::date)
    on conflict on constraint billing_setting_pkey do update set charges_from = coalesce(s.charges_from, excluded.charges_from)`.execute(
    tx,
  );
  return rateCardUuid;
}

/** Enters a top-up and a manual charge at a given time. */
async function addEntries({ tx, person, providerUuid, retailerUuid }: Books, rateCardUuid: string, at: Date) {
  // Keys contain their posting time, as in the commands.
  const [topUpUuid, chargeUuid] = [movementId(at), movementId(at)];
  const of = { provider_uuid: providerUuid, retailer_uuid: retailerUuid, currency, remark: markerOf(person) };
  const day = at.toISOString().slice(0, 10);
  await tx
    .insertInto("top_up")
    .values({
      ...of,
      top_up_uuid: topUpUuid,
      amount_cents: topUpCents,
      method: "bank",
      reference: `TT-${topUpUuid}`,
      received_on: day,
      recorded_at: at,
      recorded_by: person.userUuid,
    })
    .execute();
  await tx
    .insertInto("charge")
    .values({
      ...of,
      charge_uuid: chargeUuid,
      kind: "other",
      event: "by_hand",
      source_type: "hand",
      source_uuid: chargeUuid,
      day,
      quantity_milli: 1000,
      amount_cents: chargeCents,
      rate_card_uuid: rateCardUuid,
      posted_at: at,
      posted_by: person.userUuid,
    })
    .execute();
  const entry = { retailerUuid, currency };
  const entries: Posting[] = [
    { ...entry, account: "paid_in", amountCents: topUpCents, source: { type: "top-up", uuid: topUpUuid } },
    { ...entry, account: "other", amountCents: -chargeCents, source: { type: "charge", uuid: chargeUuid } },
  ];
  const posted = await postEntries(tx, { providerUuid, userUuid: person.userUuid, now: at }, entries);
  if (!posted.ok) throw new Error(posted.problem);
  return { topUpUuid, chargeUuid };
}

/** Adds a pending top-up request. */
async function addRequest({ tx, person, providerUuid, retailerUuid }: Books, now: Date): Promise<string> {
  const requestUuid = movementId(now);
  await tx
    .insertInto("top_up_request")
    .values({
      provider_uuid: providerUuid,
      request_uuid: requestUuid,
      retailer_uuid: retailerUuid,
      amount_cents: topUpCents,
      currency,
      reference: `TR-${requestUuid}`,
      sent_on: now.toISOString().slice(0, 10),
      note: markerOf(person),
      requested_at: now,
      requested_by: person.userUuid,
    })
    .execute();
  return requestUuid;
}

/** Returns last month's statement: the existing one, or a new one with its own entries. */
async function addStatement(books: Books, rateCardUuid: string, now: Date): Promise<{ statementUuid: string; month: string }> {
  const { tx, providerUuid, retailerUuid } = books;
  const until = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const since = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1));
  const month = since.toISOString().slice(0, 7);
  const there = await tx
    .selectFrom("statement")
    .select("statement_uuid")
    .where("provider_uuid", "=", providerUuid)
    .where("retailer_uuid", "=", retailerUuid)
    .where("month", "=", sql<Date>`${`${month}-01`}::date`)
    .executeTakeFirst();
  if (there !== undefined) return { statementUuid: there.statement_uuid, month };
  await addEntries(books, rateCardUuid, new Date(since.getTime() + 14 * 86_400_000));
  const statementUuid = newId();
  await sql`select issue_statement(${providerUuid}, ${retailerUuid}, ${`${month}-01`}, ${since}, ${until}, ${`S-${statementUuid}`}, ${statementUuid},
    ${now})`.execute(tx);
  return { statementUuid, month };
}

/**
 * Gives a person's retailer terms with a rate card, last month's statement, and a top-up and a charge of today; enables charging from today.
 * May be called again for the same person. Afterwards the transaction has the provider's staff identity.
 */
export async function addWalletRows(tx: Tx, person: Person, now = new Date()): Promise<WalletRows> {
  const providerUuid = person.providerUuid ?? "";
  actAs(tx, anonymous);
  const retailerUuid = person.retailerUuid ?? (await addRetailer(tx, markerOf(person), providerUuid));
  actAs(tx, staffOf(providerUuid));
  const books = { tx, person, providerUuid, retailerUuid };
  const rateCardUuid = await addCard(books, now);
  const issued = await addStatement(books, rateCardUuid, now);
  const entered = await addEntries(books, rateCardUuid, now);
  const requestUuid = await addRequest(books, now);
  return { requestUuid, providerUuid, retailerUuid, rateCardUuid, validFrom, ...entered, ...issued };
}
