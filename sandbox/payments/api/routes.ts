import { billingRoutes } from "./billing.ts";
import { checkoutSessionRoutes } from "./checkout-sessions.ts";
import { customerRoutes } from "./customers.ts";
import { portalSessionRoutes } from "./portal-sessions.ts";
import type { ApiRoute } from "./route.ts";
import { subscriptionRoutes } from "./subscriptions.ts";

/** All routes of the API. */
export const apiRoutes: readonly ApiRoute[] = [
  ...customerRoutes,
  ...checkoutSessionRoutes,
  ...subscriptionRoutes,
  ...billingRoutes,
  ...portalSessionRoutes,
];

/** Returns the route of a request and the id in its path. */
export function routeOf(method: string, pathname: string): { route: ApiRoute; id: string } | null {
  for (const route of apiRoutes) {
    if (route.method !== method) continue;
    const match = new RegExp(`^${route.path.replace("{id}", "([A-Za-z0-9_]+)")}$`).exec(pathname);
    if (match !== null) return { route, id: match[1] ?? "" };
  }
  return null;
}
