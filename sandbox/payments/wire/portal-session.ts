import { newId } from "../ids.ts";

export interface PortalStart {
  url: string;
  customer: string;
  returnUrl: string | null;
  locale: string | null;
  /** the flow that ends one subscription, and where it leads; null opens the portal's first page */
  cancel: { subscription: string; redirect: string | null } | null;
}

function flowOf(cancel: NonNullable<PortalStart["cancel"]>) {
  return {
    after_completion: {
      hosted_confirmation: null,
      redirect: cancel.redirect === null ? null : { return_url: cancel.redirect },
      type: cancel.redirect === null ? "portal_homepage" : "redirect",
    },
    customer_update: null,
    subscription_cancel: { retention: null, subscription: cancel.subscription },
    subscription_pause: null,
    subscription_update: null,
    subscription_update_confirm: null,
    type: "subscription_cancel" as const,
  };
}

/** A visit to the customer portal, as the API shows it. */
export function newPortalSession(now: number, given: PortalStart) {
  return {
    id: newId("bps"),
    object: "billing_portal.session" as const,
    after_expiration: null,
    configuration: "bpc_QuaysideSandbox",
    created: now,
    customer: given.customer,
    customer_account: null,
    flow: given.cancel === null ? null : flowOf(given.cancel),
    livemode: false,
    locale: given.locale,
    on_behalf_of: null,
    return_url: given.returnUrl,
    url: given.url,
  };
}

export type PortalSession = ReturnType<typeof newPortalSession>;
