import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { queryOptions } from "@tanstack/react-query";
import { followEntitlement } from "#src/entitlement/entitlement-changes.storage.ts";
import { call } from "./collect.calls.ts";
import { followJobs } from "./jobs.channel.ts";
import { useLive } from "./live.store.ts";
import { applyNews } from "./view.rules.ts";

/** All jobs, newest first. */
export const jobsQuery = queryOptions({ queryKey: ["jobs"], queryFn: () => call("jobs.list", {}) });
/** Files that were made. */
export const exportsQuery = queryOptions({ queryKey: ["exports"], queryFn: () => call("exports.list", {}) });
/** Storage in use, in bytes. */
export const usageQuery = queryOptions({ queryKey: ["usage"], queryFn: () => call("storage.usage", {}) });
/** What the person may do. */
export const planQuery = queryOptions({ queryKey: ["plan"], queryFn: () => call("plan.get", {}) });

/** Asks anew, also where an earlier question was never answered: that one alone would be waited for again. */
export async function askAgain(client: QueryClient, { queryKey }: { queryKey: QueryKey }): Promise<void> {
  await client.cancelQueries({ queryKey });
  await client.refetchQueries({ queryKey });
}

/** Keeps the dashboard's data up to date with what the background says, until the signal ends it. */
export function hearJobs(client: QueryClient, signal: AbortSignal): void {
  followJobs((news) => {
    useLive.getState().hear(news);
    client.setQueryData(jobsQuery.queryKey, (jobs) => (jobs === undefined ? jobs : [...applyNews(jobs, news)]));
    if (news.type === "exported") void client.invalidateQueries({ queryKey: exportsQuery.queryKey });
    if (news.type === "removed") void client.invalidateQueries({ queryKey: usageQuery.queryKey });
  }, signal);
  followEntitlement(() => void client.invalidateQueries({ queryKey: planQuery.queryKey }), signal);
}
