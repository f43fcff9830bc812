import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { queryOptions } from "@tanstack/react-query";
import { subscribeToEntitlement } from "#src/pro/entitlement/entitlement-changes.storage.ts";
import { call, onJobsNews } from "#src/collector/jobs/background-calls.ts";
import { useLive } from "./live.store.ts";
import { applyNews } from "./view.rules.ts";

/** All jobs, newest first. */
export const jobsQuery = queryOptions({ queryKey: ["jobs"], queryFn: () => call("jobs.list", {}) });
/** Files that were made. */
export const exportsQuery = queryOptions({ queryKey: ["exports"], queryFn: () => call("exports.list", {}) });
/** Storage in use, in bytes. */
export const usageQuery = queryOptions({ queryKey: ["usage"], queryFn: () => call("storage.usage", {}) });
/** The plan in force. */
export const planQuery = queryOptions({ queryKey: ["plan"], queryFn: () => call("plan.get", {}) });

/** Sends a query again, even if an earlier one was never answered: without the cancel, React Query would keep waiting for that one. */
export async function refetch(client: QueryClient, { queryKey }: { queryKey: QueryKey }): Promise<void> {
  await client.cancelQueries({ queryKey });
  await client.refetchQueries({ queryKey });
}

/** Keeps the dashboard's data up to date with the background, until the signal ends it. */
export function subscribeToJobs(client: QueryClient, signal: AbortSignal): void {
  onJobsNews((news) => {
    useLive.getState().receive(news);
    client.setQueryData(jobsQuery.queryKey, (jobs) => (jobs === undefined ? jobs : [...applyNews(jobs, news)]));
    if (news.type === "exported") void client.invalidateQueries({ queryKey: exportsQuery.queryKey });
    if (news.type === "removed") void client.invalidateQueries({ queryKey: usageQuery.queryKey });
  }, signal);
  subscribeToEntitlement(() => void client.invalidateQueries({ queryKey: planQuery.queryKey }), signal);
}
