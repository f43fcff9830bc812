import type { QueryClient } from "@tanstack/react-query";
import { QueryClient as Client } from "@tanstack/react-query";
import type { CollectDb } from "#src/collect/collect.db.ts";
import { importReviews, openCollectDb, reviewsRange } from "#src/collect/collect.db.ts";
import type { TabFacts } from "#src/collect/collect.calls.ts";
import { jobsQuery, usageQuery } from "#src/collect/jobs.query.ts";
import type { LoadReviews } from "#src/collect/reviews-table.tsx";
import type { FoundFile, ReadChosen } from "#src/import/found-file.ts";
import { sampleSize } from "#src/import/found-file.ts";
import { readInWorker } from "#src/import/import.host.ts";
import type { FoundReviews, ReadSaved } from "#src/import/saved-file.ts";
import { mostSeconds, readFile } from "#src/import/saved-file.ts";
import type { PageFacts } from "#src/marketplaces/marketplaces.contract.ts";
import { savedReaders } from "#src/marketplaces/marketplaces.ts";
import { makePageParser } from "#src/marketplaces/page-parser.source.ts";
import { ok, refuse } from "#src/lib/result.ts";

/** Where the dashboard's screens get their data: the one place that knows database, clock and parser. */
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

/** Reviews of a job, from a place on. */
export const loadReviews: LoadReviews = async (jobId, from, count) => reviewsRange(await database(), jobId, from, count);

/** A saved page may still hold its token, which is never stored. */
function withoutToken({ csrf: _csrf, ...facts }: PageFacts): TabFacts {
  return facts;
}

/** A page's few reviews are stored from here; those of a large file by the worker that read them. */
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

/** The new job is in the list before its page opens. */
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

/** Reads a saved page with the first reader that knows it, within the time that a page has. */
const readSaved: ReadSaved = (text, url) => {
  const { parseHtml, check } = makePageParser(mostSeconds);
  const context = { parseHtml, now: new Date().toISOString() };
  const answers = savedReaders.map((reader) => {
    check();
    return reader.readSaved(text, url, context);
  });
  return answers.find((answer) => answer.ok) ?? answers[0] ?? refuse({ kind: "notProductPage" });
};
