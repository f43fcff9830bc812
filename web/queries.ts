import type { InvalidateOptions, InvalidateQueryFilters, QueryKey } from "@tanstack/react-query";
import { MutationCache, QueryClient } from "@tanstack/react-query";
import { CallProblem } from "#src/api/client.ts";
import { homeAddresses } from "#src/home/home.addresses.ts";

/**
 * An invalidation also replaces a first load that is under way. TanStack Query would keep that load's answer, which may have been read before the
 * change: the screen would show it until somebody reloads.
 */
export class ServerQueryClient extends QueryClient {
  override async invalidateQueries<K extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<K>,
    options?: InvalidateOptions,
  ): Promise<void> {
    if (filters?.refetchType !== "none") {
      for (const query of this.getQueryCache().findAll(filters as InvalidateQueryFilters)) {
        // Silently, because its refetch begins at once: whoever waits for the first load gets the answer of the second.
        if (query.state.data === undefined && query.isActive() && query.state.fetchStatus === "fetching")
          void query.cancel({ silent: true });
      }
    }
    await super.invalidateQueries(filters, options);
  }
}

/** What was asked of the server, by user and provider. The client itself tries a lost network again, so nothing else is tried twice. */
export const queries: QueryClient = new ServerQueryClient({
  // What somebody does may be what there was to do.
  mutationCache: new MutationCache({
    onSuccess: () => void queries.invalidateQueries({ predicate: ({ queryKey: [, , call] }) => call === homeAddresses.listToDos.name }),
  }),
  defaultOptions: {
    queries: {
      retry: (count, error) => count < 1 && error instanceof CallProblem && error.status === 503,
      staleTime: 10_000,
      refetchOnWindowFocus: true,
      networkMode: "always",
    },
    mutations: { retry: false, networkMode: "always" },
  },
});

/** Forgets all that somebody has seen: at sign-out. */
export function forgetAnswersOf(username: string): void {
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] === username });
}
