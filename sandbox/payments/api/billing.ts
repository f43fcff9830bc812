import { find } from "../account.ts";
import { expand, fields, mergedMetadata, metadata, page, required, text, whole, word } from "../params.ts";
import { refundCharge } from "../reversals.ts";
import { badParam, missing } from "../stripe-error.ts";
import { priceOf, productId, productOf } from "../wire/price.ts";
import type { ApiRoute } from "./route.ts";
import { pageOf, route } from "./route.ts";

/** Prices and products: read only. */
const catalogueRoutes: readonly ApiRoute[] = [
  route("GET", "/v1/prices/{id}", fields({ expand }), ({ account, id }) => {
    if (id !== account.priceId) throw missing("price", id);
    return priceOf(id);
  }),
  route("GET", "/v1/products/{id}", fields({ expand }), ({ id }) => {
    if (id !== productId) throw missing("product", id);
    return productOf();
  }),
];

/** Invoices and what paid them. */
const invoiceRoutes: readonly ApiRoute[] = [
  route("GET", "/v1/invoices/{id}", fields({ expand }), ({ account, id }) => find(account.invoices, "invoice", id)),
  route(
    "GET",
    "/v1/invoices",
    fields({ customer: text(), subscription: text(), status: word("draft", "open", "paid", "uncollectible", "void"), ...page }),
    ({ account, params }) => {
      const wanted = [...account.invoices.values()]
        .toReversed()
        .filter(
          (one) =>
            (params.customer === undefined || one.customer === params.customer) &&
            (params.subscription === undefined || one.parent.subscription_details.subscription === params.subscription) &&
            (params.status === undefined || one.status === params.status),
        );
      return pageOf(wanted, params, "/v1/invoices");
    },
  ),
  route(
    "GET",
    "/v1/invoice_payments",
    fields({ invoice: text(), payment: fields({ type: word("payment_intent", "charge"), payment_intent: text() }), ...page }),
    ({ account, params }) => {
      const wanted = [...account.invoicePayments.values()]
        .toReversed()
        .filter(
          (one) =>
            (params.invoice === undefined || one.invoice === params.invoice) &&
            (params.payment === undefined || one.payment.payment_intent === params.payment.payment_intent),
        );
      return pageOf(wanted, params, "/v1/invoice_payments");
    },
  ),
  route("GET", "/v1/payment_intents/{id}", fields({ expand }), ({ account, id }) => find(account.paymentIntents, "payment_intent", id)),
  route("GET", "/v1/payment_methods/{id}", fields({ expand }), ({ account, id }) => find(account.paymentMethods, "PaymentMethod", id)),
  route("GET", "/v1/charges/{id}", fields({ expand }), ({ account, id }) => find(account.charges, "charge", id)),
];

/** Refunds and disputes. */
const reversalRoutes: readonly ApiRoute[] = [
  route(
    "POST",
    "/v1/refunds",
    fields({
      charge: text(),
      payment_intent: text(),
      amount: whole(1, 99_999_999),
      reason: word("duplicate", "fraudulent", "requested_by_customer"),
      metadata,
      expand,
    }),
    ({ account, params }) => {
      const intent = params.payment_intent ?? null;
      if (intent !== null && (params.charge ?? null) !== null)
        throw badParam("charge", "You may only specify one of these parameters: charge, payment_intent.");
      const latest =
        intent === null ? params.charge : find(account.paymentIntents, "payment_intent", intent, "payment_intent").latest_charge;
      const charge = find(account.charges, "charge", required(latest, "charge"), "charge");
      return refundCharge(account, charge, {
        amount: params.amount ?? null,
        reason: params.reason ?? null,
        metadata: mergedMetadata({}, params.metadata),
      });
    },
  ),
  route("GET", "/v1/refunds/{id}", fields({ expand }), ({ account, id }) => find(account.refunds, "refund", id)),
  route("GET", "/v1/disputes/{id}", fields({ expand }), ({ account, id }) => find(account.disputes, "dispute", id)),
];

/** Events: retrieve, list. */
const eventRoutes: readonly ApiRoute[] = [
  route("GET", "/v1/events/{id}", fields({ expand }), ({ account, id }) => find(account.events, "event", id)),
  route(
    "GET",
    "/v1/events",
    fields({
      type: text(),
      types: (value, param) => {
        if (!Array.isArray(value)) throw badParam(param, `Invalid array: ${param}`);
        return value.map(String);
      },
      created: fields({ gt: whole(0, 1e12), gte: whole(0, 1e12), lt: whole(0, 1e12), lte: whole(0, 1e12) }),
      ...page,
    }),
    ({ account, params }) => {
      const { gt = -1, gte = 0, lt = Infinity, lte = Infinity } = params.created ?? {};
      const types = params.types ?? (typeof params.type === "string" ? [params.type] : null);
      const wanted = [...account.events.values()]
        .toReversed()
        .filter(
          ({ type, created }) =>
            (types === null || types.includes(type)) && created > gt && created >= gte && created < lt && created <= lte,
        );
      return pageOf(wanted, params, "/v1/events");
    },
  ),
];

export const billingRoutes: readonly ApiRoute[] = [...catalogueRoutes, ...invoiceRoutes, ...reversalRoutes, ...eventRoutes];
