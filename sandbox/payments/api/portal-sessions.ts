import { randomBytes } from "node:crypto";
import { find } from "../account.ts";
import { mustLive } from "../billing.ts";
import { expand, fields, required, text, webAddress, word } from "../params.ts";
import { badParam, missing } from "../stripe-error.ts";
import { newPortalSession } from "../wire/portal-session.ts";
import type { ApiRoute } from "./route.ts";
import { route } from "./route.ts";

const flow = fields({
  type: word("subscription_cancel"),
  subscription_cancel: fields({ subscription: text() }),
  after_completion: fields({ type: word("portal_homepage", "redirect"), redirect: fields({ return_url: webAddress }) }),
});

/** Visits to the customer portal: create. */
export const portalSessionRoutes: readonly ApiRoute[] = [
  route(
    "POST",
    "/v1/billing_portal/sessions",
    fields({ customer: text(), return_url: webAddress, locale: text(10), flow_data: flow, expand }),
    ({ account, params }) => {
      const customer = find(account.customers, "customer", required(params.customer, "customer"), "customer");
      const wanted = params.flow_data;
      const subscription =
        wanted === undefined ? null : required(wanted.subscription_cancel?.subscription, "flow_data[subscription_cancel][subscription]");
      if (subscription !== null) {
        const param = "flow_data[subscription_cancel][subscription]";
        const found = find(account.subscriptions, "subscription", subscription, param);
        if (found.customer !== customer.id) throw missing("subscription", subscription, param);
        mustLive(found);
        if (found.cancel_at !== null) throw badParam(param, "This subscription is already set to be canceled at its period's end.");
      }
      const after = wanted?.after_completion;
      const redirect = after?.type === "redirect" ? required(after.redirect?.return_url, "flow_data[after_completion][redirect]") : null;
      const secret = randomBytes(32).toString("base64url");
      const session = newPortalSession(account.clock.now(), {
        url: `${account.origin}/p/session/${secret}`,
        customer: customer.id,
        returnUrl: params.return_url ?? null,
        locale: params.locale ?? null,
        cancel: subscription === null ? null : { subscription, redirect },
      });
      account.portalVisits.set(secret, { session, waitingPaymentMethod: null });
      return session;
    },
  ),
];
