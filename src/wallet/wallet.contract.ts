import { z } from "zod";
import { defineCall, query } from "#src/api/define-call.ts";
import { defineTopic } from "#src/api/define-topic.ts";
import { listInput, listOutput } from "#src/api/list.ts";
import { chargeEvents, chargeKinds, mostCents, topUpMethods } from "./charging.rules.ts";

const everybody = ["provider", "operator", "dropShipper"] as const;
const permission = "customers";
const uuid = z.uuid();
/** The database knows no year 0. */
const day = z.iso.date().refine((value) => value >= "0001");
const provider = { provider_uuid: uuid.optional() };
/** A retailer sees its own whether it names itself or not; of staff it is which retailer they mean. */
const ofRetailer = { ...provider, retailer_uuid: uuid.optional() };
/** hundredths of the wallet's currency */
const cents = z.int();
const cause = z.string().trim().min(1).max(300);

const wallet = z.object({
  retailer_uuid: uuid,
  retailer_name: z.string(),
  /** ISO 4217; fixed by the first entry, before that the rate card's, or USD */
  currency: z.string(),
  /** what is paid in and not used; below nothing: owed */
  balance_cents: cents,
  credit_limit_cents: cents,
  /** the card that charges go by; null: nothing is charged by itself */
  rate_card_uuid: uuid.nullable(),
  rate_card_name: z.string(),
  /** whether the card is the provider's default, and not agreed for this retailer */
  is_default_card: z.boolean(),
  /** charged this month so far, by kind, at the provider's clock */
  month: z.string(),
  month_cents: z.object({ storage: cents, handling: cents, shipping: cents, goods: cents, other: cents }),
  /** the last day that all of the provider's warehouses are charged to; empty where none is */
  charged_until: z.string(),
});
export type Wallet = z.infer<typeof wallet>;

export const getWallet = defineCall({
  name: "wallet.get-wallet",
  method: "GET",
  path: "/api/wallet/get-wallet",
  summary: "What a retailer has with its supplier: balance, credit, rate card, and what this month has cost so far.",
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
  /** above nothing: came in */
  amount_cents: cents,
  currency: z.string(),
  balance_after_cents: cents,
  /** of a charge, and of what took one back */
  kind: z.enum(chargeKinds).nullable(),
  event: z.enum(chargeEvents).nullable(),
  /** of a charge: the day it is for; of a top-up: when it was received */
  day: z.string(),
  /** of a top-up */
  method: z.enum(topUpMethods).nullable(),
  /** a top-up's reference, a charge's remark or the number of its receipt, or why something was taken back */
  text: z.string(),
});
export type WalletEntry = z.infer<typeof walletEntry>;

export const listWalletEntries = defineCall({
  name: "wallet.list-entries",
  method: "GET",
  path: "/api/wallet/list-entries",
  summary: "What moved a retailer's balance, the newest first, with the balance after each; empty for staff who name no retailer.",
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
  /** empty for a retailer, and where row-level security hides the name */
  recorded_by: z.string(),
  is_reversed: z.boolean(),
  reversal_reason: z.string(),
});
export type TopUp = z.infer<typeof topUp>;

export const listTopUps = defineCall({
  name: "wallet.list-top-ups",
  method: "GET",
  path: "/api/wallet/list-top-ups",
  summary: "Top-ups that were recorded, the newest first; of all retailers where staff name none.",
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
  summary: "Records money that came in from a retailer. The same payment (method and reference) is recorded once.",
  roles: ["provider"],
  input: z.strictObject({
    ...provider,
    retailer_uuid: uuid,
    amount_cents: cents.min(1).max(mostCents),
    method: z.enum(topUpMethods),
    reference: z.string().trim().max(100).default(""),
    received_on: day,
    remark: z.string().trim().max(300).default(""),
  }),
  output: z.object({ top_up_uuid: uuid, balance_cents: cents, currency: z.string() }),
  codes: ["notFound", "changedMeanwhile", "wallet.referenceTaken", "wallet.dayAhead", "wallet.tooMuch"],
});

export const reverseTopUp = defineCall({
  name: "wallet.reverse-top-up",
  method: "POST",
  path: "/api/wallet/reverse-top-up",
  summary: "Takes a top-up back that was recorded wrongly, by an opposite entry and with a reason.",
  roles: ["provider"],
  input: z.strictObject({ ...provider, top_up_uuid: uuid, reason: cause }),
  output: z.object({ balance_cents: cents }),
  codes: ["notFound", "changedMeanwhile", "wallet.reversedAlready", "wallet.tooMuch"],
});

/** Something of a wallet has changed: its balance, its charges, its terms. */
export const walletChanged = defineTopic({
  name: "wallet.changed",
  roles: everybody,
  permission,
  payload: z.object({ retailer_uuid: uuid.nullable() }),
});
