import type { QueryClient } from "@tanstack/react-query";
import { QueryClient as Client } from "@tanstack/react-query";
import type { CollectDb } from "#src/collector/jobs/jobs.storage.ts";
import { importReviews } from "#src/collector/review-import/import.commands.ts";
import { openCollectDb, reviewsRange } from "#src/collector/jobs/jobs.storage.ts";
import type { TabFacts } from "#src/collector/jobs/background-calls.ts";
import { jobsQuery, usageQuery } from "#src/collector/collect/jobs.queries.ts";
import type { LoadReviews } from "#src/collector/collect/reviews-table.tsx";
import type { FoundFile, ReadChosen } from "#src/collector/review-import/found-file.ts";
import { sampleSize } from "#src/collector/review-import/found-file.ts";
import { readInWorker } from "#src/collector/review-import/import-host.ts";
import type { FoundReviews, ReadSaved } from "#src/collector/review-import/saved-file.ts";
import { mostSeconds, readFile } from "#src/collector/review-import/saved-file.ts";
import type { PageFacts } from "#src/collector/marketplaces/marketplaces.contract.ts";
import { savedReaders } from "#src/collector/marketplaces/marketplaces.ts";
import { makePageParser } from "#src/collector/marketplaces/page-parser.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";

/** Data of the dashboard's screens: the only place that knows database, clock and parser. */
export const client: QueryClient = new Client({
  defaultOptions: { queries: { retry: 1, refetchOnWindowFocus: true, networkMode: "always" } },
});

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

/** Loads reviews of a job, from an index on. */
export const loadReviews: LoadReviews = async (jobId, from, count) => reviewsRange(await database(), jobId, from, count);

/** A saved page may still contain its token, which is never stored. */
function withoutToken({ csrf: _csrf, ...facts }: PageFacts): TabFacts {
  return facts;
}

/** A page's few reviews are stored here; those of a large file by the worker that read them. */
function foundOnPage({ reviews, facts, url, title, skipped, missing, isTruncated }: FoundReviews): FoundFile {
  return {
    count: reviews.length,
    sample: reviews.slice(0, sampleSize),
    title,
    skipped,
    missing,
    isTruncated,
    async save(name, onStored) {
      const from = { title: name, url, facts: facts === null ? null : withoutToken(facts), reviews };
      return (await importReviews(await database(), from, onStored)).jobId;
    },
    drop: () => undefined,
  };
}

/** Refreshes the list before the new job's page opens. */
function listed(found: FoundFile): FoundFile {
  return {
    ...found,
    async save(title, onStored) {
      const jobId = await found.save(title, onStored);
      await Promise.all([
        client.invalidateQueries({ queryKey: jobsQuery.queryKey }),
        client.invalidateQueries({ queryKey: usageQuery.queryKey }),
      ]);
      return jobId;
    },
  };
}

/** Reads a file that a person chose. */
export const readChosen: ReadChosen = async (file, url, onRows) => {
  const read = await readFile(file, url, { page: readSaved, ours: (ours) => readInWorker(ours, onRows) });
  if (!read.ok) return read;
  return ok(listed(read.value.from === "page" ? foundOnPage(read.value.found) : read.value.found));
};

/** Reads a saved page with the first reader that accepts it, within the time limit. */
const readSaved: ReadSaved = (text, url) => {
  const { parseHtml, check } = makePageParser(mostSeconds);
  const context = { parseHtml, now: new Date().toISOString() };
  const answers = savedReaders.map((reader) => {
    check();
    return reader.readSaved(text, url, context);
  });
  return answers.find((answer) => answer.ok) ?? answers[0] ?? refuse({ kind: "notProductPage" });
};
