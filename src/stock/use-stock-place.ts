import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import { useCaller } from "#src/api/caller.tsx";
import { useReloadOf } from "#src/api/use-reload.ts";
import { isUuid } from "#src/lib/uuid.ts";
import type { StockRow } from "./stock.contract.ts";

type Search = Record<string, unknown>;
type Navigate = (options: { to: "."; search: (old: Search) => object; resetScroll?: false }) => Promise<void>;

/** What of the stock is in sight, as the address says; empty where it says nothing, or nothing right. */
export function useStockPlace() {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate() as unknown as Navigate;
  const uuidOf = (name: string) => {
    const value = search[name];
    return isUuid(value) ? value : "";
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

/** Leads to a new receipt with a line for the SKU of a row. */
export function useAnnounceGoods() {
  const { area } = useCaller();
  const navigate = useNavigate() as unknown as (place: { to: string; search: object }) => Promise<void>;
  return useCallback(
    ({ sku, owner_uuid }: StockRow) =>
      void navigate({
        to: `/${area ?? "p"}/addWarehouse`,
        search: { receipt: "new", sku, ...(area === "p" ? { owner: owner_uuid } : {}) },
      }),
    [navigate, area],
  );
}

const slice = ["stock."];

/** Asks again for everything that is said of stock. */
export const useReloadStock = () => useReloadOf(slice);
