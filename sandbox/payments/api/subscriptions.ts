import { find } from "../account.ts";
import { describe, endSubscription, goOn, mustLive, setCancelAtPeriodEnd } from "../billing.ts";
import { expand, fields, flag, mergedMetadata, metadata, page, text, word } from "../params.ts";
import { badParam, missing } from "../stripe-error.ts";
import type { Subscription } from "../wire/subscription.ts";
import type { ApiRoute } from "./route.ts";
import { pageOf, route } from "./route.ts";

const feedback = word(
  "other",
  "customer_service",
  "low_quality",
  "missing_features",
  "switched_service",
  "too_complex",
  "too_expensive",
  "unused",
);
const cancellation_details = fields({ comment: text(), feedback });
const states = ["active", "past_due", "canceled", "incomplete", "incomplete_expired", "trialing", "unpaid", "paused"] as const;

/** Whether a subscription matches a list's `status`: without one, everything that has not been canceled. */
function isMeant(one: Subscription, status: (typeof states)[number] | "all" | "ended" | undefined): boolean {
  if (status === "all") return true;
  if (status === undefined) return one.status !== "canceled";
  if (status === "ended") return one.status === "canceled" || one.status === "incomplete_expired";
  return one.status === status;
}

/** Subscriptions: retrieve, list, update, cancel. Only a checkout creates them. */
export const subscriptionRoutes: readonly ApiRoute[] = [
  route("GET", "/v1/subscriptions/{id}", fields({ expand }), ({ account, id }) => find(account.subscriptions, "subscription", id)),
  route(
    "GET",
    "/v1/subscriptions",
    fields({ customer: text(), price: text(), status: word(...states, "all", "ended"), ...page }),
    ({ account, params }) => {
      const wanted = [...account.subscriptions.values()]
        .toReversed()
        .filter(
          (one) =>
            (params.customer === undefined || one.customer === params.customer) &&
            (params.price === undefined || params.price === account.priceId) &&
            isMeant(one, params.status),
        );
      return pageOf(wanted, params, "/v1/subscriptions");
    },
  ),
  route(
    "POST",
    "/v1/subscriptions/{id}",
    fields({ cancel_at: word(""), cancel_at_period_end: flag, cancellation_details, metadata, expand }),
    ({ account, id, params }) => {
      const subscription = find(account.subscriptions, "subscription", id);
      if (params.cancel_at !== undefined && params.cancel_at_period_end !== undefined)
        throw badParam("cancel_at_period_end", "You may only specify one of these parameters: cancel_at, cancel_at_period_end.");
      if (params.cancellation_details !== undefined) Object.assign(subscription.cancellation_details, params.cancellation_details);
      if (params.cancel_at !== undefined) {
        mustLive(subscription);
        goOn(account, subscription);
      }
      if (params.cancel_at_period_end !== undefined) {
        mustLive(subscription);
        setCancelAtPeriodEnd(account, subscription, params.cancel_at_period_end);
      }
      if (params.metadata !== undefined) describe(account, subscription, mergedMetadata(subscription.metadata, params.metadata));
      return subscription;
    },
  ),
  route(
    "DELETE",
    "/v1/subscriptions/{id}",
    fields({ cancellation_details, invoice_now: flag, prorate: flag, expand }),
    ({ account, id, params }) => {
      const subscription = find(account.subscriptions, "subscription", id);
      if (subscription.status === "canceled" || subscription.status === "incomplete_expired") throw missing("subscription", id);
      if (params.cancellation_details !== undefined) Object.assign(subscription.cancellation_details, params.cancellation_details);
      endSubscription(account, subscription, "cancellation_requested");
      return subscription;
    },
  ),
];
