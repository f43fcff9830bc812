import type { UseQueryResult } from "@tanstack/react-query";
import { useQueryClient } from "@tanstack/react-query";
import type { CallAddress } from "#src/kit/api/address.ts";
import { useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import type { CallProblem } from "#src/kit/api/client.ts";
import type { InputOf, OutputOf } from "#src/kit/api/define-call.ts";
import { buildQueryKey } from "#src/kit/api/query.ts";

/** A requested report: its result, and a way to stop waiting. */
export interface ReportRequest<A> {
  readonly answer: UseQueryResult<A, CallProblem>;
  /** aborts the request; `answer.refetch` starts it again */
  readonly stop: () => void;
}

/** Requests a report, which may take a second or two over a million SKUs, and more under load. */
export function useReport<C extends CallAddress>(
  call: C,
  input: InputOf<C>,
  options: { enabled?: boolean } = {},
): ReportRequest<OutputOf<C>> {
  const queries = useQueryClient();
  const { scope } = useCaller();
  const answer = useCallQuery(call, input, options);
  return { answer, stop: () => void queries.cancelQueries({ queryKey: buildQueryKey(scope, call, input), exact: true }) };
}
