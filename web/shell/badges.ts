import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useCaller } from "#src/api/caller.tsx";
import { queryKeyOf } from "#src/api/query.ts";
import { listDownloads } from "#src/downloads/downloads.contract.ts";
import { useSessions } from "#src/session/session.store.ts";

const input = { status: "ready", page_size: 100 } as const;

/** How many downloads are ready and were not seen; 0 where that is not known. A badge that does not come is no news: nothing is said. */
export function useUnseenDownloads(): number {
  const { client, scope } = useCaller();
  const refresh = useSessions((store) => store.refresh.downloads);
  const cache = useQueryClient();
  useEffect(() => {
    if (refresh > 0) void cache.invalidateQueries({ queryKey: queryKeyOf(scope, listDownloads) });
  }, [refresh, cache, scope]);
  const { data } = useQuery({
    queryKey: queryKeyOf(scope, listDownloads, input),
    queryFn: ({ signal }) => client.call(listDownloads, input, { signal, isQuiet: true }),
  });
  return data?.result.filter(({ is_seen }) => !is_seen).length ?? 0;
}
