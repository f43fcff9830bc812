import { z } from "zod";
import { daySchema } from "#src/kit/api/day.ts";
import { defineCall, query } from "#src/kit/api/define-call.ts";
import { defineTopic } from "#src/kit/api/define-topic.ts";
import { listInput, listOutput } from "#src/kit/api/list.ts";
import { chargeEvents, chargeKinds, mostCents, topUpMethods } from "./charge-kinds.rules.ts";

const everybody = ["provider", "operator", "dropShipper"] as const;
const permission = "customers";
const uuid = z.uuid();
const provider = { provider_uuid: uuid.optional() };
/** A retailer sees its own wallet whether it names itself or not; staff must name the retailer. */
const ofRetailer = { ...provider, retailer_uuid: uuid.optional() };
/** hundredths of the wallet's currency */
const cents = z.int();
const cause = z.string().trim().min(1).max(300);

const wallet = z.object({
  retailer_uuid: uuid,
  retailer_name: z.string(),
  /** ISO 4217; fixed by the first entry, before that the rate card's, or USD */
  currency: z.string(),
  /** prepaid and unused; negative: owed */
  balance_cents: cents,
  credit_limit_cents: cents,
  /** the rate card; null: nothing is charged automatically */
  rate_card_uuid: uuid.nullable(),
  rate_card_name: z.string(),
  /** whether the card is the provider's default rather than agreed with this retailer */
  is_default_card: z.boolean(),
  /** charged this month so far, by kind, in the provider's time zone */
  month: z.string(),
  month_cents: z.object({ storage: cents, handling: cents, shipping: cents, goods: cents, other: cents }),
  /** the last day up to which all of the provider's warehouses are charged; empty if one is not */
  charged_until: z.string(),
});
export type Wallet = z.infer<typeof wallet>;

export const getWallet = defineCall({
  name: "wallet.get-wallet",
  method: "GET",
  path: "/api/wallet/get-wallet",
  summary: "Returns a retailer's wallet: balance, credit, rate card, and this month's cost so far.",
  roles: everybody,
  permission,
  input: z.strictObject(ofRetailer),
  output: wallet,
  codes: ["notFound"],
});

const walletEntry = z.object({
  transaction_uuid: uuid,
  at: z.string(),
  source_type: z.enum(["charge", "charge-reversal", "top-up", "top-up-reversal"]),
  source_uuid: uuid,
  /** positive: paid in */
  amount_cents: cents,
  currency: z.string(),
  balance_after_cents: cents,
  /** of a charge or its reversal */
  kind: z.enum(chargeKinds).nullable(),
  event: z.enum(chargeEvents).nullable(),
  /** of a charge: its day; of a top-up: when it was received */
  day: z.string(),
  /** of a top-up */
  method: z.enum(topUpMethods).nullable(),
  /** a top-up's reference, a charge's remark or receipt number, or the reason of a reversal */
  text: z.string(),
});
export type WalletEntry = z.infer<typeof walletEntry>;

export const listWalletEntries = defineCall({
  name: "wallet.list-entries",
  method: "GET",
  path: "/api/wallet/list-entries",
  summary: "Lists the entries of a retailer's balance, newest first, each with the balance after it. Empty if staff name no retailer.",
  roles: everybody,
  permission,
  input: z.strictObject({
    ...listInput,
    ...ofRetailer,
    source_type: z.enum(["charge", "charge-reversal", "top-up", "top-up-reversal"]).optional(),
    from: z.iso.datetime({ offset: true }).optional(),
    until: z.iso.datetime({ offset: true }).optional(),
  }),
  output: listOutput(walletEntry),
  codes: ["notFound"],
});

const topUp = z.object({
  top_up_uuid: uuid,
  retailer_uuid: uuid,
  retailer_name: z.string(),
  amount_cents: cents,
  currency: z.string(),
  method: z.enum(topUpMethods),
  reference: z.string(),
  received_on: z.string(),
  remark: z.string(),
  recorded_at: z.string(),
  /** empty for a retailer, and if row-level security hides the name */
  recorded_by: z.string(),
  is_reversed: z.boolean(),
  reversal_reason: z.string(),
});
export type TopUp = z.infer<typeof topUp>;

export const listTopUps = defineCall({
  name: "wallet.list-top-ups",
  method: "GET",
  path: "/api/wallet/list-top-ups",
  summary: "Lists recorded top-ups, newest first. Staff who name no retailer get those of all.",
  roles: everybody,
  permission,
  input: z.strictObject({ ...listInput, ...ofRetailer, method: z.enum(topUpMethods).optional(), reversed: query.flag().optional() }),
  output: listOutput(topUp),
  codes: ["notFound"],
});

export const recordTopUp = defineCall({
  name: "wallet.record-top-up",
  method: "POST",
  path: "/api/wallet/record-top-up",
  summary: "Records a payment from a retailer. The same payment (method and reference) can be recorded only once.",
  roles: ["provider"],
  input: z.strictObject({
    ...provider,
    retailer_uuid: uuid,
    amount_cents: cents.min(1).max(mostCents),
    method: z.enum(topUpMethods),
    reference: z.string().trim().max(100).default(""),
    received_on: daySchema,
    remark: z.string().trim().max(300).default(""),
  }),
  output: z.object({ top_up_uuid: uuid, balance_cents: cents, currency: z.string() }),
  codes: ["notFound", "changedMeanwhile", "wallet.referenceTaken", "wallet.dayAhead", "wallet.tooMuch"],
});

export const reverseTopUp = defineCall({
  name: "wallet.reverse-top-up",
  method: "POST",
  path: "/api/wallet/reverse-top-up",
  summary: "Reverses a top-up that was recorded wrongly, by an opposite entry, with a reason.",
  roles: ["provider"],
  input: z.strictObject({ ...provider, top_up_uuid: uuid, reason: cause }),
  output: z.object({ balance_cents: cents }),
  codes: ["notFound", "changedMeanwhile", "wallet.reversedAlready", "wallet.tooMuch"],
});

/** A wallet has changed: its balance, its charges or its terms. */
export const walletChanged = defineTopic({
  name: "wallet.changed",
  roles: everybody,
  permission,
  payload: z.object({ retailer_uuid: uuid.nullable() }),
});
