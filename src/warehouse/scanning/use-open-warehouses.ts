import { useCallQuery } from "#src/kit/api/call-hooks.tsx";
import { queryStorage } from "#src/warehouse/warehouses/warehouses.contract.ts";
import type { Warehouse } from "#src/warehouse/warehouses/warehouses.contract.ts";

/** Warehouses rarely change; in ms. */
const goodForMs = 600_000;

/** Lists the warehouses that the person may work in, by name; undefined until they are known, and as long as they are not wanted. */
export function useOpenWarehouses(isWanted = true): { readonly warehouses: readonly Warehouse[] | undefined; readonly isLoading: boolean } {
  const { data, isLoading } = useCallQuery(queryStorage, { is_closed: false, page_size: 200 }, { enabled: isWanted, staleTime: goodForMs });
  return { warehouses: data?.result, isLoading };
}
