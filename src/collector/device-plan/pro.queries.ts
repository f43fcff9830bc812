import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "#src/collector/jobs/background-calls.ts";
import { subscribeToEntitlement } from "#src/pro/entitlement/entitlement-changes.storage.ts";
import type { ProStatus } from "#src/pro/entitlement/pro-status.rules.ts";
import { pause } from "#src/kit/lib/pause.ts";

/** Pro on this device, as reported by the background. */
export const proQuery = queryOptions({ queryKey: ["pro"], queryFn: () => call("pro.status", { wait: false }) });

/** Refreshes the Pro status when the background stores a change. */
export function useProNews(): void {
  const client = useQueryClient();
  useEffect(() => {
    const end = new AbortController();
    subscribeToEntitlement(() => void client.invalidateQueries({ queryKey: proQuery.queryKey }), end.signal);
    return () => end.abort();
  }, [client]);
}

/** The background may have stopped during a request; the next request starts it again. */
const againMs = 1000;

/**
 * Has the background poll the server while a change is awaited, and shows each response. It polls by responses and not by timers,
 * because timers of a hidden tab are throttled, and each request keeps the background alive.
 */
export function useAwaited(isAwaited: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isAwaited) return undefined;
    const end = new AbortController();
    const ask = async () => {
      while (!end.signal.aborted) {
        try {
          const status: ProStatus = await call("pro.status", { wait: true });
          if (!end.signal.aborted) client.setQueryData(proQuery.queryKey, status);
        } catch {
          await pause(againMs, end.signal);
        }
      }
    };
    void ask();
    return () => end.abort();
  }, [client, isAwaited]);
}
