import { sql } from "kysely";
import type { RefusalName } from "#src/kit/api/codes.ts";
import type { OutputOf, ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { addCharge } from "#src/billing/wallet/charges.contract.ts";
import type { ChargeKind } from "#src/billing/wallet/charge-kinds.rules.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { movementId } from "#server/warehouse/stock/movement-id.ts";
import { readBalance } from "./accounts.queries.ts";
import { lockWalletCurrency, postEntries, notifyWalletChanged } from "./postings.commands.ts";
import { getProviderDay } from "./provider-clock.queries.ts";
import type { Entered } from "./top-ups.commands.ts";
import { resolveOneRetailer } from "./wallet-scope.ts";
import type { WalletScope } from "./wallet-scope.ts";

type ChargeInput = Omit<ParsedInputOf<typeof addCharge>, "provider_uuid">;

/** A manual charge counts as one piece. */
const onePieceMilli = 1000;

/**
 * Adds a manual charge in the wallet's currency; a negative amount is a credit.
 * @returns the charge's uuid and the wallet; `notFound` for another provider's retailer, `wallet.dayAhead` for a day in the future in the provider's time
 *   zone, and the refusals of `postEntries`
 */
export async function chargeByHand(
  scope: WalletScope,
  { retailer_uuid, kind, amount_cents, day, remark }: ChargeInput,
): Promise<Result<OutputOf<typeof addCharge>, RefusalName>> {
  const { tx, providerUuid, userUuid, now } = scope;
  const asked = await resolveOneRetailer(scope, retailer_uuid);
  if (!asked.ok) return asked;
  const retailerUuid = asked.value;
  if (day > (await getProviderDay(tx, providerUuid, now)).today) return refuse("wallet.dayAhead");
  const charge_uuid = movementId(now);
  const currency = await lockWalletCurrency(tx, providerUuid, retailerUuid);
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
  // The wallet received its first entry, in another currency, since it was read.
  if (!posted.ok) return refuse(posted.problem === "rateCards.otherCurrency" ? "changedMeanwhile" : posted.problem);
  await notifyWalletChanged(tx, providerUuid, [retailerUuid]);
  return ok({ charge_uuid, ...(await readBalance(tx, providerUuid, retailerUuid)) });
}

/**
 * Checks whether the charges for the same source would be negative without a charge: a later credit gave some of it back. Locks all of them in the order of
 * their keys, so that the second of two concurrent reversals sees the first.
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
 * Reverses a charge by an opposite entry; a charge of zero has none. The second of two concurrent reversals waits and is refused.
 * @returns `wallet.creditedSince` if some of it was already given back
 */
export async function reverseChargeEntry(
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
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint, or its writer's schema, allows no other value
  const entry = { retailerUuid, account: row.kind as ChargeKind, amountCents, currency, source };
  const posted = await postEntries(tx, { providerUuid, userUuid, now }, amountCents === 0 ? [] : [entry]);
  if (!posted.ok) return posted;
  await notifyWalletChanged(tx, providerUuid, [retailerUuid]);
  return ok({ retailerUuid, amountCents, balance: await readBalance(tx, providerUuid, retailerUuid) });
}
