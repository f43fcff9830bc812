import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useCaller } from "./caller.tsx";

/**
 * Asks again for what this caller was answered before; resolves when what is in sight has come.
 * @param beginnings how the names of the calls begin (`wallet.` for a whole slice); the same array each time
 */
export function useReloadedOf(beginnings: readonly string[]): () => Promise<void> {
  const queries = useQueryClient();
  const { scope } = useCaller();
  return useCallback(
    () =>
      queries.invalidateQueries({
        predicate: ({ queryKey: [username, provider, call] }) =>
          username === scope.username &&
          provider === scope.providerUuid &&
          typeof call === "string" &&
          beginnings.some((beginning) => call.startsWith(beginning)),
      }),
    [queries, scope, beginnings],
  );
}

/** The same for who does not wait for the answers. */
export function useReloadOf(beginnings: readonly string[]): () => void {
  const reload = useReloadedOf(beginnings);
  return useCallback(() => void reload(), [reload]);
}
