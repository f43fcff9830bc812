import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from "idb";
import { openDB } from "idb";
import type { MarketplaceId, Review } from "#src/collector/reviews/reviews.contract.ts";
import type { ExportRecord, Job } from "./jobs.contract.ts";

/** A stored review with its index in the job, from 0 without gaps: a table can load any range of rows. */
interface ReviewRow {
  jobId: string;
  n: number;
  reviewId: string;
  review: Review;
}

interface CollectSchema extends DBSchema {
  jobs: { key: string; value: Job };
  /** stored reviews in reading order; the index makes an id unique within its job */
  reviews: { key: [string, number]; value: ReviewRow; indexes: { byReviewId: [string, string] } };
  /** ids of reviews that did not match the options: they count as read, and are not read twice */
  passedOver: { key: [string, string]; value: { jobId: string; reviewId: string } };
  exports: { key: string; value: ExportRecord };
  /** when each marketplace last responded: the wait survives a killed service worker and a restarted browser */
  pace: { key: MarketplaceId; value: Pace & { marketplace: MarketplaceId } };
}

/** When the next request to a marketplace is allowed. All in ms, instants since the epoch. */
export interface Pace {
  answeredAt: number;
  /** the wait after that response */
  waitMs: number;
  /** no job sends a request before this instant, because the marketplace refused one; 0 for none */
  restUntil: number;
}

export type CollectDb = IDBPDatabase<CollectSchema>;

/** Opens the extension's database; creates it on first use. A page of an older version that holds it open closes it. */
export async function openCollectDb(): Promise<CollectDb> {
  return openDB<CollectSchema>("quayside-collector", 2, {
    upgrade(db, oldVersion, _newVersion, tx) {
      if (oldVersion === 1) {
        void upgradeFromFirst(tx);
        return;
      }
      db.createObjectStore("jobs", { keyPath: "jobId" });
      const reviews = db.createObjectStore("reviews", { keyPath: ["jobId", "n"] });
      reviews.createIndex("byReviewId", ["jobId", "reviewId"], { unique: true });
      db.createObjectStore("passedOver", { keyPath: ["jobId", "reviewId"] });
      db.createObjectStore("exports", { keyPath: "exportId" });
      db.createObjectStore("pace", { keyPath: "marketplace" });
    },
    blocking(_current, _blocked, event) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the target of `versionchange` is the database
      (event.target as IDBDatabase).close();
    },
  });
}

type UpgradeTransaction = IDBPTransaction<CollectSchema, StoreNames<CollectSchema>[], "versionchange">;

/** Version 2 adds fields to jobs and paces; the records of version 1 get their initial values. */
async function upgradeFromFirst(tx: UpgradeTransaction): Promise<void> {
  const added = { routePages: {}, firstProblem: null, notRead: {} };
  for (const job of await tx.objectStore("jobs").getAll()) await tx.objectStore("jobs").put({ ...added, ...job });
  for (const pace of await tx.objectStore("pace").getAll()) await tx.objectStore("pace").put({ ...pace, restUntil: 0 });
}

/** The key range of one job in a store whose key begins with the job's id. */
function ofJob(jobId: string): IDBKeyRange {
  // An array sorts after every string and number, so [jobId, []] is past the last key of the job.
  return IDBKeyRange.bound([jobId], [jobId, []]);
}

/** All jobs, newest first. */
export async function readAllJobs(db: CollectDb): Promise<Job[]> {
  return (await db.getAll("jobs")).toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
}

/** One job, or null. */
export async function readJob(db: CollectDb, jobId: string): Promise<Job | null> {
  return (await db.get("jobs", jobId)) ?? null;
}

/**
 * Changes a job in one transaction: `change` receives the stored job and returns the new one, or null to leave it unchanged.
 * @returns the stored job afterwards, or null if there is none
 */
export async function updateJob(db: CollectDb, jobId: string, change: (job: Job) => Job | null): Promise<Job | null> {
  const tx = db.transaction("jobs", "readwrite");
  const work = async () => {
    const before = await tx.store.get(jobId);
    const after = before === undefined ? null : change(before);
    if (after !== null) await tx.store.put(after);
    return after ?? before ?? null;
  };
  // Both are awaited, so that a put that fails with its transaction does not leave an unhandled rejection.
  const [job] = await Promise.all([work(), tx.done]);
  return job;
}

