import type { Selectable } from "kysely";
import type { Receipt, SubscriptionView } from "#src/pro/subscription/subscription.contract.ts";
import { isOver } from "#src/pro/subscription/subscription.machine.ts";
import type { SubscriptionStatus } from "#src/pro/subscription/subscription.machine.ts";
import { findBest, pastDueGraceMs } from "#src/pro/subscription/subscription.rules.ts";
import type { SubscriptionFacts } from "#src/pro/subscription/subscription.rules.ts";
import type { Subscription } from "#server/platform/db/schema.generated.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import type { ProvidedSubscription } from "#server/integrations/payments/payment-provider.ts";

/** The table's check limits the status to the machine's states. */
type SubscriptionRow = Omit<Selectable<Subscription>, "status"> & { status: SubscriptionStatus };

const mostReceipts = 200;

function toFacts(row: SubscriptionRow) {
  return {
    row,
    status: row.status,
    currentPeriodEnd: row.current_period_end.getTime(),
    cancelAtPeriodEnd: row.cancel_at_period_end,
    pastDueSince: row.past_due_since?.getTime() ?? null,
  } satisfies SubscriptionFacts & { row: SubscriptionRow };
}

/** Returns a user's subscriptions, the newest first. The caller may act for the customer, as `anonymous` or for the platform. */
export async function listSubscriptions(tx: Tx, userUuid: string): Promise<SubscriptionRow[]> {
  return tx
    .selectFrom("subscription")
    .selectAll()
    .where("user_uuid", "=", userUuid)
    .orderBy("created_at", "desc")
    .orderBy("subscription_uuid", "desc")
    .$castTo<SubscriptionRow>()
    .execute();
}

