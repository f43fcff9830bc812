import { z } from "zod";
import { daySchema } from "#src/kit/api/day.ts";
import { defineCall } from "#src/kit/api/define-call.ts";
import { listInput, listOutput } from "#src/kit/api/list.ts";
import { mostCents } from "./charge-kinds.rules.ts";
import { getRolesFor, topUpRequestStatuses } from "./top-up-request.machine.ts";

const uuid = z.uuid();
const provider = { provider_uuid: uuid.optional() };
const status = z.enum(topUpRequestStatuses);
const amount = z.int().min(1).max(mostCents);
const reference = z.string().trim().min(1).max(100);
const note = z.string().trim().max(300).default("");
const decided = z.object({ request_uuid: uuid, status });

const topUpRequest = z.object({
  request_uuid: uuid,
  retailer_uuid: uuid,
  retailer_name: z.string(),
  status,
  /** as stated by the retailer, in hundredths */
  amount_cents: z.int(),
  /** ISO 4217 */
  currency: z.string(),
  /** the wallet's current currency; if it differs, the request cannot be confirmed */
  wallet_currency: z.string(),
  reference: z.string(),
  sent_on: z.string(),
  note: z.string(),
  requested_at: z.string(),
  /** empty while undecided */
  decided_at: z.string(),
  /** why it was declined, or why another amount was received */
  decision_note: z.string(),
  /** the received amount, once confirmed */
  received_cents: z.int().nullable(),
});
export type TopUpRequest = z.infer<typeof topUpRequest>;

export const listTopUpRequests = defineCall({
  name: "wallet.list-top-up-requests",
  method: "GET",
  path: "/api/wallet/list-top-up-requests",
  summary: "Lists top-up requests, newest first. Staff who name no retailer get those of all.",
  roles: ["provider", "operator", "dropShipper"],
  permission: "customers",
  input: z.strictObject({ ...listInput, ...provider, retailer_uuid: uuid.optional(), status: status.optional() }),
  output: listOutput(topUpRequest),
  codes: ["notFound"],
});

export const requestTopUp = defineCall({
  name: "wallet.request-top-up",
  method: "POST",
  path: "/api/wallet/request-top-up",
  summary:
    "Creates a top-up request for a bank transfer that the retailer has sent, in its wallet's currency. The balance changes once the supplier confirms it.",
  roles: ["dropShipper"],
  input: z.strictObject({ ...provider, amount_cents: amount, reference, sent_on: daySchema, note }),
  output: z.object({ request_uuid: uuid, currency: z.string() }),
  codes: ["notFound", "wallet.requestTwice", "wallet.dayAhead"],
});

export const withdrawTopUpRequest = defineCall({
  name: "wallet.withdraw-top-up-request",
  method: "POST",
  path: "/api/wallet/withdraw-top-up-request",
  summary: "Withdraws an undecided top-up request.",
  roles: getRolesFor("withdraw"),
  input: z.strictObject({ ...provider, request_uuid: uuid }),
  output: decided,
  codes: ["notFound", "wallet.requestDecided"],
});

export const confirmTopUpRequest = defineCall({
  name: "wallet.confirm-top-up-request",
  method: "POST",
  path: "/api/wallet/confirm-top-up-request",
  summary: "Confirms that the transfer arrived, and records it as a top-up, once. An amount other than the requested one requires a note.",
  roles: getRolesFor("confirm"),
  /** `reference`: the bank's, if it differs from the requested one */
  input: z.strictObject({
    ...provider,
    request_uuid: uuid,
    amount_cents: amount,
    reference: reference.optional(),
    received_on: daySchema,
    note,
  }),
  output: decided.extend({ top_up_uuid: uuid, balance_cents: z.int(), currency: z.string() }),
  codes: [
    "notFound",
    "changedMeanwhile",
    "wallet.requestDecided",
    "wallet.requestNote",
    "wallet.requestCurrency",
    "wallet.referenceTaken",
    "wallet.dayAhead",
    "wallet.tooMuch",
  ],
});

export const declineTopUpRequest = defineCall({
  name: "wallet.decline-top-up-request",
  method: "POST",
  path: "/api/wallet/decline-top-up-request",
  summary: "Declines a top-up request, with a reason that the retailer can read.",
  roles: getRolesFor("decline"),
  input: z.strictObject({ ...provider, request_uuid: uuid, reason: z.string().trim().min(1).max(300) }),
  output: decided,
  codes: ["notFound", "wallet.requestDecided"],
});
