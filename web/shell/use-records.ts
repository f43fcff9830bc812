import { useQueries } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { Area } from "#src/kit/api/roles-and-permissions.ts";
import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { buildQueryKey } from "#src/kit/api/query.ts";
import type { TextKey } from "#src/kit/i18n/text-key.ts";
import type { Person } from "#src/kit/session/session.store.ts";
import { isSearchable } from "./palette.rules.ts";
import type { FoundRecord } from "./record-sources.ts";
import { listSources } from "./record-sources.ts";

/** How long a query must be unchanged before records are searched, in ms: typing is faster, a scanner much faster. */
const settleMs = 200;
/** How long an answer is reused for the same query, in ms. */
const staleMs = 10_000;

/** A record with its kind. */
export interface KindedRecord extends FoundRecord {
  readonly kind: string;
  readonly title: TextKey;
}

/** The records found so far, and the state of the search. */
export interface RecordsFound {
  readonly records: readonly KindedRecord[];
  /** some kinds have not answered the current query yet */
  readonly isSearching: boolean;
  /** the kinds that could not be searched */
  readonly failed: readonly TextKey[];
}

function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settleMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** Searches the records that a user may see, each kind by its own list call, at most five of each. */
export function useRecords(query: string, area: Area, person: Person): RecordsFound {
  const caller = useCaller();
  const sources = useMemo(() => listSources(area, person, caller), [area, person, caller]);
  const asked = query.trim();
  const settled = useDebounced(asked);
  const isAsked = isSearchable(asked);
  const answers = useQueries({
    queries: sources.map(({ call, find }) => ({
      queryKey: [...buildQueryKey(caller.scope, call), "palette", settled],
      queryFn: ({ signal }: { signal: AbortSignal }) => find(settled, signal),
      enabled: isAsked && isSearchable(settled),
      staleTime: staleMs,
      retry: false,
    })),
  });
  if (!isAsked) return { records: [], isSearching: false, failed: [] };
  const isCurrent = settled === asked;
  return {
    records: isCurrent
      ? sources.flatMap(({ id, title }, index) => (answers[index]?.data ?? []).map((record) => ({ ...record, kind: id, title })))
      : [],
    isSearching: sources.length > 0 && (!isCurrent || answers.some(({ isFetching }) => isFetching)),
    failed: isCurrent ? sources.filter((_, index) => answers[index]?.isError === true).map(({ title }) => title) : [],
  };
}
