import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { mayCall, useCaller } from "#src/kit/api/call-hooks.tsx";
import { buildQueryKey } from "#src/kit/api/query.ts";
import { listDownloads } from "#src/company/downloads/downloads.contract.ts";
import { listToDos } from "#src/company/home/to-dos.contract.ts";
import { countByPath } from "#src/company/home/to-dos.rules.ts";
import { useSessions } from "#src/kit/session/session.store.ts";
import { useConnection } from "../connection.store.ts";

const input = { status: "ready", page_size: 100 } as const;

/** Returns the number of ready, unseen downloads; 0 if unknown. A failure is not reported. */
export function useUnseenDownloads(): number {
  const { client, scope } = useCaller();
  const refresh = useSessions((store) => store.refresh.downloads);
  const cache = useQueryClient();
  const heard = useRef(refresh);
  // A request before the subscription is active would have to be repeated.
  const isHearing = useConnection(({ socket }) => socket !== null && socket !== "connecting");
  useEffect(() => {
    if (heard.current === refresh) return;
    heard.current = refresh;
    void cache.invalidateQueries({ queryKey: buildQueryKey(scope, listDownloads) });
  }, [refresh, cache, scope]);
  const { data } = useQuery({
    queryKey: buildQueryKey(scope, listDownloads, input),
    queryFn: ({ signal }) => client.call(listDownloads, input, { signal, isQuiet: true }),
    enabled: isHearing,
  });
  return data?.result.filter(({ is_seen }) => !is_seen).length ?? 0;
}

const none: ReadonlyMap<string, number> = new Map();

/** Returns the number of to-dos by menu address for this person; empty if unknown. */
export function useToDoCounts(): ReadonlyMap<string, number> {
  const caller = useCaller();
  const { area, client, scope } = caller;
  const { data } = useQuery({
    queryKey: buildQueryKey(scope, listToDos, {}),
    queryFn: ({ signal }) => client.call(listToDos, {}, { signal, isQuiet: true }),
    enabled: mayCall(caller, listToDos),
  });
  return useMemo(() => (data === undefined || area === null ? none : countByPath(data.to_dos, area)), [data, area]);
}
