import { z } from "zod";
import { getEmailRefusal } from "#src/company/accounts/accounts.rules.ts";
import { blob, defineCall, ruled } from "#src/kit/api/define-call.ts";
import { subscriptionAddresses } from "./subscription-addresses.ts";
import { subscriptionStatuses } from "./subscription.machine.ts";

const email = ruled(z.string().max(254), getEmailRefusal);
const language = z.enum(["en_us", "zh_cn"]);
const time = z.iso.datetime();
/** ISO 4217 in upper case; amounts are in its smallest unit */
const currency = z.enum(["USD", "CNY"]);
const cents = z.int().min(0);
const linkToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
const customer = ["customer"] as const;

/** The purpose of a sign-in: the page that the mailed link opens. */
export const signInPurposes = ["link", "checkout", "settings"] as const;

export const requestSignIn = defineCall({
  ...subscriptionAddresses.requestSignIn,
  summary:
    "Mails a sign-in link that works once and expires after 15 minutes. Creates an account for a new address. The response never reveals whether the address is known.",
  roles: "anyone",
  input: z.strictObject({
    email,
    language,
    purpose: z.enum(signInPurposes),
    /** the device code shown by the extension, to continue with after the link */
    user_code: z.string().max(20).optional(),
  }),
  output: z.object({ sent: z.literal(true) }),
  codes: ["accounts.emailShape"],
});

export const customerSession = z.object({ access_token: z.string(), csrf_token: z.string(), expires_at: time, email: z.string() });

export const signIn = defineCall({
  ...subscriptionAddresses.signIn,
  summary: "Redeems a mailed link and opens a customer's session.",
  roles: "anyone",
  input: z.strictObject({ token: linkToken }),
  output: customerSession,
  codes: ["linkExpired", "accountBlocked"],
});

const subscription = z.object({
  status: z.enum(subscriptionStatuses),
  currency,
  amount_cents: cents,
  current_period_end: time,
  cancel_at_period_end: z.boolean(),
  /** only while PAST_DUE, otherwise null: until then Pro continues and the payment is retried */
  grace_until: time.nullable(),
  /** null if nothing will be charged */
  next_payment_at: time.nullable(),
});

/** A customer's plan, its end, and the subscription behind it. */
export const subscriptionView = z.object({
  email: z.string(),
  plan_id: z.enum(["free", "pro"]),
  pro_until: time.nullable(),
  /** the one that grants Pro, otherwise the newest; null if there never was one */
  subscription: subscription.nullable(),
});
export type SubscriptionView = z.infer<typeof subscriptionView>;

export const getSubscription = defineCall({
  ...subscriptionAddresses.getSubscription,
  summary: "Returns the customer's plan and subscription.",
  roles: customer,
  fromExtension: true,
  input: z.strictObject({}),
  output: subscriptionView,
  codes: [],
});

const receipt = z.object({
  receipt_uuid: z.uuid(),
  number: z.string(),
  currency,
  amount_cents: cents,
  refunded_cents: cents,
  is_disputed: z.boolean(),
  period_start: time,
  period_end: time,
  paid_at: time,
});
export type Receipt = z.infer<typeof receipt>;

export const listReceipts = defineCall({
  ...subscriptionAddresses.listReceipts,
  summary: "Lists the customer's receipts, newest first, at most 200.",
  roles: customer,
  fromExtension: true,
  input: z.strictObject({}),
  output: z.object({ result: z.array(receipt) }),
  codes: [],
});

export const createCheckout = defineCall({
  ...subscriptionAddresses.createCheckout,
  summary: "Returns the URL of the payment page for a plan, in the language's currency. An open payment page is reused.",
  roles: customer,
  fromExtension: true,
  input: z.strictObject({ plan_id: z.string().max(40), language }),
  output: z.object({ url: z.url() }),
  codes: ["subscription.planUnknown", "subscription.alreadyPro", "subscription.paymentsUnavailable"],
});

export const confirmCheckout = defineCall({
  ...subscriptionAddresses.confirmCheckout,
  summary: "Fetches the state of a checkout from the payment provider, in case its events are late.",
  roles: customer,
  input: z.strictObject({ session_id: z.string().regex(/^[A-Za-z0-9_]{1,200}$/) }),
  output: subscriptionView,
  codes: ["subscription.checkoutUnknown", "subscription.paymentsUnavailable"],
});

export const openPortal = defineCall({
  ...subscriptionAddresses.openPortal,
  summary: "Returns the URL of the payment provider's own page for card, invoices and cancellation.",
  roles: customer,
  fromExtension: true,
  input: z.strictObject({ language, flow: z.enum(["overview", "cancel"]).default("overview") }),
  output: z.object({ url: z.url() }),
  codes: ["subscription.none", "subscription.paymentsUnavailable"],
});

export const cancelSubscription = defineCall({
  ...subscriptionAddresses.cancel,
  summary:
    "Cancels the subscription at the end of the paid period; Pro stays until then. A subscription that grants nothing ends immediately.",
  roles: customer,
  fromExtension: true,
  input: z.strictObject({}),
  output: subscriptionView,
  codes: ["subscription.none", "subscription.paymentsUnavailable"],
});

export const resumeSubscription = defineCall({
  ...subscriptionAddresses.resume,
  summary: "Undoes a cancellation before the period ends.",
  roles: customer,
  fromExtension: true,
  input: z.strictObject({}),
  output: subscriptionView,
  codes: ["subscription.none", "subscription.paymentsUnavailable"],
});

export const changeEmail = defineCall({
  ...subscriptionAddresses.changeEmail,
  summary: "Mails a link to the new address, which takes effect when the link is opened. The old address is notified then.",
  roles: customer,
  fromExtension: true,
  input: z.strictObject({ email, language }),
  output: z.object({ sent: z.literal(true) }),
  codes: ["accounts.emailShape", "tooMany"],
});

export const confirmEmail = defineCall({
  ...subscriptionAddresses.confirmEmail,
  summary: "Redeems the link mailed to a new address, changes the address and ends all sessions.",
  roles: "anyone",
  input: z.strictObject({ token: linkToken }),
  output: z.object({ email: z.string() }),
  codes: ["linkExpired", "subscription.emailTaken"],
});

export const exportData = defineCall({
  ...subscriptionAddresses.exportData,
  summary: "Returns everything stored about the customer as a JSON file, without secrets.",
  roles: customer,
  fromExtension: true,
  input: z.strictObject({}),
  output: blob,
  codes: [],
});

export const deleteAccount = defineCall({
  ...subscriptionAddresses.deleteAccount,
  summary:
    "Ends the subscription immediately and deletes the account with its data, here and at the payment provider. Audit entries stay, without a name.",
  roles: customer,
  fromExtension: true,
  input: z.strictObject({ email: z.string().max(254) }),
  output: z.object({ deleted: z.literal(true) }),
  codes: ["subscription.emailDiffers", "subscription.paymentsUnavailable"],
});
