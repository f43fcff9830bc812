import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { useCallReload } from "#src/kit/api/use-call-reload.ts";
import { stockReads } from "./stock-reads.contract.ts";
import type { StockRow } from "./stock.contract.ts";

/** Reads the view of the stock page from the address; missing and invalid parts are empty. */
export function useStockView() {
  const { tab, variant = "", stocktake = "", count, warehouse = "", owner = "" } = useSearch({ strict: false });
  const navigate = useNavigate();
  /** Opens another view: keeps the owner and the warehouse but drops other filters. */
  const go = useCallback(
    (part: Record<string, string>) =>
      void navigate({
        to: ".",
        search: (old) =>
          Object.fromEntries(
            Object.entries({ tab: old.tab, warehouse: old.warehouse, owner: old.owner, ...part }).filter(
              ([, value]) => value !== undefined && value !== "",
            ),
          ),
      }),
    [navigate],
  );
  return {
    tab: typeof tab === "string" ? tab : "",
    variant,
    stocktake,
    isCounting: count !== undefined,
    warehouse,
    owner,
    go,
  };
}

/** Opens a new receipt with a line for the row's SKU. */
export function useAnnounceGoods() {
  const { area } = useCaller();
  const navigate = useNavigate();
  return useCallback(
    ({ sku, owner_uuid }: StockRow) =>
      void navigate({
        to: `/${area ?? "p"}/addWarehouse`,
        search: { receipt: "new", sku, ...(area === "p" ? { owner: owner_uuid } : {}) },
      }),
    [navigate, area],
  );
}

/** Refetches everything about stock. */
export const useReloadStock = () => useCallReload(stockReads);
