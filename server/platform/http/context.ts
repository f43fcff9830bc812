import type { FastifyBaseLogger } from "fastify";
import type { z } from "zod";
import type { Readable } from "node:stream";
import type { Permission, Role, SessionArea } from "#src/kit/api/roles-and-permissions.ts";
import type { batchOutput, RefusedRow } from "#src/kit/api/batch.ts";
import type { RefusalName } from "#src/kit/api/codes.ts";
import type { Call, OutputOf, ParsedInputOf } from "#src/kit/api/define-call.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { Services } from "#server/platform/services.ts";
import type { SlowWorkKind } from "#server/platform/runtime/slow-work.ts";
import type { Acting, Tx } from "#server/platform/db/row-security.ts";

/** The signed-in principal of a request, by its session. */
export interface Actor {
  readonly sessionUuid: string;
  readonly area: SessionArea;
  readonly userUuid: string;
  readonly username: string;
  readonly role: Role;
  /** the provider's or the retailer's uuid */
  readonly relatedUuid: string | null;
  /** whose data is shown; null if no provider lets this retailer in */
  readonly providerUuid: string | null;
  readonly retailerUuid: string | null;
  readonly permissions: readonly Permission[];
  /** the warehouses that an operator is bound to, in order; empty for all */
  readonly warehouseUuids: readonly string[];
  readonly isReadOnly: boolean;
  /** the provider's user who opened this support session */
  readonly openedBy: string | null;
  readonly expiresAt: Date;
  /** whether the time when the session was last used is still to be stored, because this transaction only reads */
  readonly isSeenDue: boolean;
}

/** An uploaded file, read completely and within the call's limits. */
export interface Upload {
  readonly field: string;
  readonly name: string;
  readonly bytes: Buffer;
}

/** What every implementation knows of its request. */
export interface RequestContext {
  readonly services: Services;
  readonly now: Date;
  /** null if nobody is signed in */
  readonly actor: Actor | null;
  readonly acting: Acting;
  readonly host: string;
  /** whether the request arrived at the home page's port */
  readonly isHomepagePort: boolean;
  readonly address: string;
  readonly device: string;
  /** the Cookie header; empty if there is none */
  readonly cookies: string;
  /** Sends a Set-Cookie header with the response; `Secure` is added if the request came by HTTPS. */
  setCookie(cookie: string): void;
  /** the bearer token as it was sent */
  readonly token: string | null;
  readonly uploads: readonly Upload[];
  /** aborted when the client has disconnected or no longer waits; missing for callers that cannot disconnect */
  readonly signal?: AbortSignal;
  readonly log: FastifyBaseLogger;
}

/** The context of an implementation that works in the request's own transaction. */
export interface CallContext extends RequestContext {
  readonly tx: Tx;
}

/**
 * The context of an implementation with slow work (a password hash, a picture) that must not hold a transaction meanwhile. `act` runs its work once
 * for each Idempotency-Key, in a transaction that acts for the session (or `anonymous`); its result is the answer.
 */
export interface SlowContext<T> extends RequestContext {
  act(work: (tx: Tx) => Promise<Result<T, RefusalName>>): Promise<Result<T, RefusalName>>;
}

/** A file as an answer. It is opened after the transaction has ended. */
export interface FileAnswer {
  readonly contentType: string;
  /** the name to save it under */
  readonly name: string;
  readonly isInline: boolean;
  readonly byteSize: number | null;
  open(): Promise<Readable | null>;
}

export type AnswerOf<C> = OutputOf<C>;
export type Handler<C> = (input: ParsedInputOf<C>, context: CallContext) => Promise<Result<AnswerOf<C>, RefusalName>>;
export type SlowHandler<C> = (input: ParsedInputOf<C>, context: SlowContext<AnswerOf<C>>) => Promise<Result<AnswerOf<C>, RefusalName>>;
export type FileHandler<C> = (input: ParsedInputOf<C>, context: CallContext) => Promise<Result<FileAnswer, RefusalName>>;

/** A call with its handler: the route table is a list of these. Types are checked on creation, and erased here. */
export interface Implementation {
  readonly call: Call;
  readonly kind: "quick" | "slow" | "file" | "batch";
  /** the work of a call over many rows; null for others */
  readonly batch: BatchWork | null;
  /** the kind of work that waits for its company's turn before it runs; null for fast calls */
  readonly slowWork: SlowWorkKind | null;
  readonly run: (input: never, context: never) => Promise<Result<unknown, RefusalName>>;
}

/** The work of a call over many rows, `I` what one row of a set is. */
export interface BatchHandler<C, I> {
  /** the rows of a set, which is one transaction */
  readonly setSize: number;
  /**
   * Lists the rows in an order that a repeat finds again. It refuses the whole call if a row is not the caller's, and changes nothing.
   */
  readonly plan: (input: ParsedInputOf<C>, context: CallContext) => Promise<Result<readonly I[], RefusalName>>;
  /** Changes the rows of a set, and returns those that it refused. A thrown error rolls the set back; the sets before are done. */
  readonly runSet: (rows: readonly I[], input: ParsedInputOf<C>, context: CallContext) => Promise<readonly RefusedRow[]>;
}

/** A batch handler whose types were checked on creation. */
export interface BatchWork {
  readonly setSize: number;
  readonly plan: (input: never, context: never) => Promise<Result<readonly unknown[], RefusalName>>;
  readonly runSet: (rows: never, input: never, context: never) => Promise<readonly RefusedRow[]>;
}

/** Options of an implementation besides its handler. */
interface ImplementOptions {
  readonly slowWork?: SlowWorkKind;
}

/** Implements a call that runs in one transaction from authentication to answer: a refusal rolls everything back. */
export function implement<C extends Call>(call: C, run: Handler<C>, { slowWork }: ImplementOptions = {}): Implementation {
  return { call, kind: "quick", batch: null, slowWork: slowWork ?? null, run };
}

/** Implements a call with slow work before (or around) its transaction. */
export function implementSlow<C extends Call>(call: C, run: SlowHandler<C>, { slowWork }: ImplementOptions = {}): Implementation {
  return { call, kind: "slow", batch: null, slowWork: slowWork ?? null, run };
}

/** Implements a call that answers with a file. If its size is unknown, it is produced while it is sent, in turns with those of other companies. */
export function implementFile<C extends Call>(call: C, run: FileHandler<C>): Implementation {
  return { call, kind: "file", batch: null, slowWork: null, run };
}

/** Implements a call over many rows, set by set (`batch.ts`). */
export function implementBatch<C extends Call<z.ZodType, typeof batchOutput>, I>(call: C, handler: BatchHandler<C, I>): Implementation {
  const run = (): never => {
    throw new Error(`${call.name} runs set by set`);
  };
  return { call, kind: "batch", batch: handler, slowWork: null, run };
}

/** Returns the actor of a call that requires a session. */
export function requireActor(context: RequestContext): Actor {
  if (context.actor === null) throw new Error("a call that requires a session ran without one");
  return context.actor;
}

/** Returns the provider of a call that needs one: a retailer without a provider sees nothing, and staff always have theirs. */
export function requireProvider(context: RequestContext): string | null {
  return requireActor(context).providerUuid;
}
