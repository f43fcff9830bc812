import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { CallAddress } from "./address.ts";
import { useCaller } from "./call-hooks.tsx";
import { buildQueryKey } from "./query.ts";

/**
 * Refetches calls of this caller; resolves once those on the screen have their answers.
 * @param calls the same array on each render
 */
export function useAwaitedCallReload(calls: readonly CallAddress[]): () => Promise<void> {
  const queries = useQueryClient();
  const { scope } = useCaller();
  return useCallback(async () => {
    await Promise.all(calls.map((call) => queries.invalidateQueries({ queryKey: buildQueryKey(scope, call) })));
  }, [queries, scope, calls]);
}

/** The same without waiting for the answers. */
export function useCallReload(calls: readonly CallAddress[]): () => void {
  const reload = useAwaitedCallReload(calls);
  return useCallback(() => void reload(), [reload]);
}
