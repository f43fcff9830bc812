import { queryOptions } from "@tanstack/react-query";
import type { CallAddress } from "./address.ts";
import type { Client } from "./client.ts";
import type { InputOf, OutputOf } from "./define-call.ts";

/** The owner of a cache entry: caches are separate by user and provider, and cleared at sign-out. */
export interface CacheScope {
  readonly username: string;
  readonly providerUuid: string;
}

/** Returns the cache key of a call; without an input, the prefix of all its entries. */
export function buildQueryKey(scope: CacheScope, call: CallAddress, input?: unknown): readonly unknown[] {
  const whose = [scope.username, scope.providerUuid, call.name] as const;
  return input === undefined ? whose : [...whose, input];
}

/** Returns TanStack Query's options for a call. */
export function buildQuery<C extends CallAddress>(client: Client, scope: CacheScope, call: C, input: InputOf<C>) {
  return queryOptions<OutputOf<C>>({
    queryKey: buildQueryKey(scope, call, input),
    queryFn: ({ signal }) => client.call(call, input, { signal }),
  });
}

/** Returns TanStack Query's options for a mutating call. Retries with the same idempotency key do nothing twice. */
export function getMutationOptions<C extends CallAddress>(client: Client, call: C) {
  return {
    mutationKey: [call.name],
    mutationFn: ({ input, idempotencyKey }: { input: InputOf<C>; idempotencyKey?: string }) =>
      client.call(call, input, idempotencyKey === undefined ? {} : { idempotencyKey }),
  };
}
