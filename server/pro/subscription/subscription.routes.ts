import { Readable } from "node:stream";
import { isSoldPlan } from "#src/pro/plan/plan.contract.ts";
import type { RefusalName } from "#src/kit/api/codes.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import {
  cancelSubscription,
  confirmCheckout,
  createCheckout,
  deleteAccount,
  exportData,
  getSubscription,
  listReceipts,
  openPortal,
  resumeSubscription,
} from "#src/pro/subscription/subscription.contract.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { implement, implementFile, implementSlow, requireActor } from "#server/platform/http/context.ts";
import type { Implementation, SlowContext } from "#server/platform/http/context.ts";
import { readAccountData } from "./account-data.queries.ts";
import { confirmPaid, openCheckout } from "./checkout.commands.ts";
import { customerRoutes } from "./customer.routes.ts";
import { CustomerRecreated, isOwnEmail, deleteProviderCustomer, removeAccount } from "./delete-account.commands.ts";
import { reachPayments } from "./payments.commands.ts";
import { findReceipts, readSubscriptionView } from "./subscription.queries.ts";
import { openPortalFor, setCancelling } from "./manage-subscription.commands.ts";

/** How often deleting an account is retried if the customer opens checkouts on another device meanwhile. */
const mostDeletions = 3;

/** Completes a call with the result of its slow part. A refusal is stored under the idempotency key too. */
async function answered<V, T>(
  context: SlowContext<T>,
  slow: Result<V, RefusalName>,
  work: (tx: Tx, value: V) => Promise<T>,
): Promise<Result<T, RefusalName>> {
  return context.act(async (tx) => (slow.ok ? ok(await work(tx, slow.value)) : slow));
}

/** Cancels or resumes at the provider, audits who did it, and returns the new state. */
function changing(call: typeof cancelSubscription | typeof resumeSubscription, isCancelling: boolean): Implementation {
  return implementSlow(call, async (_input, context) => {
    const changed = await reachPayments(context, (payments) => setCancelling(payments, isCancelling, context));
    return answered(context, changed, async (tx, subjectUuid) => {
      await writeAudit(tx, context, { action: call.name, subjectType: "subscription", subjectUuid });
      return readSubscriptionView(tx, requireActor(context).userUuid, context.now);
    });
  });
}

/** Completes a call that opens a page of the payment provider. */
async function opened(context: SlowContext<{ url: string }>, page: Result<string, RefusalName>, action: string) {
  return answered(context, page, async (tx, url) => {
    await writeAudit(tx, context, { action, subjectType: "user", subjectUuid: requireActor(context).userUuid });
    return { url };
  });
}

export const subscriptionRoutes: readonly Implementation[] = [
  ...customerRoutes,

  implement(getSubscription, async (_input, context) =>
    ok(await readSubscriptionView(context.tx, requireActor(context).userUuid, context.now)),
  ),

  implement(listReceipts, async (_input, context) => ok({ result: await findReceipts(context.tx, requireActor(context).userUuid) })),

  implementSlow(createCheckout, async ({ plan_id: planId, language }, context) => {
    const url = isSoldPlan(planId)
      ? await reachPayments(context, (payments) => openCheckout(payments, { planId, language }, context))
      : refuse("subscription.planUnknown" as const);
    return opened(context, url, createCheckout.name);
  }),

  implementSlow(confirmCheckout, async ({ session_id }, context) => {
    const confirmed = await reachPayments(context, (payments) => confirmPaid(payments, session_id, context));
    return answered(context, confirmed, (tx) => readSubscriptionView(tx, requireActor(context).userUuid, context.now));
  }),

  implementSlow(openPortal, async (wish, context) => {
    const url = await reachPayments(context, (payments) => openPortalFor(payments, wish, context));
    return opened(context, url, openPortal.name);
  }),

  changing(cancelSubscription, true),
  changing(resumeSubscription, false),

  implementFile(exportData, async (_input, context) => {
    const data = await readAccountData(context.tx, requireActor(context).userUuid, context.acting);
    const bytes = Buffer.from(`${JSON.stringify({ exported_at: context.now, ...data }, null, 2)}\n`);
    return ok({
      contentType: "application/json; charset=utf-8",
      name: "quayside-account.json",
      isInline: false,
      byteSize: bytes.length,
      open: async () => Readable.from([bytes]),
    });
  }),

  implementSlow(deleteAccount, async ({ email }, context) => {
    if (!(await isOwnEmail(email, context))) return context.act(async () => refuse("subscription.emailDiffers"));
    for (let tries = 1; ; tries += 1) {
      try {
        return await answered(context, await deleteProviderCustomer(context), async (tx, deleted) => {
          await removeAccount(tx, deleted, context);
          return { deleted: true as const };
        });
      } catch (error) {
        if (!(error instanceof CustomerRecreated) || tries === mostDeletions) throw error;
      }
    }
  }),
];
