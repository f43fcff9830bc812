import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import type { Job, JobWithMetadata, PgBoss } from "pg-boss";
import { fromKysely } from "pg-boss";
import { z } from "zod";
import type { Acting, Tx } from "#server/platform/db/row-security.ts";
import { actAs, getActingCompany } from "#server/platform/db/row-security.ts";
import { runFor } from "#server/platform/runtime/requester-context.ts";
import type { Services } from "#server/platform/services.ts";
import type { JobData, JobKind } from "./job-queue.ts";

/** The context of a job's work. */
export interface JobContext {
  readonly services: Services;
  readonly acting: Acting;
  readonly jobId: string;
  /** aborted if the worker stops or the job's time is over: work stops between steps */
  readonly signal: AbortSignal;
  /**
   * Runs the last transaction of the job: what `work` does and the job's completion are committed together, so that neither a retry nor a killed
   * worker does it twice. Earlier steps, in transactions of their own, must be repeatable.
   * @throws Error if another worker has taken or completed the job: this try's work is rolled back
   */
  finish(work: (tx: Tx) => Promise<void>): Promise<void>;
}

/** A job with its work. */
export interface JobWorker {
  readonly kind: JobKind;
  readonly run: (input: never, context: JobContext) => Promise<void>;
  /** runs after the last try has failed, in a transaction that acts for the job */
  readonly givenUp?: (tx: Tx, input: never, acting: Acting) => Promise<void>;
}

/** Defines the worker of a kind of job. */
export function workOn<I extends z.ZodType>(
  kind: JobKind<I>,
  run: (input: z.output<I>, context: JobContext) => Promise<void>,
  givenUp?: (tx: Tx, input: z.output<I>, acting: Acting) => Promise<void>,
): JobWorker {
  return givenUp === undefined ? { kind, run } : { kind, run, givenUp };
}

/**
 * Does the work for each item in turn; one that fails does not stop the others.
 * @returns the failures, each already reported to `onFailure`
 * @throws the reason of `signal` once it is aborted
 */
export async function attemptEach<T>(
  items: readonly T[],
  signal: AbortSignal,
  work: (item: T) => Promise<unknown>,
  onFailure: (error: unknown, item: T) => void,
): Promise<unknown[]> {
  const failures: unknown[] = [];
  for (const item of items) {
    signal.throwIfAborted();
    try {
      await work(item);
    } catch (error) {
      signal.throwIfAborted();
      onFailure(error, item);
      failures.push(error);
    }
  }
  return failures;
}

const completion = z.object({ affected: z.int() });

function buildContext(boss: PgBoss, services: Services, { kind }: JobWorker, job: Job<JobData>): JobContext {
  const { acting } = job.data;
  return {
    services,
    acting,
    jobId: job.id,
    signal: job.signal,
    finish: (work) =>
      services.database.begin(async (tx) => {
        actAs(tx, acting);
        await work(tx);
        const { affected } = completion.parse(await boss.complete(kind.name, job.id, null, { db: fromKysely(tx) }));
        // A worker that was thought dead comes second.
        if (affected !== 1) throw new Error("jobs: another attempt has taken over the job");
      }),
  };
}

/** Reports that a job has failed for good. If that fails as well, the first failure is still reported. */
async function giveUp({ database }: Services, { kind, givenUp }: JobWorker, { data }: Job<JobData>, log: FastifyBaseLogger): Promise<void> {
  if (givenUp === undefined) return;
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this call's handler; its schema has parsed the input
    await database.transaction(data.acting, (tx) => givenUp(tx, kind.input.parse(data.input) as never, data.acting));
  } catch (error) {
    log.error({ err: error }, "reporting a failed job failed");
  }
}

async function doJob(boss: PgBoss, services: Services, worker: JobWorker, job: JobWithMetadata<JobData>): Promise<void> {
  const started = Date.now();
  const log = services.log.child({ job: worker.kind.name, jobId: job.id });
  try {
    const context = buildContext(boss, services, worker, job);
    const company = job.groupId ?? getActingCompany(job.data.acting);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this call's handler; its schema has parsed the input
    await runFor({ company, signal: job.signal }, () => worker.run(worker.kind.input.parse(job.data.input) as never, context));
    log.info({ ms: Date.now() - started }, "job done");
  } catch (error) {
    const isLast = job.retryCount >= job.retryLimit;
    log.error({ err: error, ms: Date.now() - started }, isLast ? "job failed for good" : "job failed, will be retried");
    // A stopping worker interrupted it: not the job's fault, and another worker retries it.
    if (isLast && !job.signal.aborted) await giveUp(services, worker, job, log);
    throw error;
  }
}

/** Concurrent jobs of a kind, and how many of them for one company: its pile leaves a lane to others, so they need not wait for a long job of it. */
const lanes = 2;
const lanesPerCompany = 1;

/**
 * Runs the jobs of a kind one after the other: at once after a notification or a finished job, otherwise polling every five seconds.
 * @param opened the lanes of the kind; this one is added
 */
async function openLane(boss: PgBoss, services: Services, worker: JobWorker, opened: string[]): Promise<void> {
  const patience = {
    batchSize: 1,
    localGroupConcurrency: lanesPerCompany,
    pollingIntervalSeconds: 2,
    notifyPollingIntervalSeconds: 5,
    includeMetadata: true,
  } as const;
  const lane = await boss.work(worker.kind.name, patience, async ([job]: JobWithMetadata<JobData>[]) => {
    if (job === undefined) return;
    try {
      await doJob(boss, services, worker, job);
    } finally {
      // A notification wakes each lane once, however many jobs it announces; the rest would wait for the next poll. All lanes: one that found nothing
      // but jobs of this company may have its next one.
      for (const each of opened) boss.notifyWorker(each);
    }
  });
  opened.push(lane);
}

/**
 * Starts the workers of the list, two jobs of a kind at a time and one of each company: counted in each process, like all shares. A job that throws
 * is retried by its queue's rule; a killed worker is noticed by its missing heartbeat.
 */
export async function startWorkers(boss: PgBoss, services: Services, workers: readonly JobWorker[]): Promise<void> {
  for (const worker of workers) {
    const opened: string[] = [];
    for (let lane = 0; lane < lanes; lane += 1) await openLane(boss, services, worker, opened);
  }
}

/** Takes no further job and waits for those in progress, at most `withinMs`: what is left by then is run again by another worker. */
export async function stopWorkers(boss: PgBoss, workers: readonly JobWorker[], withinMs: number): Promise<void> {
  const patience = new AbortController();
  const done = Promise.all(workers.map(({ kind }) => boss.offWork(kind.name, { wait: true })));
  await Promise.race([done, sleep(withinMs, undefined, { signal: patience.signal }).catch(() => undefined)]);
  patience.abort();
}
