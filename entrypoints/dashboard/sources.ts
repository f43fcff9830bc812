import type { QueryClient } from "@tanstack/react-query";
import { QueryClient as Client } from "@tanstack/react-query";
import type { CollectDb } from "#src/collect/collect.db.ts";
import { importReviews, openCollectDb, reviewsRange } from "#src/collect/collect.db.ts";
import type { TabFacts } from "#src/collect/collect.calls.ts";
import type { Job } from "#src/collect/collect.contract.ts";
import { jobsQuery, usageQuery } from "#src/collect/jobs.query.ts";
import type { LoadReviews } from "#src/collect/reviews-table.tsx";
import type { FoundReviews, ReadSaved } from "#src/import/saved-file.ts";
import type { PageFacts } from "#src/marketplaces/marketplaces.contract.ts";
import { marketplaces } from "#src/marketplaces/marketplaces.ts";
import { refuse } from "#src/lib/result.ts";

/** Where the dashboard's screens get their data: the one place that knows database, clock and parser. */
export const client: QueryClient = new Client({ defaultOptions: { queries: { retry: 1, refetchOnWindowFocus: true } } });

let opened: Promise<CollectDb> | null = null;

async function database(): Promise<CollectDb> {
  opened ??= openCollectDb();
  try {
    return await opened;
  } catch (error) {
    opened = null;
    throw error;
  }
}

/** Reviews of a job, from a place on. */
export const loadReviews: LoadReviews = async (jobId, from, count) => reviewsRange(await database(), jobId, from, count);

/** A saved page may still hold its token, which is never stored. */
function withoutToken({ csrf: _csrf, ...facts }: PageFacts): TabFacts {
  return facts;
}

/** Makes a finished job of imported reviews. */
export async function saveImport({ reviews, facts, url }: FoundReviews, title: string): Promise<Job> {
  const job = await importReviews(await database(), { title, url, facts: facts === null ? null : withoutToken(facts), reviews });
  await Promise.all([
    client.invalidateQueries({ queryKey: jobsQuery.queryKey }),
    client.invalidateQueries({ queryKey: usageQuery.queryKey }),
  ]);
  return job;
}

/** Reads a saved page with the first marketplace that knows it. Scripts in it never run: a parsed document has no window. */
export const readSaved: ReadSaved = (text, url) => {
  const context = { parseHtml: (html: string) => new DOMParser().parseFromString(html, "text/html"), now: new Date().toISOString() };
  const answers = marketplaces.map((marketplace) => marketplace.readSaved(text, url, context));
  return answers.find((answer) => answer.ok) ?? answers[0] ?? refuse({ kind: "notProductPage" });
};