/** Returns a subscription by its provider's id; null if it is unknown. The caller must act as `anonymous` or for the platform. */
export async function findSubscriptionRow(tx: Tx, providerName: string, providerId: string): Promise<SubscriptionRow | null> {
  const row = await tx
    .selectFrom("subscription")
    .selectAll()
    .where("provider_name", "=", providerName)
    .where("provider_subscription_id", "=", providerId)
    .$castTo<SubscriptionRow>()
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Returns the owner of a customer at the payment provider; null if it is unknown here. The caller must act as `anonymous` or for the platform.
 * @param options `isLocked`: the row is locked until the transaction ends. Code that deletes the user locks it before the user's own row
 */
export async function findOwner(
  tx: Tx,
  providerName: string,
  customerId: string,
  { isLocked = false }: { isLocked?: boolean } = {},
): Promise<string | null> {
  const one = tx
    .selectFrom("payment_customer")
    .select("user_uuid")
    .where("provider_name", "=", providerName)
    .where("provider_customer_id", "=", customerId);
  const row = await (isLocked ? one.forUpdate() : one).executeTakeFirst();
  return row?.user_uuid ?? null;
}

/** Whether a paid subscription is redundant: an older one of the customer's grants Pro already. */
export async function givesProBeside(tx: Tx, userUuid: string, provided: ProvidedSubscription, now: Date): Promise<boolean> {
  if (provided.status !== "ACTIVE" && provided.status !== "TRIALING") return false;
  const oldestFirst = (await listSubscriptions(tx, userUuid)).toReversed();
  const place = oldestFirst.findIndex(({ provider_subscription_id }) => provider_subscription_id === provided.id);
  return findGranting(place === -1 ? oldestFirst : oldestFirst.slice(0, place), now) !== null;
}

/** Returns the subscription that grants Pro now; null if none does. */
function findGranting(rows: readonly SubscriptionRow[], now: Date) {
  return findBest(rows.map(toFacts), now.getTime());
}

/**
 * Returns until when a user has Pro, and whether it ends then. The caller may act for the customer, as `anonymous` or for the platform.
 * @returns proUntil null without Pro
 */
export async function readEntitlement(tx: Tx, userUuid: string, now: Date): Promise<{ proUntil: Date | null; isEnding: boolean }> {
  const best = findGranting(await listSubscriptions(tx, userUuid), now);
  if (best === null) return { proUntil: null, isEnding: false };
  return { proUntil: new Date(best.until), isEnding: best.subscription.cancelAtPeriodEnd };
}

/** Returns the subscription that a customer can manage: the one that grants Pro, otherwise the newest open one; null if there is none. */
export async function findOpenSubscription(tx: Tx, userUuid: string, now: Date): Promise<SubscriptionRow | null> {
  const rows = await listSubscriptions(tx, userUuid);
  const best = findGranting(rows, now)?.subscription.row;
  return best ?? rows.find(({ status }) => !isOver(status) && status !== "INCOMPLETE") ?? null;
}

function shown(row: SubscriptionRow): NonNullable<SubscriptionView["subscription"]> {
  const { status, pastDueSince, cancelAtPeriodEnd } = toFacts(row);
  const isPaidFor = status === "ACTIVE" || status === "TRIALING";
  return {
    status,
    currency: row.currency === "CNY" ? "CNY" : "USD",
    amount_cents: row.amount_cents,
    current_period_end: row.current_period_end.toISOString(),
    cancel_at_period_end: cancelAtPeriodEnd,
    grace_until: pastDueSince === null ? null : new Date(pastDueSince + pastDueGraceMs).toISOString(),
    next_payment_at: isPaidFor && !cancelAtPeriodEnd ? row.current_period_end.toISOString() : null,
  };
}

/** Returns a customer's plan, its end, and the subscription that grants it. */
export async function readSubscriptionView(tx: Tx, userUuid: string, now: Date): Promise<SubscriptionView> {
  const user = await tx.selectFrom("app_user").select("email").where("user_uuid", "=", userUuid).executeTakeFirstOrThrow();
  const rows = await listSubscriptions(tx, userUuid);
  const best = findGranting(rows, now);
  const row = best?.subscription.row ?? rows[0];
  return {
    email: user.email,
    plan_id: best === null ? "free" : "pro",
    pro_until: best === null ? null : new Date(best.until).toISOString(),
    subscription: row === undefined ? null : shown(row),
  };
}

/** Returns a user's receipts, the newest first, at most 200. */
export async function findReceipts(tx: Tx, userUuid: string): Promise<Receipt[]> {
  const rows = await tx
    .selectFrom("payment_receipt")
    .selectAll()
    .where("user_uuid", "=", userUuid)
    .orderBy("paid_at", "desc")
    .orderBy("receipt_uuid")
    .limit(mostReceipts)
    .execute();
  return rows.map((row) => ({
    receipt_uuid: row.receipt_uuid,
    number: row.number,
    currency: row.currency === "CNY" ? ("CNY" as const) : ("USD" as const),
    amount_cents: row.amount_cents,
    refunded_cents: row.refunded_cents,
    is_disputed: row.is_disputed,
    period_start: row.period_start.toISOString(),
    period_end: row.period_end.toISOString(),
    paid_at: row.paid_at.toISOString(),
  }));
}

/** An open subscription, with its position in the order of `openSubscriptions`. */
export interface OpenSubscription {
  readonly updated_at: Date;
  readonly subscription_uuid: string;
  readonly provider_subscription_id: string;
}

/** Returns open subscriptions not checked since a time, page by page. The caller must act for the platform. */
export async function openSubscriptions(
  tx: Tx,
  providerName: string,
  before: Date,
  after: OpenSubscription | null,
  limit: number,
): Promise<OpenSubscription[]> {
  const open = tx
    .selectFrom("subscription")
    .select(["updated_at", "subscription_uuid", "provider_subscription_id"])
    .where("status", "not in", ["CANCELED", "EXPIRED"])
    .where("provider_name", "=", providerName)
    .where("updated_at", "<", before);
  const page =
    after === null
      ? open
      : open.where(({ eb, refTuple, tuple }) =>
          eb(refTuple("updated_at", "subscription_uuid"), ">", tuple(after.updated_at, after.subscription_uuid)),
        );
  return page.orderBy("updated_at").orderBy("subscription_uuid").limit(limit).execute();
}