/** Stores a new job. */
export async function addJob(db: CollectDb, job: Job): Promise<void> {
  await db.add("jobs", job);
}

/**
 * Decides what `storePage` stores, given which of a page's reviews are new.
 * The decision is pure and made inside the transaction, so that it sees exactly what is stored.
 */
export type DecidePage = (
  job: Job,
  isNew: (reviewId: string) => boolean,
) => { job: Job; keep: readonly Review[]; passOver: readonly string[] } | null;

/**
 * Stores one page of reviews and the job's advance in a single transaction: either all of it is there or nothing,
 * so that a killed worker can neither lose a review nor store it twice.
 * @throws DOMException QuotaExceededError if the disk is full; nothing is stored then
 */
export async function storePage(db: CollectDb, jobId: string, reviewIds: readonly string[], decide: DecidePage): Promise<Job | null> {
  const tx = db.transaction(["jobs", "reviews", "passedOver"], "readwrite", { durability: "strict" });
  try {
    const job = await tx.objectStore("jobs").get(jobId);
    if (job === undefined) return null;
    const known = new Set<string>();
    await Promise.all(
      reviewIds.map(async (reviewId) => {
        const kept = await tx.objectStore("reviews").index("byReviewId").getKey([jobId, reviewId]);
        const passed = await tx.objectStore("passedOver").getKey([jobId, reviewId]);
        if (kept !== undefined || passed !== undefined) known.add(reviewId);
      }),
    );
    const decision = decide(job, (reviewId) => !known.has(reviewId));
    if (decision === null) return job;
    let n = job.kept;
    for (const review of decision.keep) {
      await tx.objectStore("reviews").add({ jobId, n, reviewId: review.reviewId, review });
      n += 1;
    }
    for (const reviewId of decision.passOver) await tx.objectStore("passedOver").put({ jobId, reviewId });
    await tx.objectStore("jobs").put(decision.job);
    await tx.done;
    return decision.job;
  } catch (error) {
    // The transaction's own promise rejects too; it must not become an unhandled rejection.
    tx.done.catch(() => undefined);
    try {
      tx.abort();
    } catch {
      // already aborted by the failed request
    }
    throw error;
  }
}

/** Reads `count` reviews of a job from index `from` (0 is the first read); fewer at the end. */
export async function reviewsRange(db: CollectDb, jobId: string, from: number, count: number): Promise<Review[]> {
  if (count <= 0) return [];
  const rows = await db.getAll("reviews", IDBKeyRange.bound([jobId, from], [jobId, from + count - 1]));
  return rows.map((row) => row.review);
}

/** Reads all reviews of a job in order, `size` at a time, so that memory use stays constant. */
export async function* reviewBatches(db: CollectDb, jobId: string, size: number): AsyncGenerator<Review[]> {
  for (let from = 0; ; from += size) {
    const batch = await reviewsRange(db, jobId, from, size);
    if (batch.length > 0) yield batch;
    if (batch.length < size) return;
  }
}

/** Deletes a job with everything stored for it; returns the bytes that its reviews used. */
export async function removeJob(db: CollectDb, jobId: string): Promise<number> {
  const tx = db.transaction(["jobs", "reviews", "passedOver"], "readwrite");
  const job = await tx.objectStore("jobs").get(jobId);
  await Promise.all([
    tx.objectStore("jobs").delete(jobId),
    tx.objectStore("reviews").delete(ofJob(jobId)),
    tx.objectStore("passedOver").delete(ofJob(jobId)),
    tx.done,
  ]);
  return job?.bytes ?? 0;
}

/** Stores the record of an exported file. */
export async function addExport(db: CollectDb, record: ExportRecord): Promise<void> {
  await db.add("exports", record);
}

/** All exported files, newest first. */
export async function readAllExports(db: CollectDb): Promise<ExportRecord[]> {
  return (await db.getAll("exports")).toSorted((a, b) => b.at.localeCompare(a.at));
}

/** A marketplace's pace; null before the first request. */
export async function readPace(db: CollectDb, marketplace: MarketplaceId): Promise<Pace | null> {
  return (await db.get("pace", marketplace)) ?? null;
}

/** Stores a marketplace's pace. */
export async function writePace(db: CollectDb, marketplace: MarketplaceId, pace: Pace): Promise<void> {
  await db.put("pace", { marketplace, ...pace });
}
