import { platform } from "#server/platform/db/row-security.ts";
import type { RequestContext } from "#server/platform/http/context.ts";
import type { Services } from "#server/platform/services.ts";
import { getOrderScope, getSystemScope } from "../orders/order-scope.ts";
import type { OrderScope } from "../orders/order-scope.ts";

/** Runs work in a short transaction of its own, with a scope that acts in it: what comes between two of them holds no connection. */
export type InScope = <T>(work: (scope: OrderScope) => Promise<T>) => Promise<T>;

/** For a job: its work acts as the platform on a provider's orders. */
export function inSystemScope(services: Services, providerUuid: string): InScope {
  return (work) => services.database.transaction(platform, (tx) => work(getSystemScope(tx, providerUuid, services)));
}

/** For a call with slow work: its reads before the transaction that changes something. */
export function inRequestScope(context: RequestContext): InScope {
  const { services, acting } = context;
  return (work) =>
    services.database.transaction(acting, (tx) => {
      const scope = getOrderScope({ ...context, tx });
      // Staff always have a provider, and no one else has these calls.
      if (scope === null) throw new Error("waves: a call without a provider");
      return work(scope);
    });
}
