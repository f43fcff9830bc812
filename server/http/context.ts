import type { FastifyBaseLogger } from "fastify";
import type { Readable } from "node:stream";
import type { Permission, Role, SessionArea } from "#src/api/actors.ts";
import type { RefusalName } from "#src/api/codes.ts";
import type { Call, OutputOf, ParsedInputOf } from "#src/api/define-call.ts";
import type { Result } from "#src/lib/result.ts";
import type { Services } from "#server/services.ts";
import type { SlowWorkKind } from "#server/slow-work.ts";
import type { Acting } from "#server/db/acting.ts";
import type { Tx } from "#server/db/tx.ts";

/** Who a request's session says is asking. */
export interface Actor {
  readonly sessionUuid: string;
  readonly area: SessionArea;
  readonly userUuid: string;
  readonly username: string;
  readonly role: Role;
  /** the provider's or the retailer's uuid */
  readonly relatedUuid: string | null;
  /** whose data is shown; null where a retailer has no provider that lets it in */
  readonly providerUuid: string | null;
  readonly retailerUuid: string | null;
  readonly permissions: readonly Permission[];
  readonly isReadOnly: boolean;
  /** the provider's user who looks on for support */
  readonly openedBy: string | null;
  readonly expiresAt: Date;
}

/** An uploaded file, read to its end and within the call's limits. */
export interface Upload {
  readonly field: string;
  readonly name: string;
  readonly bytes: Buffer;
}

/** What every implementation knows of its request. */
export interface RequestContext {
  readonly services: Services;
  readonly now: Date;
  /** null for who is not signed in */
  readonly actor: Actor | null;
  readonly acting: Acting;
  readonly host: string;
  /** whether the request came in at the home page's port */
  readonly isHomepagePort: boolean;
  readonly address: string;
  readonly device: string;
  /** the Cookie header; empty where there is none */
  readonly cookies: string;
  /** Sends a Set-Cookie header with the answer; `Secure` is added where the request came by HTTPS. */
  setCookie(cookie: string): void;
  /** the bearer token as it was sent */
  readonly token: string | null;
  readonly uploads: readonly Upload[];
  /** aborted when the client has gone, or waits no longer; not there for who stays */
  readonly asker?: AbortSignal;
  readonly log: FastifyBaseLogger;
}

/** The context of an implementation that works in the request's own transaction. */
export interface CallContext extends RequestContext {
  readonly tx: Tx;
}

/**
 * The context of an implementation that has slow work to do (a password's hash, a picture) and must not hold a transaction meanwhile.
 * `act` runs its work once for each Idempotency-Key, in a transaction that acts for the session (or the gate); what it gives is the answer.
 */
export interface SlowContext<T> extends RequestContext {
  act(work: (tx: Tx) => Promise<Result<T, RefusalName>>): Promise<Result<T, RefusalName>>;
}

/** A file as an answer. It is opened after the transaction has ended. */
export interface FileAnswer {
  readonly contentType: string;
  /** what it is saved as */
  readonly name: string;
  readonly isInline: boolean;
  readonly byteSize: number | null;
  open(): Promise<Readable | null>;
}

export type AnswerOf<C> = OutputOf<C>;
export type Handler<C> = (input: ParsedInputOf<C>, context: CallContext) => Promise<Result<AnswerOf<C>, RefusalName>>;
export type SlowHandler<C> = (input: ParsedInputOf<C>, context: SlowContext<AnswerOf<C>>) => Promise<Result<AnswerOf<C>, RefusalName>>;
export type FileHandler<C> = (input: ParsedInputOf<C>, context: CallContext) => Promise<Result<FileAnswer, RefusalName>>;

/** A call with what it does: the route table is a list of these. Types are checked where it is made, and forgotten here. */
export interface Implementation {
  readonly call: Call;
  readonly kind: "quick" | "slow" | "file";
  /** what waits for its company's turn before it runs; null for what takes a moment */
  readonly slowWork: SlowWorkKind | null;
  readonly run: (input: never, context: never) => Promise<Result<unknown, RefusalName>>;
}

/** What is said of an implementation beside its handler. */
interface ImplementOptions {
  readonly slowWork?: SlowWorkKind;
}

/** A call that works in one transaction from its authentication to its answer: a refusal takes everything back. */
export function implement<C extends Call>(call: C, run: Handler<C>, { slowWork }: ImplementOptions = {}): Implementation {
  return { call, kind: "quick", slowWork: slowWork ?? null, run };
}

/** A call with slow work before (or around) its transaction. */
export function implementSlow<C extends Call>(call: C, run: SlowHandler<C>, { slowWork }: ImplementOptions = {}): Implementation {
  return { call, kind: "slow", slowWork: slowWork ?? null, run };
}

/** A call that answers with a file. One whose size is not known yet is made in turns with those of other companies while it is sent. */
export function implementFile<C extends Call>(call: C, run: FileHandler<C>): Implementation {
  return { call, kind: "file", slowWork: null, run };
}

/** The actor of a call that only the signed in reach. */
export function signedIn(context: RequestContext): Actor {
  if (context.actor === null) throw new Error("a call for the signed in ran without a session");
  return context.actor;
}

/** The provider of a call that needs one: a retailer without a provider sees nothing, and staff always have theirs. */
export function actingProvider(context: RequestContext): string | null {
  return signedIn(context).providerUuid;
}
