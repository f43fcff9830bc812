import type { UseQueryResult } from "@tanstack/react-query";
import { useQueryClient } from "@tanstack/react-query";
import type { CallAddress } from "#src/api/address.ts";
import { useAnswer, useCaller } from "#src/api/caller.tsx";
import type { CallProblem } from "#src/api/client.ts";
import type { InputOf, OutputOf } from "#src/api/define-call.ts";
import { queryKeyOf } from "#src/api/query.ts";

/** A report that is asked for: its answer, and a way to wait for it no longer. */
export interface AskedReport<A> {
  readonly answer: UseQueryResult<A, CallProblem>;
  /** takes the request back; `answer.refetch` asks anew */
  readonly stop: () => void;
}

/** Asks for a report, which may take its time: over a million of SKUs that is a second or two, and more where many ask at once. */
export function useReport<C extends CallAddress>(
  call: C,
  input: InputOf<C>,
  options: { enabled?: boolean } = {},
): AskedReport<OutputOf<C>> {
  const queries = useQueryClient();
  const { scope } = useCaller();
  const answer = useAnswer(call, input, options);
  return { answer, stop: () => void queries.cancelQueries({ queryKey: queryKeyOf(scope, call, input), exact: true }) };
}
