import { getAccessRefusal } from "#src/kit/api/access.rules.ts";
import type { RefusalName } from "#src/kit/api/codes.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { actAs, anonymous } from "#server/platform/db/row-security.ts";
import type { Acting, Tx } from "#server/platform/db/row-security.ts";
import { answer, answerOfIssues } from "./answer.ts";
import type { Answer } from "./answer.ts";
import { csrfMatches, openSession } from "./authenticate.ts";
import type { Actor, FileAnswer, Implementation, RequestContext } from "./context.ts";
import { answerOnce, isIdempotencyKey, requestHash, rollBackIfRefused } from "./idempotency.ts";
import type { Claim } from "./idempotency.ts";
import { isReadable } from "./storable-input.ts";
import { forgetActor, rememberActor } from "./session-memory.ts";

/** A request as it arrived, before any of it is trusted. */
export interface Incoming extends Omit<RequestContext, "actor" | "acting"> {
  readonly input: unknown;
  readonly csrf: string | undefined;
  readonly idempotencyKey: string | undefined;
  /** the actor that its session had at its last request, if this process remembers it */
  readonly remembered: Actor | null;
}

/** The result of a request: an envelope, or a file to be opened. */
export interface Outcome {
  readonly answer: Answer;
  readonly actor: Actor | null;
  readonly file?: FileAnswer;
}

/** Thrown within a transaction to roll it back and answer all the same. */
export class Answered extends Error {
  readonly answer: Answer;
  constructor(given: Answer) {
    super("answered");
    this.answer = given;
  }
}

export function refused(name: RefusalName): Answered {
  return new Answered(answer(name));
}

/** Returns why a request is refused before the database is asked; null if it may go on. */
export function turnedAway({ call }: Implementation, { token, csrf, idempotencyKey }: Incoming): RefusalName | null {
  if (idempotencyKey !== undefined && !isIdempotencyKey(idempotencyKey)) return "parameterError";
  if (call.roles === "anyone") return null;
  if (token === null || token === "") return "notSignedIn";
  return csrfMatches(token, csrf) ? null : "csrfTokenError";
}

export function toActing(actor: Actor | null): Acting {
  if (actor === null) return anonymous;
  const { role: kind, providerUuid, retailerUuid, userUuid, warehouseUuids, openedBy } = actor;
  return { kind, providerUuid, retailerUuid, userUuid, warehouseUuids, isForSupport: openedBy !== null };
}

/** Finds the session and makes the transaction act for it; for `anonymous` if nobody is signed in. */
export async function enter(tx: Tx, { call }: Implementation, incoming: Incoming): Promise<Actor | null> {
  const { token, now } = incoming;
  if (token === null || token === "") {
    actAs(tx, anonymous);
    return null;
  }
  const session = await openSession(tx, token, now);
  if (session.ok) {
    rememberActor(token, session.value);
    const forbidden = getAccessRefusal(session.value, call);
    if (forbidden !== null && call.roles !== "anyone") throw refused(forbidden);
    if (call.roles !== "anyone") return session.value;
  } else {
    forgetActor(token);
    if (call.roles !== "anyone") throw refused(session.problem);
  }
  // An open call acts for nobody, whatever token came with it; only its owner is known.
  actAs(tx, anonymous);
  return session.ok ? session.value : null;
}

/** Validates the input, once the actor is authorised. A provider_uuid other than the session's own is refused and audited. */
export function accepted(implementation: Implementation, incoming: Incoming, actor: Actor | null): unknown {
  const { call } = implementation;
  if (!isReadable(incoming.input)) throw refused("parameterError");
  const parsed = call.input.safeParse(incoming.input);
  if (!parsed.success) throw new Answered(answerOfIssues(parsed.error.issues, call.codes));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only an optional field of the parsed input is read
  const named = (parsed.data as { provider_uuid?: unknown } | null)?.provider_uuid;
  if (
    actor !== null &&
    call.roles !== "anyone" &&
    call.choosesProvider !== true &&
    typeof named === "string" &&
    // a UUID is the same in capitals (RFC 9562, 4)
    named.toLowerCase() !== actor.providerUuid
  )
    throw new ForeignProvider(actor);
  return parsed.data;
}

export class ForeignProvider extends Error {
  readonly actor: Actor;
  constructor(actor: Actor) {
    super("provider does not match the session");
    this.actor = actor;
  }
}

export function settled({ call }: Implementation, result: Result<unknown, RefusalName>): Answer {
  // Removes what the contract does not name; a missing field is a bug, and rolls the work back.
  return result.ok ? answer("success", call.output.parse(result.value)) : answer(result.problem);
}

/** The key with its request; null if a request has none, or its call has a rule of its own. */
export function toClaim({ call }: Implementation, incoming: Incoming, actor: Actor | null, input: unknown): Claim | null {
  const key = incoming.idempotencyKey;
  if (key === undefined || call.method === "GET" || call.idempotency === "own") return null;
  // An open call acts for nobody, whoever makes it, and so does its key.
  const whose = call.roles === "anyone" ? null : actor;
  return { key, call: call.name, hash: requestHash(call, input, incoming.uploads), actor: whose, now: incoming.now };
}

/** Runs the work, once per key if there is one; a refusal rolls it back. */
export async function answered(tx: Tx, claim: Claim | null, work: () => Promise<Answer>): Promise<Answer> {
  return claim === null ? rollBackIfRefused(tx, work) : answerOnce(tx, claim, work);
}
