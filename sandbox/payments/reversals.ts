import type { Account } from "./account.ts";
import { find } from "./account.ts";
import { StripeError } from "./stripe-error.ts";
import type { Charge } from "./wire/payment.ts";
import type { Dispute, Refund, RefundReason } from "./wire/reversal.ts";
import { newDispute, newRefund } from "./wire/reversal.ts";

/** Refunds a charge. `amount`: null for all that is left. @throws StripeError if nothing or less is left */
export function refundCharge(
  account: Account,
  charge: Charge,
  given: { amount: number | null; reason: RefundReason | null; metadata: Record<string, string> },
): Refund {
  const left = charge.amount_captured - charge.amount_refunded;
  const amount = given.amount ?? left;
  if (left === 0)
    throw new StripeError(400, { code: "charge_already_refunded", message: `Charge ${charge.id} has already been refunded.` });
  if (amount > left)
    throw new StripeError(400, {
      message: `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
      param: "amount",
    });
  const before = structuredClone(charge);
  const refund = newRefund(account.clock.now(), charge, amount, given);
  account.refunds.set(refund.id, refund);
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  account.emit("charge.refunded", charge, before);
  account.emit("refund.created", refund);
  return refund;
}

/** Disputes a charge, as the cardholder's bank does. */
export function disputeCharge(account: Account, charge: Charge): Dispute {
  if (charge.disputed) throw new StripeError(400, { message: `Charge ${charge.id} is disputed already.` });
  const dispute = newDispute(account.clock.now(), charge);
  account.disputes.set(dispute.id, dispute);
  charge.disputed = true;
  account.emit("charge.dispute.created", dispute);
  return dispute;
}

/** Returns the newest charge that paid a subscription. @throws StripeError if none was paid */
export function paidCharge(account: Account, subscriptionId: string): Charge {
  find(account.subscriptions, "subscription", subscriptionId);
  const invoices = new Set(
    [...account.invoices.values()].filter((one) => one.parent.subscription_details.subscription === subscriptionId).map((one) => one.id),
  );
  const intents = new Set(
    [...account.invoicePayments.values()].filter((one) => invoices.has(one.invoice)).map((one) => one.payment.payment_intent),
  );
  const charge = [...account.charges.values()].findLast((one) => one.paid && intents.has(one.payment_intent));
  if (charge === undefined) throw new StripeError(400, { message: `Subscription ${subscriptionId} has no payment.` });
  return charge;
}
