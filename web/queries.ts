import { MutationCache, QueryClient } from "@tanstack/react-query";
import { CallProblem } from "#src/api/client.ts";
import { homeAddresses } from "#src/home/home.addresses.ts";

/** What was asked of the server, by user and provider. The client itself tries a lost network again, so nothing else is tried twice. */
export const queries: QueryClient = new QueryClient({
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
