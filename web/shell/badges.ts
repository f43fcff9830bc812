import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { mayCall, useCaller } from "#src/api/caller.tsx";
import { queryKeyOf } from "#src/api/query.ts";
import { listDownloads } from "#src/downloads/downloads.contract.ts";
import { listToDos } from "#src/home/to-dos.contract.ts";
import { countByPath } from "#src/home/to-dos.rules.ts";
import { useSessions } from "#src/session/session.store.ts";
import { useConnection } from "../connection.store.ts";

const input = { status: "ready", page_size: 100 } as const;

/** How many downloads are ready and were not seen; 0 where that is not known. A badge that does not come is no news: nothing is said. */
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
    void cache.invalidateQueries({ queryKey: queryKeyOf(scope, listDownloads) });
  }, [refresh, cache, scope]);
  const { data } = useQuery({
    queryKey: queryKeyOf(scope, listDownloads, input),
    queryFn: ({ signal }) => client.call(listDownloads, input, { signal, isQuiet: true }),
    enabled: isHearing,
  });
  return data?.result.filter(({ is_seen }) => !is_seen).length ?? 0;
}

const none: ReadonlyMap<string, number> = new Map();

/** How much there is to do at each address of the menu, for this person; empty where that is not known. */
export function useToDoCounts(): ReadonlyMap<string, number> {
  const caller = useCaller();
  const { area, client, scope } = caller;
  const { data } = useQuery({
    queryKey: queryKeyOf(scope, listToDos, {}),
    queryFn: ({ signal }) => client.call(listToDos, {}, { signal, isQuiet: true }),
    enabled: mayCall(caller, listToDos),
  });
  return useMemo(() => (data === undefined || area === null ? none : countByPath(data.to_dos, area)), [data, area]);
}
