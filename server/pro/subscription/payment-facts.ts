import type { PaymentEvent, PaymentProvider, ProvidedInvoice } from "#server/integrations/payments/payment-provider.ts";

export interface PaymentFacts {
  readonly subscriptionId: string | null;
  readonly invoice: ProvidedInvoice | null;
  /** null if no charge was fetched */
  readonly isDisputed: boolean | null;
  /** the payment of the current period was refunded in full, or any part of it is disputed */
  readonly isReversed: boolean;
}

type Charge = Awaited<ReturnType<PaymentProvider["charge"]>>;

/** Returns the reversals of an invoice's charge. A goodwill refund of an old month does not end the current one. */
function describeReversal(charge: Charge, invoice: ProvidedInvoice | null, now: Date): Pick<PaymentFacts, "isDisputed" | "isReversed"> {
  if (charge === null) return { isDisputed: null, isReversed: false };
  const isRefunded = charge.amountCents > 0 && charge.refundedCents >= charge.amountCents;
  const goesOn = invoice !== null && invoice.periodEnd > now;
  return { isDisputed: charge.isDisputed, isReversed: charge.isDisputed || (isRefunded && goesOn) };
}

/** Follows an event's ids to its subscription and invoice. */
export async function readEventFacts(payments: PaymentProvider, about: PaymentEvent["about"], now: Date): Promise<PaymentFacts> {
  const charge = about.chargeId === undefined ? null : await payments.charge(about.chargeId);
  const invoiceId = about.invoiceId ?? charge?.invoiceId;
  const invoice = invoiceId === undefined ? null : await payments.invoice(invoiceId);
  const checkout = about.checkoutId === undefined || about.subscriptionId !== undefined ? null : await payments.checkout(about.checkoutId);
  return {
    subscriptionId: about.subscriptionId ?? invoice?.subscriptionId ?? checkout?.subscriptionId ?? null,
    invoice,
    ...describeReversal(charge, invoice, now),
  };
}

/** Follows a subscription to its latest invoice, and to the charge that paid it. */
export async function readLatestFacts(payments: PaymentProvider, subscriptionId: string, now: Date): Promise<PaymentFacts> {
  const invoiceId = (await payments.subscription(subscriptionId))?.latestInvoiceId ?? null;
  const invoice = invoiceId === null ? null : await payments.invoice(invoiceId);
  const chargeId = invoice?.chargeId ?? null;
  const charge = chargeId === null ? null : await payments.charge(chargeId);
  return { subscriptionId, invoice, ...describeReversal(charge, invoice, now) };
}
