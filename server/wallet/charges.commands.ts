import { sql } from "kysely";
import type { RefusalName } from "#src/api/codes.ts";
import type { OutputOf, ParsedInputOf } from "#src/api/define-call.ts";
import { ok, refuse } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import type { addCharge } from "#src/wallet/charges.contract.ts";
import type { ChargeKind } from "#src/wallet/charging.rules.ts";
import type { Tx } from "#server/db/tx.ts";
import { movementId } from "#server/stock/movement-id.ts";
import { balanceOf } from "./accounts.queries.ts";
import { currencyToEnter, postEntries, tellWalletChanged } from "./postings.commands.ts";
import { providerDay } from "./provider-clock.queries.ts";
import type { Entered } from "./top-ups.commands.ts";
import { oneRetailerAsked } from "./wallet-scope.ts";
import type { WalletScope } from "./wallet-scope.ts";

type ChargeInput = Omit<ParsedInputOf<typeof addCharge>, "provider_uuid">;

/** What is charged by hand counts as one. */
const onePieceMilli = 1000;

/**
 * Charges something by hand, in the wallet's currency; an amount below nothing is a credit.
 * @returns the charge's uuid and the wallet; `notFound` for another provider's retailer, `wallet.dayAhead` for a day that has not come at the provider's
 *   clock, and what `postEntries` refuses
 */
export async function chargeByHand(
  scope: WalletScope,
  { retailer_uuid, kind, amount_cents, day, remark }: ChargeInput,
): Promise<Result<OutputOf<typeof addCharge>, RefusalName>> {
  const { tx, providerUuid, userUuid, now } = scope;
  const asked = await oneRetailerAsked(scope, retailer_uuid);
  if (!asked.ok) return asked;
  const retailerUuid = asked.value;
  if (day > (await providerDay(tx, providerUuid, now)).today) return refuse("wallet.dayAhead");
  const charge_uuid = movementId(now);
  const currency = await currencyToEnter(tx, providerUuid, retailerUuid);
  const about = { provider_uuid: providerUuid, charge_uuid, retailer_uuid: retailerUuid };
  await tx
    .insertInto("charge")
    .values({
      ...about,
      kind,
      event: "by_hand",
      source_type: "hand",
      source_uuid: charge_uuid,
      day,
      quantity_milli: onePieceMilli,
      amount_cents,
      currency,
      remark,
      posted_at: now,
      posted_by: userUuid,
    })
    .execute();
  const source = { type: "charge", uuid: charge_uuid } as const;
  const posted = await postEntries(tx, scope, [{ retailerUuid, account: kind, amountCents: -amount_cents, currency, source }]);
  // A wallet that got its first entry, in another currency, between our look and now.
  if (!posted.ok) return refuse(posted.problem === "rateCards.otherCurrency" ? "changedMeanwhile" : posted.problem);
  await tellWalletChanged(tx, providerUuid, [retailerUuid]);
  return ok({ charge_uuid, ...(await balanceOf(tx, providerUuid, retailerUuid)) });
}

/**
 * Whether what is charged for the same thing would be below nothing without a charge: some of it was given back by a later credit. All of it is held, in
 * the order of its keys, so that of two that are taken back at once the second sees the first.
 */
async function isCreditedSince(tx: Tx, providerUuid: string, chargeUuid: string): Promise<boolean> {
  const { rows } = await sql<{ rest_cents: number; amount_cents: number }>`
    with held as (
      select c.charge_uuid, c.amount_cents from charge one
        join charge c on c.provider_uuid = one.provider_uuid and c.source_type = one.source_type and c.source_uuid = one.source_uuid
          and c.event = one.event and c.retailer_uuid = one.retailer_uuid and c.warehouse_uuid is not distinct from one.warehouse_uuid
      where one.provider_uuid = ${providerUuid} and one.charge_uuid = ${chargeUuid} and one.source_type <> 'hand' and c.status = 'posted'
      order by c.charge_uuid for update of c
    )
    select coalesce(sum(amount_cents) filter (where charge_uuid <> ${chargeUuid}), 0)::bigint as rest_cents,
      coalesce(sum(amount_cents) filter (where charge_uuid = ${chargeUuid}), 0)::bigint as amount_cents from held`.execute(tx);
  const [sums] = rows;
  return sums !== undefined && sums.amount_cents > 0 && sums.rest_cents < 0;
}

/**
 * Takes a charge back by an opposite entry; one that came to nothing has none. Of two that do so at once, the second waits and is refused.
 * `wallet.creditedSince` where some of it was given back already.
 */
export async function takeChargeBack(
  { tx, providerUuid, userUuid, now }: WalletScope,
  chargeUuid: string,
  reason: string,
): Promise<Result<Entered, RefusalName>> {
  if (await isCreditedSince(tx, providerUuid, chargeUuid)) return refuse("wallet.creditedSince");
  const row = await tx
    .updateTable("charge")
    .set({ status: "reversed", reversed_at: now, reversed_by: userUuid, reversal_reason: reason })
    .where("provider_uuid", "=", providerUuid)
    .where("charge_uuid", "=", chargeUuid)
    .where("status", "=", "posted")
    .returning(["retailer_uuid", "kind", "amount_cents", "currency"])
    .executeTakeFirst();
  if (row === undefined) {
    const { rows } = await sql`select from charge where provider_uuid = ${providerUuid} and charge_uuid = ${chargeUuid}`.execute(tx);
    return refuse(rows.length === 0 ? "notFound" : "wallet.reversedAlready");
  }
  const { retailer_uuid: retailerUuid, amount_cents: amountCents, currency } = row;
  const source = { type: "charge-reversal", uuid: chargeUuid } as const;
  const entry = { retailerUuid, account: row.kind as ChargeKind, amountCents, currency, source };
  const posted = await postEntries(tx, { providerUuid, userUuid, now }, amountCents === 0 ? [] : [entry]);
  if (!posted.ok) return posted;
  await tellWalletChanged(tx, providerUuid, [retailerUuid]);
  return ok({ retailerUuid, amountCents, balance: await balanceOf(tx, providerUuid, retailerUuid) });
}
