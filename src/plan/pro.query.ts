import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "#src/collect/collect.calls.ts";
import { followEntitlement } from "#src/entitlement/entitlement-changes.storage.ts";
import type { ProStatus } from "#src/entitlement/pro-status.rules.ts";

/** Pro on this device, as the background tells it. */
export const proQuery = queryOptions({ queryKey: ["pro"], queryFn: () => call("pro.status", { wait: false }) });

/** Keeps what is shown of Pro up to date with what the background stores. */
export function useProNews(): void {
  const client = useQueryClient();
  useEffect(() => {
    const end = new AbortController();
    followEntitlement(() => void client.invalidateQueries({ queryKey: proQuery.queryKey }), end.signal);
    return () => end.abort();
  }, [client]);
}

/** The background may have ended with a question under way; the next one starts it again. */
const againMs = 1000;

/**
 * Has the background ask the server again and again for as long as something is awaited, and shows each answer. It goes by answers and not by
 * timers, because those of a hidden tab are slowed; and each question keeps the background alive.
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
          await new Promise((resolve) => setTimeout(resolve, againMs));
        }
      }
    };
    void ask();
    return () => end.abort();
  }, [client, isAwaited]);
}
