import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { CallAddress } from "./address.ts";
import { useCaller } from "./call-hooks.tsx";
import { buildQueryKey } from "./query.ts";

/**
 * Returns a function that refetches calls of this caller; it resolves once the active queries have their responses.
 * @param calls the same array on each render
 */
export function useAwaitedCallReload(calls: readonly CallAddress[]): () => Promise<void> {
  const queries = useQueryClient();
  const { scope } = useCaller();
  return useCallback(async () => {
    await Promise.all(calls.map((call) => queries.invalidateQueries({ queryKey: buildQueryKey(scope, call) })));
  }, [queries, scope, calls]);
}

/** The same without waiting for the responses. */
export function useCallReload(calls: readonly CallAddress[]): () => void {
  const reload = useAwaitedCallReload(calls);
  return useCallback(() => void reload(), [reload]);
}
