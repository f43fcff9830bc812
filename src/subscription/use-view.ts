import { useQueryClient } from "@tanstack/react-query";
import { useCaller } from "#src/api/caller.tsx";
import { queryKeyOf } from "#src/api/query.ts";
import { subscriptionCalls } from "./subscription.calls.ts";
import type { SubscriptionView } from "./subscription.contract.ts";

/** Shows what a call answered at once, wherever the subscription is in sight. */
export function useTakeView(): (view: SubscriptionView) => void {
  const queries = useQueryClient();
  const { scope } = useCaller();
  return (view) => queries.setQueryData(queryKeyOf(scope, subscriptionCalls.getSubscription, {}), view);
}
