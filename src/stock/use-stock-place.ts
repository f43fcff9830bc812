import { useNavigate, useSearch } from "@tanstack/react-router";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useCaller } from "#src/api/caller.tsx";

type Search = Record<string, unknown>;
type Navigate = (options: { to: "."; search: (old: Search) => object; resetScroll?: false }) => Promise<void>;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What of the stock is in sight, as the address says; empty where it says nothing, or nothing right. */
export function useStockPlace() {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate() as unknown as Navigate;
  const uuidOf = (name: string) => {
    const value = search[name];
    return typeof value === "string" && uuid.test(value) ? value : "";
  };
  const { tab } = search;
  /** Another place: nothing of this one's filters goes along, but whose goods and which warehouse. */
  const go = useCallback(
    (part: Record<string, string>) =>
      void navigate({
        to: ".",
        search: ({ tab: now, warehouse, owner }) =>
          Object.fromEntries(
            Object.entries({ tab: now, warehouse, owner, ...part }).filter(([, value]) => value !== undefined && value !== ""),
          ),
      }),
    [navigate],
  );
  return {
    tab: typeof tab === "string" ? tab : "",
    variant: uuidOf("variant"),
    stocktake: uuidOf("stocktake"),
    isCounting: search["count"] !== undefined,
    warehouse: uuidOf("warehouse"),
    owner: uuidOf("owner"),
    go,
  };
}

/** Asks again for everything that is said of stock. */
export function useReloadStock(): () => void {
  const queries = useQueryClient();
  const { scope } = useCaller();
  return useCallback(
    () =>
      void queries.invalidateQueries({
        predicate: ({ queryKey: [username, provider, call] }) =>
          username === scope.username && provider === scope.providerUuid && typeof call === "string" && call.startsWith("stock."),
      }),
    [queries, scope],
  );
}
