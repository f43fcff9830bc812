import type { Insertable, Updateable } from "kysely";
import { isSoldPlan } from "#src/pro/plan/plan.contract.ts";
import { isOver, canFollow } from "#src/pro/subscription/subscription.machine.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import type { Subscription } from "#server/platform/db/schema.generated.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { getViolatedUnique } from "#server/platform/db/violations.ts";
import type { ProvidedInvoice, ProvidedSubscription } from "#server/integrations/payments/payment-provider.ts";
import type { Services } from "#server/platform/services.ts";
import { mailChange, mailReceipt } from "./subscription-mail.commands.ts";
import type { Change } from "./subscription-mail.commands.ts";
import { givesProBeside, findOwner, findSubscriptionRow } from "./subscription.queries.ts";

/** Another process has stored a newer state: it must be fetched again. */
export class Outdated extends Error {
  override readonly name = "Outdated";
}

type Row = NonNullable<Awaited<ReturnType<typeof findSubscriptionRow>>>;

/** Whether one of our checkouts created it: it names a plan that we sell. */
export function isOurs({ planId }: ProvidedSubscription): boolean {
  return planId !== null && isSoldPlan(planId);
}

function toColumns(provided: ProvidedSubscription, now: Date, row: Row | null) {
  const isPastDue = provided.status === "PAST_DUE";
  return {
    plan_id: provided.planId ?? "",
    status: provided.status,
    currency: provided.currency,
    amount_cents: provided.amountCents,
    current_period_start: provided.currentPeriodStart,
    current_period_end: provided.currentPeriodEnd,
    cancel_at_period_end: provided.cancelAtPeriodEnd,
    past_due_since: isPastDue ? (row?.past_due_since ?? now) : null,
    ended_at: isOver(provided.status) ? (provided.endedAt ?? row?.ended_at ?? now) : null,
    updated_at: now,
  } satisfies Updateable<Subscription>;
}

async function insert(tx: Tx, row: Insertable<Subscription>): Promise<void> {
  try {
    await tx.insertInto("subscription").values(row).execute();
  } catch (error) {
    if (getViolatedUnique(error) === "subscription_provider_id_key") throw new Outdated("subscription: added meanwhile");
    throw error;
  }
}

/** @throws Outdated if another version has been stored in the meantime */
async function update(tx: Tx, row: Row, columns: ReturnType<typeof toColumns>): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable("subscription")
    .set({ ...columns, version: row.version + 1 })
    .where("subscription_uuid", "=", row.subscription_uuid)
    .where("version", "=", row.version)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Outdated("subscription: changed meanwhile");
}

async function note(tx: Tx, { subscriptionUuid, before, after }: Change, now: Date): Promise<void> {
  if (before?.status === after.status && before.cancelAtPeriodEnd === after.cancelAtPeriodEnd) return;
  const detail = { from: before?.status ?? null, to: after.status, cancelAtPeriodEnd: after.cancelAtPeriodEnd };
  await writeAudit(
    tx,
    { actor: null, now, address: "" },
    { action: "subscription.change", subjectType: "subscription", subjectUuid: subscriptionUuid, detail },
  );
}

/**
 * Applies the state that the provider reports for a subscription, notifies the customer, and audits the change. The transaction acts for the
 * platform.
 * @param seenVersion the row's version before the state was fetched, null if there was no row: an older state than the row's is not applied
 * @returns null if it is not ours: of no known customer, or of no plan that we sell
 * @throws Outdated if the state has to be fetched again
 */
export async function applySubscription(
  tx: Tx,
  services: Services,
  providerName: string,
  provided: ProvidedSubscription,
  seenVersion: number | null,
): Promise<Change | null> {
  const now = services.clock.now();
  // Locked: changes of one customer are applied one after the other.
  const owner = await findOwner(tx, providerName, provided.customerId, { isLocked: true });
  const row = await findSubscriptionRow(tx, providerName, provided.id);
  // A customer deleted at the provider has no owner; its subscription ended nevertheless.
  const userUuid = owner ?? row?.user_uuid ?? null;
  if (userUuid === null || !isOurs(provided)) return null;
  if ((row?.version ?? null) !== seenVersion) throw new Outdated("subscription: changed meanwhile");
  if (await givesProBeside(tx, userUuid, provided, now)) throw new Outdated("subscription: another subscription already grants Pro");
  const subscriptionUuid = row?.subscription_uuid ?? newId();
  const before = row === null ? null : { status: row.status, cancelAtPeriodEnd: row.cancel_at_period_end };
  const change: Change = { userUuid, subscriptionUuid, before, after: provided };
  if (row === null) {
    const about = { subscription_uuid: subscriptionUuid, user_uuid: userUuid, provider_name: providerName, created_at: now };
    await insert(tx, { ...about, provider_subscription_id: provided.id, ...toColumns(provided, now, null) });
  } else if (canFollow(row.status, provided.status)) await update(tx, row, toColumns(provided, now, row));
  else {
    services.log.warn(
      { subscriptionUuid, from: row.status, to: provided.status },
      "subscription: ignored the provider's state: an ended subscription cannot start again",
    );
    return { ...change, after: { ...provided, status: row.status, cancelAtPeriodEnd: row.cancel_at_period_end } };
  }
  await note(tx, change, now);
  await mailChange(tx, services, change, now);
  return change;
}

/**
 * Stores the receipt of a paid invoice, and mails it the first time; for a known invoice it updates refunds and disputes. The transaction acts for
 * the platform.
 * @param isDisputed null if not fetched
 */
export async function storeReceipt(
  tx: Tx,
  services: Services,
  providerName: string,
  { userUuid, subscriptionUuid }: Pick<Change, "userUuid" | "subscriptionUuid">,
  invoice: ProvidedInvoice,
  isDisputed: boolean | null,
): Promise<void> {
  const { paidAt } = invoice;
  if (!invoice.isPaid || paidAt === null || invoice.amountCents === 0) return;
  const refundedCents = Math.min(invoice.refundedCents, invoice.amountCents);
  const added = await tx
    .insertInto("payment_receipt")
    .values({
      receipt_uuid: newId(),
      user_uuid: userUuid,
      subscription_uuid: subscriptionUuid,
      provider_name: providerName,
      provider_invoice_id: invoice.id,
      number: invoice.number,
      currency: invoice.currency,
      amount_cents: invoice.amountCents,
      refunded_cents: refundedCents,
      is_disputed: isDisputed ?? false,
      period_start: invoice.periodStart,
      period_end: invoice.periodEnd,
      paid_at: paidAt,
    })
    .onConflict((conflict) => conflict.constraint("payment_receipt_invoice_key").doNothing())
    .returning("receipt_uuid")
    .executeTakeFirst();
  if (added !== undefined) return mailReceipt(tx, services, userUuid, { ...invoice, paidAt });
  await tx
    .updateTable("payment_receipt")
    // A late state does not undo a refund.
    .set((row) => ({
      refunded_cents: row.fn<number>("greatest", ["refunded_cents", row.val(refundedCents)]),
      ...(isDisputed === null ? {} : { is_disputed: isDisputed }),
    }))
    .where("provider_name", "=", providerName)
    .where("provider_invoice_id", "=", invoice.id)
    .execute();
}
