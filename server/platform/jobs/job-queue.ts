import { sql } from "kysely";
import { fromKysely } from "pg-boss";
import type { PgBoss } from "pg-boss";
import type { z } from "zod";
import { getActingCompany } from "#server/platform/db/row-security.ts";
import type { Acting, Tx } from "#server/platform/db/row-security.ts";
import { getRequester } from "#server/platform/runtime/requester-context.ts";
import type { QueueName } from "./queue-schedules.ts";

/** A kind of job: the name of its queue and the schema of its input. */
export interface JobKind<I extends z.ZodType = z.ZodType> {
  readonly name: QueueName;
  readonly input: I;
}

/** Defines a kind of job, separately from its worker, so that code that enqueues does not load the work. */
export function defineJob<I extends z.ZodType>(kind: JobKind<I>): JobKind<I> {
  return Object.freeze(kind);
}

export interface EnqueueOptions {
  /** earliest start */
  readonly startAfter?: Date;
  /** at most one job of this kind and key runs, and one more waits, which will see what this one would */
  readonly singletonKey?: string;
}

/** The stored data of a job. */
export interface JobData {
  acting: Acting;
  input: unknown;
}

export interface JobQueue {
  /**
   * Enqueues a job in the transaction that causes it: both are committed, or neither. It counts for the company that requests it: companies take
   * turns in each queue, and the jobs of one run in their order. Two that start at the same moment may begin in either.
   * @param acting who the job will act for
   * @returns false if one of the same key waits already, and will run no later than this one would
   */
  enqueue<I extends z.ZodType>(tx: Tx, kind: JobKind<I>, acting: Acting, input: z.input<I>, options?: EnqueueOptions): Promise<boolean>;
}

/**
 * Whether a job of this kind and key waits. The queue's own policy limits what runs, and not what waits. A failed job waits minutes for its retry:
 * one that would start after `at` is moved to then. One that is just starting is awaited and does not count: it may not see the requester's changes.
 * Until this transaction ends, the job does not start. The lock is shared, so that the many requesters of one job do not wait for each other.
 */
async function isWaiting(tx: Tx, name: QueueName, key: string, at: Date | null): Promise<boolean> {
  const isOfKey = sql`name = ${name} and singleton_key = ${key} and state in ('created', 'retry')`;
  const { rows } = await sql`
    with early as (
      select id from pgboss.job where ${isOfKey} and start_after <= coalesce(${at}::timestamptz, clock_timestamp()) limit 1 for key share
    ), moved as (
      update pgboss.job set start_after = coalesce(${at}::timestamptz, now()) where ${isOfKey} and not exists (select from early) returning id
    )
    select id from early union all select id from moved`.execute(tx);
  return rows.length > 0;
}

/** Requesters that are no company: their jobs are not limited together. */
const nobody: ReadonlySet<string> = new Set(["anonymous", "platform", "server"]);

/**
 * Returns the turn of a company's next job, as its priority: 0 and down. Start-time fair queueing (Goyal, Vin and Cheng, 1996) with jobs of equal
 * weight: a job comes one turn after its company's last one that waits or runs, and no earlier than the current turn. So the second job of a
 * company comes after the first ones of all others, a pile of 50 delays no other company's job, and a pile is not postponed for ever by later jobs.
 *
 * Transactions that do not see each other assign the same turn; a company has as many of these as connections.
 */
async function getTurn(tx: Tx, name: string, company: string | null): Promise<number> {
  const { rows } = await sql<{ turn: number }>`
    with
      -- Three looks into pg-boss's partial indexes, whose conditions are repeated here.
      own_waiting as (
        select min(priority) as last from pgboss.job
        where name = ${name} and group_id = ${company} and state < 'active' and not blocked),
      running as (
        select max(priority) as turn, min(priority) filter (where group_id = ${company}) as own_last from pgboss.job
        where name = ${name} and group_id is not null and state = 'active'),
      waiting as (
        select max(priority) as turn from pgboss.job where name = ${name} and state < 'active' and not blocked)
    select least(0, own_waiting.last - 1, running.own_last - 1, coalesce(running.turn, waiting.turn + 1)) as turn
    from own_waiting, running, waiting`.execute(tx);
  return rows[0]?.turn ?? 0;
}

/** Opens the queue over pg-boss. */
export function openJobQueue(boss: PgBoss): JobQueue {
  return {
    async enqueue(tx, kind, acting, input, options = {}) {
      kind.input.parse(input);
      const { singletonKey, startAfter = null } = options;
      if (singletonKey !== undefined && (await isWaiting(tx, kind.name, singletonKey, startAfter))) return false;
      const { company } = getRequester(getActingCompany(acting));
      const isCompany = !nobody.has(company);
      const data: JobData = { acting, input };
      await boss.send(kind.name, data, {
        db: fromKysely(tx),
        ...(startAfter === null ? {} : { startAfter }),
        priority: await getTurn(tx, kind.name, isCompany ? company : null),
        ...(isCompany ? { group: { id: company } } : {}),
        ...(singletonKey === undefined ? {} : { singletonKey }),
      });
      return true;
    },
  };
}
