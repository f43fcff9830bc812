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
  /** at most one job of this kind and key waits or runs */
  readonly singletonKey?: string;
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
   */
  enqueue<I extends z.ZodType>(tx: Tx, kind: JobKind<I>, acting: Acting, input: z.input<I>, options?: EnqueueOptions): Promise<void>;
}

/** The queue over pg-boss. */
export function openJobQueue(boss: PgBoss): JobQueue {
  return {
    async enqueue(tx, kind, acting, input, options = {}) {
      kind.input.parse(input);
      const data: JobData = { acting, input };
      await boss.send(kind.name, data, {
        db: fromKysely(tx),
        ...(options.startAfter === undefined ? {} : { startAfter: options.startAfter }),
        ...(options.singletonKey === undefined ? {} : { singletonKey: options.singletonKey }),
      });
    },
  };
}
