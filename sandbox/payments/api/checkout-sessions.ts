import type { Account } from "../account.ts";
import { find } from "../account.ts";
import { expireSession } from "../checkout.ts";
import {
  emailAddress,
  expand,
  fields,
  flag,
  list,
  mergedMetadata,
  metadata,
  page,
  required,
  text,
  webAddress,
  whole,
  word,
} from "../params.ts";
import { StripeError, badParam } from "../stripe-error.ts";
import { newCheckoutSession } from "../wire/checkout-session.ts";
import { currencies } from "../wire/price.ts";
import type { ApiRoute } from "./route.ts";
import { pageOf, route } from "./route.ts";

const halfHour = 1800;
const day = 86_400;

const lineItem = fields({ price: text(), quantity: whole(1, 999_999) });
const creation = fields({
  mode: word("subscription"),
  ui_mode: word("hosted_page"),
  line_items: list(lineItem, 20),
  currency: word(...currencies),
  customer: text(),
  customer_email: emailAddress,
  customer_update: fields({ name: word("auto", "never"), address: word("auto", "never") }),
  client_reference_id: text(200),
  metadata,
  subscription_data: fields({ metadata, description: text(500) }),
  success_url: webAddress,
  cancel_url: webAddress,
  locale: text(10),
  expires_at: whole(0, 99_999_999_999),
  allow_promotion_codes: flag,
  billing_address_collection: word("auto", "required"),
  payment_method_collection: word("always", "if_required"),
  automatic_tax: fields({ enabled: flag }),
  adaptive_pricing: fields({ enabled: flag }),
  expand,
});

function checkLines(account: Account, lines: ReturnType<typeof lineItem>[]): void {
  const [line] = lines;
  if (line === undefined || lines.length > 1) throw badParam("line_items", "The sandbox sells one price a session.");
  const price = required(line.price, "line_items[0][price]");
  if (price !== account.priceId)
    throw new StripeError(400, { code: "resource_missing", message: `No such price: '${price}'`, param: "line_items[0][price]" });
  if (required(line.quantity, "line_items[0][quantity]") !== 1)
    throw badParam("line_items[0][quantity]", "The sandbox sells one subscription a session.");
}

function expiryOf(now: number, wanted: number | undefined): number {
  if (wanted === undefined) return now + day;
  // A request takes a moment, and the two clocks may differ slightly.
  if (wanted < now + halfHour - 60 || wanted > now + day + 60)
    throw badParam("expires_at", "The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.");
  return wanted;
}

/** Checkout sessions in subscription mode: create, retrieve, list, expire. */
export const checkoutSessionRoutes: readonly ApiRoute[] = [
  route("POST", "/v1/checkout/sessions", creation, ({ account, params }) => {
    required(params.mode, "mode");
    checkLines(account, required(params.line_items, "line_items"));
    const now = account.clock.now();
    const customer = params.customer ?? null;
    if (customer !== null) find(account.customers, "customer", customer, "customer");
    if (customer !== null && (params.customer_email ?? null) !== null)
      throw badParam("customer_email", "You may only specify one of these parameters: customer, customer_email.");
    const session = newCheckoutSession(now, {
      origin: account.origin,
      customer,
      customerEmail: params.customer_email ?? null,
      currency: params.currency ?? "usd",
      clientReferenceId: params.client_reference_id ?? null,
      metadata: mergedMetadata({}, params.metadata),
      locale: params.locale ?? null,
      successUrl: required(params.success_url, "success_url"),
      cancelUrl: params.cancel_url ?? null,
      expiresAt: expiryOf(now, params.expires_at),
      allowPromotionCodes: params.allow_promotion_codes ?? null,
    });
    account.checkoutSessions.set(session.id, session);
    account.checkouts.set(session.id, {
      subscriptionMetadata: mergedMetadata({}, params.subscription_data?.metadata),
      subscriptionDescription: params.subscription_data?.description ?? null,
      waiting: null,
    });
    return session;
  }),
  route("GET", "/v1/checkout/sessions/{id}", fields({ expand }), ({ account, id }) =>
    find(account.checkoutSessions, "checkout.session", id),
  ),
  route(
    "GET",
    "/v1/checkout/sessions",
    fields({ customer: text(), subscription: text(), status: word("open", "complete", "expired"), ...page }),
    ({ account, params }) => {
      const sessions = [...account.checkoutSessions.values()]
        .toReversed()
        .filter(
          (one) =>
            (params.customer === undefined || one.customer === params.customer) &&
            (params.subscription === undefined || one.subscription === params.subscription) &&
            (params.status === undefined || one.status === params.status),
        );
      return pageOf(sessions, params, "/v1/checkout/sessions");
    },
  ),
  route("POST", "/v1/checkout/sessions/{id}/expire", fields({ expand }), ({ account, id }) => {
    const session = find(account.checkoutSessions, "checkout.session", id);
    expireSession(account, session);
    return session;
  }),
];
