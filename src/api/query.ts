import { queryOptions } from "@tanstack/react-query";
import type { CallAddress } from "./address.ts";
import type { Client } from "./client.ts";
import type { InputOf, OutputOf } from "./define-call.ts";

/** Whose data a cache entry is: caches are kept apart by user and provider, and emptied at sign-out. */
export interface CacheScope {
  readonly username: string;
  readonly providerUuid: string;
}

/** The cache key of a call; without an input, of all of the call's entries. */
export function queryKeyOf(scope: CacheScope, call: CallAddress, input?: unknown): readonly unknown[] {
  const whose = [scope.username, scope.providerUuid, call.name] as const;
  return input === undefined ? whose : [...whose, input];
}

/** What TanStack Query needs to ask a call and to keep its answer. */
export function queryOf<C extends CallAddress>(client: Client, scope: CacheScope, call: C, input: InputOf<C>) {
  return queryOptions<OutputOf<C>>({
    queryKey: queryKeyOf(scope, call, input),
    queryFn: ({ signal }) => client.call(call, input, { signal }),
  });
}

/** What TanStack Query needs to make a call that changes something; the key makes a repeated try harmless. */
export function mutationOf<C extends CallAddress>(client: Client, call: C) {
  return {
    mutationKey: [call.name],
    mutationFn: ({ input, idempotencyKey }: { input: InputOf<C>; idempotencyKey?: string }) =>
      client.call(call, input, idempotencyKey === undefined ? {} : { idempotencyKey }),
  };
}
