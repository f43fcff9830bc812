import { sql } from "kysely";
import { fromKysely } from "pg-boss";
import type { PgBoss } from "pg-boss";
import type { z } from "zod";
import type { Acting } from "#server/db/acting.ts";
import type { Tx } from "#server/db/tx.ts";
import type { QueueName } from "./queues.ts";

/** A kind of job: its queue's name and what it is given. */
export interface JobKind<I extends z.ZodType = z.ZodType> {
  readonly name: QueueName;
  readonly input: I;
}

/** Names a kind of job; what runs it is told apart from it, so that who enqueues does not load what works. */
export function defineJob<I extends z.ZodType>(kind: JobKind<I>): JobKind<I> {
  return Object.freeze(kind);
}

export interface EnqueueOptions {
  /** not before */
  readonly startAfter?: Date;
  /** at most one job of this kind and key runs, and one more waits: it will see what this one would */
  readonly singletonKey?: string;
  /** 0 where it is not given; a job with less is done after those with more, whenever they came */
  readonly priority?: number;
}

/** What travels with a job. */
export interface JobData {
  acting: Acting;
  input: unknown;
}

export interface JobQueue {
  /**
   * Puts a job into its queue in the transaction of what it follows from: both are there, or neither.
   * @param acting who the job will act for
   * @returns false where one of the same key waits already, which need wait no longer than this one would
   */
  enqueue<I extends z.ZodType>(tx: Tx, kind: JobKind<I>, acting: Acting, input: z.input<I>, options?: EnqueueOptions): Promise<boolean>;
}

/**
 * Whether a job of this kind and key waits. The queue's own policy bounds what runs, and not what waits. One that failed waits for its next try, minutes
 * long: it is not put off beyond `at`. One that is being begun is waited for, and waits no more then: it may not see what the asker did.
 */
async function isWaiting(tx: Tx, name: QueueName, key: string, at: Date | null): Promise<boolean> {
  const { rows } = await sql`
    update pgboss.job set start_after = least(start_after, coalesce(${at}::timestamptz, now()))
    where name = ${name} and singleton_key = ${key} and state in ('created', 'retry') returning id`.execute(tx);
  return rows.length > 0;
}

/** The queue over pg-boss. */
export function openJobQueue(boss: PgBoss): JobQueue {
  return {
    async enqueue(tx, kind, acting, input, options = {}) {
      kind.input.parse(input);
      const { singletonKey, startAfter = null } = options;
      if (singletonKey !== undefined && (await isWaiting(tx, kind.name, singletonKey, startAfter))) return false;
      const data: JobData = { acting, input };
      await boss.send(kind.name, data, {
        db: fromKysely(tx),
        ...(startAfter === null ? {} : { startAfter }),
        ...(options.priority === undefined ? {} : { priority: options.priority }),
        ...(singletonKey === undefined ? {} : { singletonKey }),
      });
      return true;
    },
  };
}
