import { useQueryClient } from "@tanstack/react-query";
import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { buildQueryKey } from "#src/kit/api/query.ts";
import { subscriptionCalls } from "./subscription.calls.ts";
import type { SubscriptionView } from "./subscription.contract.ts";

/** Applies a call's response at once wherever the subscription is shown. */
export function useShowView(): (view: SubscriptionView) => void {
  const queries = useQueryClient();
  const { scope } = useCaller();
  return (view) => queries.setQueryData(buildQueryKey(scope, subscriptionCalls.getSubscription, {}), view);
}
