import { jobsQuery, usageQuery } from "#src/collector/collect/jobs.queries.ts";
import { savedReaders } from "#src/collector/marketplaces/marketplaces.ts";
import { makePageParser } from "#src/collector/marketplaces/page-parser.ts";
import type { FoundFile, ReadChosen } from "#src/collector/review-import/found-file.ts";
import { sampleSize } from "#src/collector/review-import/found-file.ts";
import { readInWorker } from "#src/collector/review-import/import-in-worker.ts";
import type { FoundReviews, ReadSaved } from "#src/collector/review-import/read-chosen-file.ts";
import { mostSeconds, readFile } from "#src/collector/review-import/read-chosen-file.ts";
import { importReviews } from "#src/collector/review-import/store-imported-job.commands.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import { client, openDatabase } from "./dashboard-data.ts";

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
      const from = { title: name, url, facts, reviews };
      return (await importReviews(await openDatabase(), from, onStored)).jobId;
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

/** Reads a file that a person chose in the dashboard: a saved page here, one of our exports in a worker. */
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
