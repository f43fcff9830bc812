import { sql } from "kysely";
import type { RefusalName } from "#src/kit/api/codes.ts";
import type { OutputOf, ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { recordTopUp } from "#src/billing/wallet/wallet.contract.ts";
import { getViolatedUnique } from "#server/platform/db/violations.ts";
import { movementId } from "#server/warehouse/stock/movement-id.ts";
import { readBalance } from "./accounts.queries.ts";
import { lockWalletCurrency, postEntries, notifyWalletChanged } from "./postings.commands.ts";
import { getProviderDay } from "./provider-clock.queries.ts";
import { resolveOneRetailer } from "./wallet-scope.ts";
import type { WalletScope } from "./wallet-scope.ts";

type TopUpInput = Omit<ParsedInputOf<typeof recordTopUp>, "provider_uuid">;

/** A posted or reversed entry, and the balance after it. */
export interface Entered {
  readonly retailerUuid: string;
  readonly amountCents: number;
  readonly balance: { balance_cents: number; currency: string };
}

/**
 * Records a payment from a retailer. The second of two concurrent calls for the same payment waits and is refused.
 * @returns the top-up's uuid and the wallet; `notFound` for another provider's retailer, `wallet.dayAhead` for a day in the future in the provider's time
 *   zone, `wallet.referenceTaken`, and the refusals of `postEntries`
 */
export async function addTopUp(
  scope: WalletScope,
  { retailer_uuid, received_on, ...input }: TopUpInput,
): Promise<Result<OutputOf<typeof recordTopUp>, RefusalName>> {
  const { tx, providerUuid, userUuid, now } = scope;
  const asked = await resolveOneRetailer(scope, retailer_uuid);
  if (!asked.ok) return asked;
  const retailerUuid = asked.value;
  if (received_on > (await getProviderDay(tx, providerUuid, now)).today) return refuse("wallet.dayAhead");
  const top_up_uuid = movementId(now);
  const currency = await lockWalletCurrency(tx, providerUuid, retailerUuid);
  const row = { provider_uuid: providerUuid, top_up_uuid, retailer_uuid: retailerUuid, currency, ...input };
  try {
    await tx
      .insertInto("top_up")
      .values({ ...row, received_on, recorded_at: now, recorded_by: userUuid })
      .execute();
  } catch (error) {
    if (getViolatedUnique(error) !== "top_up_reference_key") throw error;
    return refuse("wallet.referenceTaken");
  }
  const source = { type: "top-up", uuid: top_up_uuid } as const;
  const posted = await postEntries(tx, scope, [{ retailerUuid, account: "paid_in", amountCents: input.amount_cents, currency, source }]);
  // The wallet received its first entry, in another currency, since it was read.
  if (!posted.ok) return refuse(posted.problem === "rateCards.otherCurrency" ? "changedMeanwhile" : posted.problem);
  await notifyWalletChanged(tx, providerUuid, [retailerUuid]);
  return ok({ top_up_uuid, ...(await readBalance(tx, providerUuid, retailerUuid)) });
}

/** Reverses a top-up by an opposite entry. The second of two concurrent reversals waits and is refused. */
export async function reverseTopUpEntry(
  { tx, providerUuid, userUuid, now }: WalletScope,
  topUpUuid: string,
  reason: string,
): Promise<Result<Entered, RefusalName>> {
  const row = await tx
    .updateTable("top_up")
    .set({ reversed_at: now, reversed_by: userUuid, reversal_reason: reason })
    .where("provider_uuid", "=", providerUuid)
    .where("top_up_uuid", "=", topUpUuid)
    .where("reversed_at", "is", null)
    .returning(["retailer_uuid", "amount_cents", "currency"])
    .executeTakeFirst();
  if (row === undefined) {
    const { rows } = await sql`select from top_up where provider_uuid = ${providerUuid} and top_up_uuid = ${topUpUuid}`.execute(tx);
    return refuse(rows.length === 0 ? "notFound" : "wallet.reversedAlready");
  }
  const { retailer_uuid: retailerUuid, amount_cents: amountCents, currency } = row;
  const source = { type: "top-up-reversal", uuid: topUpUuid } as const;
  const posted = await postEntries(tx, { providerUuid, userUuid, now }, [
    { retailerUuid, account: "paid_in", amountCents: -amountCents, currency, source },
  ]);
  if (!posted.ok) return posted;
  await notifyWalletChanged(tx, providerUuid, [retailerUuid]);
  return ok({ retailerUuid, amountCents, balance: await readBalance(tx, providerUuid, retailerUuid) });
}
