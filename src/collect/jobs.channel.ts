import type { JobsNews } from "./collect.calls.ts";
import { jobsChannelName } from "./collect.calls.ts";

/** Calls `heard` with whatever the background says of its jobs, until the signal ends it. Only our own pages can speak here. */
export function followJobs(heard: (news: JobsNews) => void, signal: AbortSignal): void {
  const channel = new BroadcastChannel(jobsChannelName);
  channel.addEventListener("message", (event: MessageEvent<JobsNews>) => heard(event.data), { signal });
  signal.addEventListener("abort", () => channel.close());
}
