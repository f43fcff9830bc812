import type { UseQueryResult } from "@tanstack/react-query";
import { useMutation, useQuery } from "@tanstack/react-query";
import { createContext, use, useRef } from "react";
import type { Principal } from "./access.rules.ts";
import { getAccessRefusal } from "./access.rules.ts";
import type { Area } from "./actors.ts";
import type { CallAddress } from "./address.ts";
import type { CallOptions, CallProblem, Client } from "./client.ts";
import { newKey } from "./client.ts";
import type { Call, InputOf, OutputOf } from "./define-call.ts";
import type { CacheScope } from "./query.ts";
import { queryOf } from "./query.ts";

/** Who calls: what a screen may know of the area that it is shown in. On public pages nobody is signed in. */
export interface Caller extends Principal {
  readonly area: Area | null;
  readonly client: Client;
  readonly scope: CacheScope;
}

/** Set by whoever shows a screen. */
export const CallerContext = createContext<Caller | null>(null);

/**
 * Who calls.
 * @throws Error outside of a page that says it
 */
export function useCaller(): Caller {
  const caller = use(CallerContext);
  if (caller === null) throw new Error("api: this screen is shown by nobody who calls");
  return caller;
}

/** What a product query names: supplier-side roles their supplier, a drop shipper none (specification, section 6). */
export function getProviderInput({ role, scope }: Pick<Caller, "role" | "scope">): { provider_uuid?: string } {
  return role === "dropShipper" || scope.providerUuid === "" ? {} : { provider_uuid: scope.providerUuid };
}

/** Whether this person may do what the call does: by role, and an operator by permission. */
export function mayCall(principal: Principal, call: Call): boolean {
  return getAccessRefusal(principal, call) === null;
}

/**
 * Asks a call and keeps its answer, by user and provider. The only way in which screens read.
 * @param call the call itself, or its address where no schema may be loaded
 * @param options `refetchInterval`: ask again after so many ms, false for never
 */
export function useAnswer<C extends CallAddress>(
  call: C,
  input: InputOf<C>,
  options: { enabled?: boolean; staleTime?: number; refetchInterval?: number | false } = {},
): UseQueryResult<OutputOf<C>, CallProblem> {
  const { client, scope } = useCaller();
  return useQuery({ ...queryOf(client, scope, call, input), ...options }) as UseQueryResult<OutputOf<C>, CallProblem>;
}

export interface Deed<C extends CallAddress> {
  /**
   * Does it. A second try of the same input carries the same key, so that a lost answer does nothing twice.
   * @throws CallProblem
   */
  perform(input: InputOf<C>, options?: Pick<CallOptions, "files" | "isQuiet">): Promise<OutputOf<C>>;
  readonly isPending: boolean;
}

/** A call that changes something. The only way in which screens write. */
export function useDeed<C extends CallAddress>(call: C): Deed<C> {
  const { client } = useCaller();
  const attempt = useRef<{ input: string; key: string } | null>(null);
  const mutation = useMutation({
    mutationKey: [call.name],
    mutationFn: async ({ input, options }: { input: InputOf<C>; options: Pick<CallOptions, "files" | "isQuiet"> }) => {
      const text = JSON.stringify(input);
      if (attempt.current?.input !== text || options.files !== undefined) attempt.current = { input: text, key: newKey() };
      const answer = await client.call(call, input, { ...options, idempotencyKey: attempt.current.key });
      attempt.current = null;
      return answer;
    },
  });
  return { perform: (input, options = {}) => mutation.mutateAsync({ input, options }), isPending: mutation.isPending };
}
