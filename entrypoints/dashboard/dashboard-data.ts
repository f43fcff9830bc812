import type { QueryClient } from "@tanstack/react-query";
import { QueryClient as Client } from "@tanstack/react-query";
import type { LoadReviews } from "#src/collector/collect/reviews-table.tsx";
import type { CollectDb } from "#src/collector/jobs/jobs.storage.ts";
import { openCollectDb, reviewsRange } from "#src/collector/jobs/jobs.storage.ts";

/** The cache of the dashboard's screens. */
export const client: QueryClient = new Client({
  defaultOptions: { queries: { retry: 1, refetchOnWindowFocus: true, networkMode: "always" } },
});

let opened: Promise<CollectDb> | null = null;

/** Opens the database of jobs and reviews, once; a failed attempt is repeated by the next call. */
export async function openDatabase(): Promise<CollectDb> {
  opened ??= openCollectDb();
  try {
    return await opened;
  } catch (error) {
    opened = null;
    throw error;
  }
}

/** Loads reviews of a job, from an index on. */
export const loadReviews: LoadReviews = async (jobId, from, count) => reviewsRange(await openDatabase(), jobId, from, count);
