import { z } from "zod";
import { blob, defineCall, query } from "#src/kit/api/define-call.ts";
import { listInput, listOutput } from "#src/kit/api/list.ts";
import { chargeEvents, chargeKinds, topUpMethods } from "#src/billing/wallet/charge-kinds.rules.ts";

const everybody = ["provider", "operator", "dropShipper"] as const;
const permission = "customers";
const uuid = z.uuid();
const provider = { provider_uuid: uuid.optional() };
const ofRetailer = { ...provider, retailer_uuid: uuid.optional() };
/** `2026-06`, in the provider's time zone */
const month = z.string().regex(/^2\d{3}-(0[1-9]|1[0-2])$/);
const cents = z.int();
/** Why a month cannot be issued. */
const issueRefusals = ["statements.monthNotOver", "statements.daysNotCharged"] as const;

const statement = z.object({
  statement_uuid: uuid,
  statement_number: z.string(),
  retailer_uuid: uuid,
  retailer_name: z.string(),
  month: z.string(),
  from_at: z.string(),
  to_at: z.string(),
  currency: z.string(),
  opening_cents: cents,
  paid_in_cents: cents,
  charged_cents: cents,
  /** opening + paid in - charged; negative: owed */
  closing_cents: cents,
  /** whether payments since the wallet began cover everything charged up to its end */
  is_paid: z.boolean(),
  issued_at: z.string(),
  /** print-file link of its PDF: a full URL, to which clients add the language */
  print_link: z.string(),
});
export type Statement = z.infer<typeof statement>;

export const listStatements = defineCall({
  name: "statements.list-statements",
  method: "GET",
  path: "/api/statements/list-statements",
  summary: "Lists issued statements, newest first. Staff who name no retailer get those of all.",
  roles: everybody,
  permission,
  input: z.strictObject({ ...listInput, ...ofRetailer, month: month.optional() }),
  output: listOutput(statement),
  codes: ["notFound"],
});

/** A row of a statement's overview: the sum of one kind of event. */
const overviewRow = z.object({
  kind: z.enum(chargeKinds),
  event: z.enum(chargeEvents),
  charge_count: z.int(),
  quantity_milli: z.int(),
  amount_cents: cents,
});

/** A payment or its reversal. */
const payment = z.object({
  /** when it was recorded or reversed */
  at: z.string(),
  /** when it was received */
  day: z.string(),
  method: z.enum(topUpMethods),
  /** its reference, otherwise its remark; of a reversal its reason */
  text: z.string(),
  is_reversal: z.boolean(),
  /** negative for a reversal */
  amount_cents: cents,
});

export const viewMonth = defineCall({
  name: "statements.view-month",
  method: "GET",
  path: "/api/statements/view-month",
  summary: "Returns a retailer's month as its statement shows it, or would show it if it were issued now.",
  roles: everybody,
  permission,
  input: z.strictObject({ ...ofRetailer, month }),
  output: z.object({
    /** null: not issued */
    statement: statement.nullable(),
    /** why it cannot be issued now; null if it can */
    issue_refusal: z.enum(issueRefusals).nullable(),
    retailer_name: z.string(),
    currency: z.string(),
    opening_cents: cents,
    paid_in_cents: cents,
    charged_cents: cents,
    closing_cents: cents,
    charges: z.array(overviewRow),
    /** payments and reversals in chronological order: the first 2,000 */
    payments: z.array(payment),
  }),
  codes: ["notFound"],
});

export const issueStatements = defineCall({
  name: "statements.issue-statements",
  method: "POST",
  path: "/api/statements/issue-statements",
  summary:
    "Issues the statements of a finished month for all retailers or some, once each. After that nothing can be posted before the statement's end.",
  roles: ["provider"],
  input: z.strictObject({ ...provider, month, retailer_uuids: z.array(uuid).min(1).max(200).optional() }),
  output: z.object({ issued: z.int(), existing: z.int(), without_entries: z.int() }),
  codes: ["notFound", "statements.monthNotOver", "statements.daysNotCharged"],
});

export const statementFile = defineCall({
  name: "statements.get-file",
  method: "GET",
  path: "/api/statements/get-file",
  summary:
    "Returns a retailer's month as PDF (totals and payments) or XLSX (also every charge), in a language. A month that is not issued is marked as a draft.",
  roles: everybody,
  permission,
  input: z.strictObject({
    ...ofRetailer,
    month,
    format: z.enum(["pdf", "xlsx"]),
    language: z.enum(["en_us", "zh_cn"]).default("en_us"),
    /** the file name, as a print-file link carries it; if omitted the statement's number, its month and the retailer's name */
    filename: z.string().max(200).optional(),
    inline: query.flag().default(false),
  }),
  output: blob,
  codes: ["notFound", "statements.tooManyRows"],
});
