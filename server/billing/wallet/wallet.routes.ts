import type { RefusalName } from "#src/kit/api/codes.ts";
import type { Call } from "#src/kit/api/define-call.ts";
import { emptyPage } from "#src/kit/api/list.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { addCharge, getCharge, listChargedGoods, listCharges, reverseCharge } from "#src/billing/wallet/charges.contract.ts";
import { getWallet, listTopUps, listWalletEntries, recordTopUp, reverseTopUp } from "#src/billing/wallet/wallet.contract.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import type { CallContext, Implementation } from "#server/platform/http/context.ts";
import { findChargedGoods } from "./charged-goods.queries.ts";
import { chargeByHand, reverseChargeEntry } from "./charges.commands.ts";
import { findChargeDetail, listChargeRows } from "./charges.queries.ts";
import { listEntryRows } from "./entries.queries.ts";
import { addTopUp, reverseTopUpEntry } from "./top-ups.commands.ts";
import type { Entered } from "./top-ups.commands.ts";
import { listTopUpRows } from "./top-ups.queries.ts";
import { readWallet } from "./wallet.queries.ts";
import { implementInScope, implementList } from "./scoped-calls.ts";
import type { Answer } from "./scoped-calls.ts";
import { topUpRequestRoutes } from "./top-up-requests.routes.ts";
import { resolveOneRetailer } from "./wallet-scope.ts";

/** Writes an audit entry for a reversal. */
async function auditReversal(
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

  implementInScope(getWallet, async (scope, { retailer_uuid }) => {
    const asked = await resolveOneRetailer(scope, retailer_uuid);
    return asked.ok ? ok(await readWallet(scope, asked.value)) : asked;
  }),

  implementInScope(listWalletEntries, async (scope, { retailer_uuid, provider_uuid: _checked, ...wanted }) => {
    // Staff read one retailer's account at a time: without a retailer there is nothing to list.
    if (scope.retailerUuid === null && retailer_uuid === undefined) return ok(emptyPage());
    const asked = await resolveOneRetailer(scope, retailer_uuid);
    return asked.ok ? listEntryRows(scope, asked.value, wanted) : asked;
  }),

  implementList(listTopUps, listTopUpRows),
  implementList(listCharges, listChargeRows),

  implementInScope(recordTopUp, async (scope, { provider_uuid: _checked, ...input }, context) => {
    const added = await addTopUp(scope, input);
    if (!added.ok) return added;
    const { top_up_uuid, currency } = added.value;
    const { retailer_uuid, amount_cents, method, received_on } = input;
    const detail = { retailer_uuid: retailer_uuid.toLowerCase(), amount_cents, currency, method, received_on };
    await writeAudit(scope.tx, context, { action: recordTopUp.name, subjectType: "top-up", subjectUuid: top_up_uuid, detail });
    await context.services.followUps.creditRaised(scope.tx, scope.providerUuid, retailer_uuid.toLowerCase());
    return added;
  }),

  implementInScope(reverseTopUp, async (scope, { top_up_uuid, reason }, context) => {
    const about = { subjectType: "top-up", subjectUuid: top_up_uuid };
    return auditReversal(reverseTopUp, context, about, await reverseTopUpEntry(scope, top_up_uuid, reason));
  }),

  implementInScope(getCharge, async (scope, { charge_uuid }) => {
    const found = await findChargeDetail(scope, charge_uuid);
    return found === null ? refuse("notFound") : ok(found);
  }),

  implementInScope(listChargedGoods, async (scope, { charge_uuid }) => {
    const found = await findChargedGoods(scope, charge_uuid);
    return found === null ? refuse("notFound") : ok(found);
  }),

  implementInScope(addCharge, async (scope, { provider_uuid: _checked, ...input }, context) => {
    const added = await chargeByHand(scope, input);
    if (!added.ok) return added;
    const { charge_uuid, currency } = added.value;
    const { retailer_uuid, kind, amount_cents, day } = input;
    const detail = { retailer_uuid: retailer_uuid.toLowerCase(), kind, amount_cents, currency, day };
    await writeAudit(scope.tx, context, { action: addCharge.name, subjectType: "charge", subjectUuid: charge_uuid, detail });
    // A negative amount is a credit.
    if (amount_cents < 0) await context.services.followUps.creditRaised(scope.tx, scope.providerUuid, retailer_uuid.toLowerCase());
    return added;
  }),

  implementInScope(reverseCharge, async (scope, { charge_uuid, reason }, context) => {
    const about = { subjectType: "charge", subjectUuid: charge_uuid };
    const reversed = await reverseChargeEntry(scope, charge_uuid, reason);
    if (reversed.ok && reversed.value.amountCents > 0)
      await context.services.followUps.creditRaised(scope.tx, scope.providerUuid, reversed.value.retailerUuid);
    return auditReversal(reverseCharge, context, about, reversed);
  }),
];
