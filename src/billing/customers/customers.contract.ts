import { z } from "zod";
import { sessionTokens } from "#src/company/accounts/accounts.contract.ts";
import { defineCall, query } from "#src/kit/api/define-call.ts";
import { listInput, listOutput } from "#src/kit/api/list.ts";

const permission = "customers";
/** A cursor contains a name: 200 characters of up to six bytes each as JSON, plus a third for base64. */
const paged = { ...listInput, cursor: z.string().max(2000).optional() };

/** One of the provider's retailers, with its figures. Times are ISO, empty if there is none. */
const customer = z.object({
  retailer_uuid: z.uuid(),
  name: z.string(),
  /** ISO 3166-1 alpha-2; empty if unknown */
  country_code: z.string(),
  /** since when it has worked with this provider */
  since: z.string(),
  is_blocked: z.boolean(),
  /** SKUs that are neither archived nor merged */
  /** SKUs with at least one piece on hand */
  sku_count: z.int(),
  /** pieces in any condition */
  on_hand: z.int(),
  /** declared value of the pieces on hand; null if nothing is declared, or in several currencies */
  stock_value_cents: z.int().nullable(),
  /** of the value; empty if there is none */
  currency: z.string(),
  /** pieces on hand without a declared value, excluded from the sum */
  unvalued_quantity: z.int(),
  /** receipts that are submitted and not completed */
  open_receipts: z.int(),
  /** when its last receipt was submitted */
  last_receipt_at: z.string(),
  /** prepaid and unused, in hundredths; negative: owed */
  balance_cents: z.int(),
  /** ISO 4217, of balance and credit; fixed by the first entry, before that the rate card's, or USD */
  wallet_currency: z.string(),
  /** how far the balance may be negative before new work is held */
  credit_limit_cents: z.int(),
  /** its rate card; empty: nothing is charged automatically */
  rate_card_name: z.string(),
  /** whether the card is the default rather than agreed with this retailer */
  is_default_card: z.boolean(),
});
export type Customer = z.infer<typeof customer>;

/** Sort keys of customers, descending with a minus prefix. Names are case-insensitive. */
const customerSorts = ["name", "-name", "since", "-since", "balance", "-balance"] as const;
export type CustomerSort = (typeof customerSorts)[number];

export const getCustomers = defineCall({
  name: "customers.get-customers",
  method: "GET",
  path: "/api/customer/get-customers",
  summary:
    "Lists the provider's retailers with figures on goods, receipts and balances, by name or as `sort` says. `search` matches any part of the name.",
  roles: ["provider", "operator"],
  permission,
  input: z.strictObject({
    ...paged,
    provider_uuid: z.uuid().optional(),
    search: z.string().trim().max(200).optional(),
    blocked: query.flag().optional(),
    /** whether the balance is negative */
    owes: query.flag().optional(),
    sort: z.enum(customerSorts).optional(),
  }),
  output: listOutput(customer),
  codes: [],
});

export const querySpecificCustomer = defineCall({
  name: "customers.query-specific",
  method: "GET",
  path: "/api/customer/query-specific",
  summary: "Returns one of the provider's retailers by `uuid`; without it, the first page of all.",
  roles: ["provider", "operator"],
  permission,
  input: z.strictObject({ ...paged, provider_uuid: z.uuid().optional(), uuid: z.uuid().optional() }),
  output: listOutput(customer),
  codes: ["notFound"],
});

export const setCustomersBlocked = defineCall({
  name: "customers.set-blocked",
  method: "PUT",
  path: "/api/customer/set-blocked",
  summary:
    "Blocks or unblocks retailers, all or none: an unknown id fails the request. A blocked retailer keeps its account but sees nothing of this provider.",
  roles: ["provider"],
  input: z.strictObject({ retailer_uuids: z.array(z.uuid()).min(1).max(200), blocked: z.boolean() }),
  output: z.object({ changed: z.int() }),
  codes: ["notFound"],
});

export const customerLogin = defineCall({
  name: "customers.customer-login",
  method: "POST",
  path: "/api/customer/customer-login",
  bare: true,
  summary: "Opens a read-only support session in a retailer's area for 30 minutes. Both audit logs record it.",
  roles: ["provider"],
  input: z.strictObject({ retailer_uuid: z.uuid() }),
  output: sessionTokens.extend({ username: z.string(), user_role: z.string(), user_related_id: z.string(), expires_at: z.string() }),
  codes: ["notFound", "customers.blocked"],
  idempotency: "own",
});
