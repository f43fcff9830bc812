import type { RequestContext } from "#server/platform/http/context.ts";
import type { Services } from "#server/platform/services.ts";
import { getOrderScope, getSystemScope } from "../orders/order-scope.ts";
import type { OrderScope } from "../orders/order-scope.ts";

/** Runs work in a short transaction of its own, with a scope that acts in it: what comes between two of them holds no connection. */
export type InScope = <T>(work: (scope: OrderScope) => Promise<T>) => Promise<T>;

/** For a job: its work acts for the provider, as its staff would, and is nobody's. */
export function inSystemScope(services: Services, providerUuid: string): InScope {
  const acting = { kind: "provider", providerUuid } as const;
  return (work) => services.database.transaction(acting, (tx) => work({ ...getSystemScope(tx, providerUuid, services), acting }));
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
