import { z } from "zod";
import { pageKinds, problem } from "#src/collector/marketplaces/marketplaces.contract.ts";
import { marketplaceIds, statedCount } from "#src/collector/reviews/reviews.contract.ts";
import { notReadFields } from "#src/collector/reviews/reviews.rules.ts";
import { collectOptions } from "#src/collector/reviews/collect-options.contract.ts";
import { jobStatuses } from "./jobs.machine.ts";

/** A collecting job as it is stored, one record in the extension's IndexedDB. It never contains a token or a cookie. */
export const job = z.object({
  jobId: z.string(),
  marketplace: z.enum(marketplaceIds),
  kind: z.enum(pageKinds),
  /** listing id, or the shop's name for a shop page: with marketplace and kind it identifies the page that the job needs */
  subject: z.string(),
  title: z.string(),
  shopName: z.string(),
  url: z.string(),
  image: z.string(),
  status: z.enum(jobStatuses),
  problem: problem.nullable(),
  options: collectOptions,
  /** the page to request next, from 1 */
  nextPage: z.number().int().min(1),
  /** which of the marketplace's routes is in use (Marketplace.routes) */
  route: z.number().int(),
  /** the page to continue with on each route that the job left, by route number */
  routePages: z.record(z.string(), z.number().int().min(1)),
  /** the first problem since the best route last worked: it explains why the job left that route */
  firstProblem: problem.nullable(),
  totalPages: z.number().int().nullable(),
  /** the stars filter that the server applies; null if only we filter */
  serverStars: z.number().int().nullable(),
  /** counts as the marketplace states them, the latest of each meaning */
  counts: z.array(statedCount),
  starCounts: z.record(z.string(), z.number()).nullable(),
  /** how many reviews there should be to read, under `serverStars`; null if unknown */
  expected: z.number().int().nullable(),
  /** distinct reviews read */
  seen: z.number().int(),
  /** distinct reviews read that match the options and are stored */
  kept: z.number().int(),
  /** reviews that came again and were dropped, by their id */
  duplicates: z.number().int(),
  /** of `kept`: how many have no text, how many have photos */
  withoutText: z.number().int(),
  withPhotos: z.number().int(),
  /** of `seen`: in how many reviews a field was not read, by field (`notReadFields`) */
  notRead: z.partialRecord(z.enum(notReadFields), z.number().int()),
  /** of `kept`: reviews by stars ("1".."5", "0" for none) and by month ("2026-05", "" for no date) */
  byStars: z.record(z.string(), z.number()),
  byMonth: z.record(z.string(), z.number()),
  /** whether dates have come in descending order so far, if newest first was requested; null before it is known */
  newestFirst: z.boolean().nullable(),
  /** the oldest day read so far: later pages must not be newer by more than some days (`slackDays`) */
  lastDate: z.string(),
  requests: z.number().int(),
  /** the limit in force since the last click; null for none */
  limit: z.number().int().nullable(),
  /** why reading ended: the marketplace had no more, all later ones are older than requested, or the limit */
  ended: z.enum(["", "end", "date", "limit"]),
  sources: z.array(z.string()),
  /** approximate bytes that its reviews use in storage */
  bytes: z.number(),
  /** no request before this instant (epoch ms): a 429's Retry-After, or a rest of the whole marketplace */
  notBefore: z.number().nullable(),
  /** 429 and 5xx responses in a row */
  failures: z.number().int(),
  /** the tab that works on it; null if none shows its page: a running job then waits for its page to be opened */
  tabId: z.number().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  finishedAt: z.string(),
  /** name of its newest file, '' for none */
  fileName: z.string(),
  /** why the last export failed, '' if it did not */
  fileProblem: z.enum(["", "exportFailed", "diskFull"]),
});
export type Job = z.infer<typeof job>;

/** A file that was exported, for the history. */
export interface ExportRecord {
  exportId: string;
  jobId: string;
  fileName: string;
  format: "xlsx" | "csv";
  rows: number;
  bytes: number;
  at: string;
}

/** Why a job's file could not be made. */
export interface ExportProblem {
  kind: "exportFailed" | "diskFull";
  /** for a report, not for people */
  detail: string;
}
