import type { UseQueryResult } from "@tanstack/react-query";
import { useMutation, useQuery } from "@tanstack/react-query";
import { createContext, use, useState } from "react";
import type { Principal } from "./access.rules.ts";
import { getAccessRefusal } from "./access.rules.ts";
import type { Area } from "./roles-and-permissions.ts";
import type { CallAddress } from "./address.ts";
import type { CallOptions, CallProblem, Client } from "./client.ts";
import type { Call, InputOf, OutputOf } from "./define-call.ts";
import { createIdempotencyKeys } from "./idempotency-keys.ts";
import type { CacheScope } from "./query.ts";
import { buildQuery } from "./query.ts";

/** The caller of a screen: the signed-in user and the client of the area. On public pages nobody is signed in. */
export interface Caller extends Principal {
  readonly area: Area | null;
  readonly client: Client;
  readonly scope: CacheScope;
}

/** Provided by the shell around a screen. */
export const CallerContext = createContext<Caller | null>(null);

/**
 * Returns the caller of the surrounding screen.
 * @throws Error outside of a provider
 */
export function useCaller(): Caller {
  const caller = use(CallerContext);
  if (caller === null) throw new Error("api: no client is provided for this screen");
  return caller;
}

/** Returns the provider for a product query: supplier roles send their provider, a drop shipper none (specification, section 6). */
export function getProviderInput({ role, scope }: Pick<Caller, "role" | "scope">): { provider_uuid?: string } {
  return role === "dropShipper" || scope.providerUuid === "" ? {} : { provider_uuid: scope.providerUuid };
}

/** Whether the principal may make a call, by role and an operator's permission. */
export function mayCall(principal: Principal, call: Call): boolean {
  return getAccessRefusal(principal, call) === null;
}

/**
 * Queries a call and caches its response by user and provider. Screens read only through this hook.
 * @param call the call, or its address if no schema may be loaded
 * @param options `refetchInterval`: refetch after this many ms, false for never
 */
export function useCallQuery<C extends CallAddress>(
  call: C,
  input: InputOf<C>,
  options: { enabled?: boolean; staleTime?: number; refetchInterval?: number | false } = {},
): UseQueryResult<OutputOf<C>, CallProblem> {
  const { client, scope } = useCaller();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the client throws nothing else, and queryOf returns the output of the call
  return useQuery({ ...buildQuery(client, scope, call, input), ...options }) as UseQueryResult<OutputOf<C>, CallProblem>;
}

export interface CallMutation<C extends CallAddress> {
  /**
   * Makes the call. Repeating it with the same input after a failure sends the same idempotency key, so that a lost response changes nothing twice.
   * @throws CallProblem
   */
  perform(input: InputOf<C>, options?: Pick<CallOptions, "files" | "isQuiet">): Promise<OutputOf<C>>;
  readonly isPending: boolean;
}

/** A mutation. Screens write only through this hook. */
export function useCallMutation<C extends CallAddress>(call: C): CallMutation<C> {
  const { client } = useCaller();
  const [keys] = useState(() => createIdempotencyKeys("last"));
  const mutation = useMutation({
    mutationKey: [call.name],
    mutationFn: async ({ input, options }: { input: InputOf<C>; options: Pick<CallOptions, "files" | "isQuiet"> }) => {
      const attempt = JSON.stringify(input);
      const idempotencyKey = keys.getKey(attempt, options.files !== undefined);
      const answer = await client.call(call, input, { ...options, idempotencyKey });
      keys.forget(attempt);
      return answer;
    },
  });
  return { perform: (input, options = {}) => mutation.mutateAsync({ input, options }), isPending: mutation.isPending };
}
