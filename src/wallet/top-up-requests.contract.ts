import { z } from "zod";
import { defineCall } from "#src/api/define-call.ts";
import { listInput, listOutput } from "#src/api/list.ts";
import { mostCents } from "./charging.rules.ts";
import { getRolesFor, topUpRequestStatuses } from "./top-up-request.machine.ts";

const uuid = z.uuid();
/** The database knows no year 0. */
const day = z.iso.date().refine((value) => value >= "0001");
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
  /** as the retailer states it, in hundredths */
  amount_cents: z.int(),
  /** ISO 4217 */
  currency: z.string(),
  /** that of the retailer's wallet now: in another than the request's it cannot be confirmed */
  wallet_currency: z.string(),
  reference: z.string(),
  sent_on: z.string(),
  note: z.string(),
  requested_at: z.string(),
  /** empty while it waits */
  decided_at: z.string(),
  /** why it was declined, or why another amount came in */
  decision_note: z.string(),
  /** what came in, once it is confirmed */
  received_cents: z.int().nullable(),
});
export type TopUpRequest = z.infer<typeof topUpRequest>;

export const listTopUpRequests = defineCall({
  name: "wallet.list-top-up-requests",
  method: "GET",
  path: "/api/wallet/list-top-up-requests",
  summary: "Requests to top up, the newest first; of all retailers where staff name none.",
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
  summary: "Says that a retailer has sent a bank transfer, in its wallet's currency. The balance changes once the supplier confirms it.",
  roles: ["dropShipper"],
  input: z.strictObject({ ...provider, amount_cents: amount, reference, sent_on: day, note }),
  output: z.object({ request_uuid: uuid, currency: z.string() }),
  codes: ["notFound", "wallet.requestTwice", "wallet.dayAhead"],
});

export const withdrawTopUpRequest = defineCall({
  name: "wallet.withdraw-top-up-request",
  method: "POST",
  path: "/api/wallet/withdraw-top-up-request",
  summary: "Withdraws a request to top up that nobody has decided.",
  roles: getRolesFor("withdraw"),
  input: z.strictObject({ ...provider, request_uuid: uuid }),
  output: decided,
  codes: ["notFound", "wallet.requestDecided"],
});

export const confirmTopUpRequest = defineCall({
  name: "wallet.confirm-top-up-request",
  method: "POST",
  path: "/api/wallet/confirm-top-up-request",
  summary: "Confirms that the transfer came in and records it as a top-up, once. Another amount than requested needs a note.",
  roles: getRolesFor("confirm"),
  /** `reference`: as the bank has it, where it is not the one that was requested */
  input: z.strictObject({ ...provider, request_uuid: uuid, amount_cents: amount, reference: reference.optional(), received_on: day, note }),
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
  summary: "Declines a request to top up, with a reason that the retailer reads.",
  roles: getRolesFor("decline"),
  input: z.strictObject({ ...provider, request_uuid: uuid, reason: z.string().trim().min(1).max(300) }),
  output: decided,
  codes: ["notFound", "wallet.requestDecided"],
});
