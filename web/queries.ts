import type { InvalidateOptions, InvalidateQueryFilters, QueryKey } from "@tanstack/react-query";
import { MutationCache, QueryClient } from "@tanstack/react-query";
import { CallProblem } from "#src/kit/api/client.ts";
import { homeAddresses } from "#src/company/home/home-addresses.ts";

/**
 * An invalidation also restarts a first load in progress. TanStack Query would keep that load's answer, which may be older than the change, and the
 * screen would show it until the next reload.
 */
export class ServerQueryClient extends QueryClient {
  override async invalidateQueries<K extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<K>,
    options?: InvalidateOptions,
  ): Promise<void> {
    if (filters?.refetchType !== "none") {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- findAll takes the filters without the type of their key
      for (const query of this.getQueryCache().findAll(filters as InvalidateQueryFilters)) {
        // Silently, because its refetch starts at once: callers that wait for the first load get the second one's answer.
        if (query.state.data === undefined && query.isActive() && query.state.fetchStatus === "fetching")
          void query.cancel({ silent: true });
      }
    }
    await super.invalidateQueries(filters, options);
  }
}

/** The cache of the server's answers, by user and provider. The client retries network failures itself, so only 503 is retried here. */
export const queries: QueryClient = new ServerQueryClient({
  // A successful change may have completed a to-do.
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

/** Removes all cached answers of a user, at sign-out. */
export function forgetAnswers(username: string): void {
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] === username });
}
