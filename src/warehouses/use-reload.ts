import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useCaller } from "#src/api/caller.tsx";
import { queryKeyOf } from "#src/api/query.ts";
import { listLocations, locationsMap } from "./locations.contract.ts";
import { getWarehouseSettings } from "./warehouse-settings.contract.ts";
import { queryStorage, queryStorageDefinition } from "./warehouses.contract.ts";

/** Asks again for whatever of the warehouses is shown. */
export function useReload(): () => void {
  const queries = useQueryClient();
  const { scope } = useCaller();
  return useCallback(() => {
    for (const call of [queryStorage, queryStorageDefinition, listLocations, locationsMap, getWarehouseSettings])
      void queries.invalidateQueries({ queryKey: queryKeyOf(scope, call) });
  }, [queries, scope]);
}
