import type { RefusalName } from "#src/api/codes.ts";
import type { Call } from "#src/api/define-call.ts";
import { emptyPage } from "#src/api/list.ts";
import { ok, refuse } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import { addCharge, getCharge, listChargedGoods, listCharges, reverseCharge } from "#src/wallet/charges.contract.ts";
import { getWallet, listTopUps, listWalletEntries, recordTopUp, reverseTopUp } from "#src/wallet/wallet.contract.ts";
import { writeAudit } from "#server/audit/audit.commands.ts";
import type { CallContext, Implementation } from "#server/http/context.ts";
import { chargedGoods } from "./charged-goods.queries.ts";
import { chargeByHand, takeChargeBack } from "./charges.commands.ts";
import { chargeDetail, chargeRows } from "./charges.queries.ts";
import { walletEntries } from "./entries.queries.ts";
import { addTopUp, takeTopUpBack } from "./top-ups.commands.ts";
import type { Entered } from "./top-ups.commands.ts";
import { topUpRows } from "./top-ups.queries.ts";
import { walletOf } from "./wallet.queries.ts";
import { inScope, listed } from "./scoped-calls.ts";
import type { Answer } from "./scoped-calls.ts";
import { topUpRequestRoutes } from "./top-up-requests.routes.ts";
import { oneRetailerAsked } from "./wallet-scope.ts";

/** Writes down who took what back from whom. */
async function takenBack(
  call: Call,
  context: CallContext,
  about: { subjectType: string; subjectUuid: string },
  taken: Result<Entered, RefusalName>,
): Answer<{ balance_cents: number }> {
  if (!taken.ok) return taken;
  const { retailerUuid, amountCents, balance } = taken.value;
  const { balance_cents, currency } = balance;
  const detail = { retailer_uuid: retailerUuid, amount_cents: amountCents, currency };
  await writeAudit(context.tx, context, { action: call.name, ...about, detail });
  return ok({ balance_cents });
}

export const walletRoutes: readonly Implementation[] = [
  ...topUpRequestRoutes,

  inScope(getWallet, async (scope, { retailer_uuid }) => {
    const asked = await oneRetailerAsked(scope, retailer_uuid);
    return asked.ok ? ok(await walletOf(scope, asked.value)) : asked;
  }),

  inScope(listWalletEntries, async (scope, { retailer_uuid, provider_uuid: _checked, ...wanted }) => {
    // Staff read one retailer's account at a time: without a name there is nothing to list.
    if (scope.retailerUuid === null && retailer_uuid === undefined) return ok(emptyPage());
    const asked = await oneRetailerAsked(scope, retailer_uuid);
    return asked.ok ? walletEntries(scope, asked.value, wanted) : asked;
  }),

  listed(listTopUps, topUpRows),
  listed(listCharges, chargeRows),

  inScope(recordTopUp, async (scope, { provider_uuid: _checked, ...input }, context) => {
    const added = await addTopUp(scope, input);
    if (!added.ok) return added;
    const { top_up_uuid, currency } = added.value;
    const { retailer_uuid, amount_cents, method, received_on } = input;
    const detail = { retailer_uuid: retailer_uuid.toLowerCase(), amount_cents, currency, method, received_on };
    await writeAudit(scope.tx, context, { action: recordTopUp.name, subjectType: "top-up", subjectUuid: top_up_uuid, detail });
    return added;
  }),

  inScope(reverseTopUp, async (scope, { top_up_uuid, reason }, context) => {
    const about = { subjectType: "top-up", subjectUuid: top_up_uuid };
    return takenBack(reverseTopUp, context, about, await takeTopUpBack(scope, top_up_uuid, reason));
  }),

  inScope(getCharge, async (scope, { charge_uuid }) => {
    const found = await chargeDetail(scope, charge_uuid);
    return found === null ? refuse("notFound") : ok(found);
  }),

  inScope(listChargedGoods, async (scope, { charge_uuid }) => {
    const found = await chargedGoods(scope, charge_uuid);
    return found === null ? refuse("notFound") : ok(found);
  }),

  inScope(addCharge, async (scope, { provider_uuid: _checked, ...input }, context) => {
    const added = await chargeByHand(scope, input);
    if (!added.ok) return added;
    const { charge_uuid, currency } = added.value;
    const { retailer_uuid, kind, amount_cents, day } = input;
    const detail = { retailer_uuid: retailer_uuid.toLowerCase(), kind, amount_cents, currency, day };
    await writeAudit(scope.tx, context, { action: addCharge.name, subjectType: "charge", subjectUuid: charge_uuid, detail });
    return added;
  }),

  inScope(reverseCharge, async (scope, { charge_uuid, reason }, context) => {
    const about = { subjectType: "charge", subjectUuid: charge_uuid };
    return takenBack(reverseCharge, context, about, await takeChargeBack(scope, charge_uuid, reason));
  }),
];
