import { isDeepStrictEqual } from "node:util";
import { newId } from "../ids.ts";

/** The version of the API that the sandbox speaks: that of stripe-node 23.1.0. */
export const apiVersion = "2026-10-28.endive";

/** The events that the webhook endpoint is sent; others are only in the list of events, as with an endpoint that names its events. */
export const sentTypes: readonly string[] = [
  "customer.created",
  "checkout.session.completed",
  "checkout.session.expired",
  "customer.subscription.created",
  "customer.subscription.updated",
  "customer.subscription.deleted",
  "invoice.created",
  "invoice.finalized",
  "invoice.paid",
  "invoice.payment_succeeded",
  "invoice.payment_failed",
  "charge.refunded",
  "charge.dispute.created",
];

/** Where a request caused an event: its id, and the key by which it may be sent again. */
export interface EventCause {
  id: string | null;
  idempotency_key: string | null;
}

/** The fields that changed, with the values they had. */
export function previousAttributes(before: object, after: object): Record<string, unknown> {
  const now = new Map<string, unknown>(Object.entries(after));
  return Object.fromEntries(Object.entries(before).filter(([name, value]) => !isDeepStrictEqual(value, now.get(name))));
}

/** An event as the API shows it and the webhook carries it: its object is as it was at that moment. */
export function newEvent(now: number, type: string, object: { id: string; object: string }, before: object | null, cause: EventCause) {
  return {
    id: newId("evt"),
    object: "event" as const,
    api_version: apiVersion,
    created: now,
    data: {
      object: structuredClone(object),
      ...(before !== null && { previous_attributes: structuredClone(previousAttributes(before, object)) }),
    },
    livemode: false,
    pending_webhooks: sentTypes.includes(type) ? 1 : 0,
    request: cause,
    type,
  };
}

export type StripeEvent = ReturnType<typeof newEvent>;
