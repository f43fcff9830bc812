import { isDeepStrictEqual } from "node:util";
import { getAccessRefusal } from "#src/kit/api/access.rules.ts";
import type { RefusalName } from "#src/kit/api/codes.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { actAs, anonymous } from "#server/platform/db/row-security.ts";
import type { Acting, Tx } from "#server/platform/db/row-security.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import { answer, answerOfIssues } from "./answer.ts";
import type { Answer } from "./answer.ts";
import { csrfMatches, openSession } from "./authenticate.ts";
import type { Actor, FileAnswer, Implementation, RequestContext } from "./context.ts";
import { findEarlierAnswer, isIdempotencyKey, answerOnce, requestHash, rollBackIfRefused } from "./idempotency.ts";
import type { Claim } from "./idempotency.ts";
import { isReadable } from "./readable.ts";
import { forgetActor, identify, rememberActor } from "./session-memory.ts";
import { getRequester } from "#server/platform/runtime/requester.ts";

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
class Answered extends Error {
  readonly answer: Answer;
  constructor(given: Answer) {
    super("answered");
    this.answer = given;
  }
}

function refused(name: RefusalName): Answered {
  return new Answered(answer(name));
}

/** Returns why a request is refused before the database is asked; null if it may go on. */
function turnedAway({ call }: Implementation, { token, csrf, idempotencyKey }: Incoming): RefusalName | null {
  if (idempotencyKey !== undefined && !isIdempotencyKey(idempotencyKey)) return "parameterError";
  if (call.roles === "anyone") return null;
  if (token === null || token === "") return "notSignedIn";
  return csrfMatches(token, csrf) ? null : "csrfTokenError";
}

function toActing(actor: Actor | null): Acting {
  if (actor === null) return anonymous;
  const { role: kind, providerUuid, retailerUuid, userUuid, warehouseUuids, openedBy } = actor;
  return { kind, providerUuid, retailerUuid, userUuid, warehouseUuids, isForSupport: openedBy !== null };
}

/** Finds the session and makes the transaction act for it; for `anonymous` if nobody is signed in. */
async function enter(tx: Tx, { call }: Implementation, incoming: Incoming): Promise<Actor | null> {
  const { token, now } = incoming;
  if (token === null || token === "") {
    await actAs(tx, anonymous);
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
  await actAs(tx, anonymous);
  return session.ok ? session.value : null;
}

/** Validates the input, once the actor is authorised. A provider_uuid other than the session's own is refused and audited. */
function accepted(implementation: Implementation, incoming: Incoming, actor: Actor | null): unknown {
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

class ForeignProvider extends Error {
  readonly actor: Actor;
  constructor(actor: Actor) {
    super("provider does not match the session");
    this.actor = actor;
  }
}

function settled({ call }: Implementation, result: Result<unknown, RefusalName>): Answer {
  // Removes what the contract does not name; a missing field is a bug, and rolls the work back.
  return result.ok ? answer("success", call.output.parse(result.value)) : answer(result.problem);
}

/** The key with its request; null if a request has none, or its call has a rule of its own. */
function toClaim({ call }: Implementation, incoming: Incoming, actor: Actor | null, input: unknown): Claim | null {
  const key = incoming.idempotencyKey;
  if (key === undefined || call.method === "GET" || call.idempotency === "own") return null;
  // An open call acts for nobody, whoever makes it, and so does its key.
  const whose = call.roles === "anyone" ? null : actor;
  return { key, call: call.name, hash: requestHash(call, input, incoming.uploads), actor: whose, now: incoming.now };
}

/** Runs the work, once per key if there is one; a refusal rolls it back. */
async function answered(tx: Tx, claim: Claim | null, work: () => Promise<Answer>): Promise<Answer> {
  return claim === null ? rollBackIfRefused(tx, work) : answerOnce(tx, claim, work);
}

/** Whether a request changes nothing, and so runs in a read-only transaction: a key of its own is stored with its answer. */
function isRead({ call }: Implementation, { idempotencyKey }: Incoming): boolean {
  return call.method === "GET" ? call.writes !== true : call.onlyReads === true && idempotencyKey === undefined;
}

/** A read ends when its client has gone; a write is completed, and a retry with the same key gets its answer. */
function getAbortSignal({ call }: Implementation, { signal }: Incoming): AbortSignal | undefined {
  return call.method === "GET" || call.onlyReads === true ? signal : undefined;
}

/** Runs the handler of a call for an actor that may make it. */
async function handle(tx: Tx, implementation: Implementation, incoming: Incoming, actor: Actor | null): Promise<Outcome> {
  const input = accepted(implementation, incoming, actor);
  if (actor !== null && implementation.call.roles !== "anyone") identify(actor);
  const context = { ...incoming, actor, acting: implementation.call.roles === "anyone" ? anonymous : toActing(actor), tx };
  if (implementation.kind === "file") {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this call's handler; its schema has parsed the input
    const result = await implementation.run(input as never, context as never);
    if (!result.ok) throw refused(result.problem);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a call whose output is `blob` answers with a file
    return { answer: answer("success"), actor, file: result.value as FileAnswer };
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this call's handler; its schema has parsed the input
  const run = async () => settled(implementation, await implementation.run(input as never, context as never));
  // Reading needs no savepoint: there is nothing to roll back.
  if (implementation.call.method === "GET") return { answer: await run(), actor };
  return { answer: await answered(tx, toClaim(implementation, incoming, actor, input), run), actor };
}

/** Thrown if a session's actor is no longer the remembered one. */
class ActorChanged extends Error {}

/**
 * Runs a read for the actor that its session had last time, while the session is looked up: the statements of both travel together. The handler's
 * result counts only if the look-up finds the same actor, and its statements see what the look-up allows: `open_session` comes first.
 * @throws ActorChanged if the session has another actor now
 */
async function handleAhead(tx: Tx, implementation: Implementation, incoming: Incoming, remembered: Actor): Promise<Outcome> {
  const [entered, handled] = await Promise.allSettled([
    enter(tx, implementation, incoming),
    handle(tx, implementation, incoming, remembered),
  ]);
  if (entered.status === "rejected") throw entered.reason;
  if (!isDeepStrictEqual({ ...entered.value, isSeenDue: false }, { ...remembered, isSeenDue: false })) throw new ActorChanged();
  if (handled.status === "rejected") throw handled.reason;
  return { ...handled.value, actor: entered.value };
}

async function performRead(implementation: Implementation, incoming: Incoming): Promise<Outcome> {
  const { remembered, services } = incoming;
  const { database } = services;
  if (remembered !== null && implementation.call.roles !== "anyone" && getAccessRefusal(remembered, implementation.call) === null) {
    try {
      return await database.read((tx) => handleAhead(tx, implementation, incoming, remembered), incoming.signal);
    } catch (error) {
      if (!(error instanceof ActorChanged)) throw error;
    }
  }
  return database.read(async (tx) => handle(tx, implementation, incoming, await enter(tx, implementation, incoming)), incoming.signal);
}

/** Sessions whose last use is being stored: the other requests of a page need not wait for the same row. */
const notedSessions = new Set<string>();

/** Stores when a session was last used, once a minute, after a read that could not. */
async function noteSeen({ services, token, now, log }: Incoming, { sessionUuid }: Actor): Promise<void> {
  if (notedSessions.has(sessionUuid)) return;
  notedSessions.add(sessionUuid);
  try {
    await services.database.begin((tx) => openSession(tx, token ?? "", now));
  } catch (error) {
    log.warn({ err: error }, "the time of a session's last use was not stored");
  } finally {
    notedSessions.delete(sessionUuid);
  }
}

async function performQuick(implementation: Implementation, incoming: Incoming): Promise<Outcome> {
  const transact = async () => {
    if (!isRead(implementation, incoming))
      return incoming.services.database.begin(
        async (tx) => handle(tx, implementation, incoming, await enter(tx, implementation, incoming)),
        getAbortSignal(implementation, incoming),
      );
    const outcome = await performRead(implementation, incoming);
    if (outcome.actor?.isSeenDue === true) await noteSeen(incoming, outcome.actor);
    return outcome;
  };
  if (implementation.slowWork === null) return transact();
  // It holds no connection while it waits, so its principal is looked up first.
  const refusal = await refuseUnread(implementation, incoming);
  return refusal === null ? takeTurn(implementation, incoming, transact) : { answer: refusal, actor: null };
}

/** Runs slow work when it is the company's turn, and other work at once. */
function takeTurn<T>({ slowWork }: Implementation, { services }: Incoming, work: () => Promise<T>): Promise<T> {
  return slowWork === null ? work() : services.slowWork.works.run(getRequester(), slowWork, work);
}

/** What a request for a call with slow work is, before that begins: its actor, input and key. */
async function begun(
  implementation: Implementation,
  incoming: Incoming,
): Promise<{ actor: Actor | null; input: unknown; claim: Claim | null }> {
  const { token, services } = incoming;
  if (implementation.call.roles === "anyone" && (token === null || token === "")) {
    const input = accepted(implementation, incoming, null);
    // An anonymous request without a key: there is nothing to ask the database.
    if (toClaim(implementation, incoming, null, input) === null) return { actor: null, input, claim: null };
  }
  return services.database.begin(async (tx) => {
    const actor = await enter(tx, implementation, incoming);
    const input = accepted(implementation, incoming, actor);
    const claim = toClaim(implementation, incoming, actor, input);
    // A late retry: side effects of the first request are not repeated.
    const earlier = claim === null ? null : await findEarlierAnswer(tx, claim);
    if (earlier !== null) throw new Answered(earlier);
    return { actor, input, claim };
  });
}

async function performSlow(implementation: Implementation, incoming: Incoming): Promise<Outcome> {
  const { database } = incoming.services;
  const { actor, input, claim } = await begun(implementation, incoming);
  const acting = implementation.call.roles === "anyone" ? anonymous : toActing(actor);
  const act = (work: (tx: Tx) => Promise<Result<unknown, RefusalName>>) =>
    database.begin(async (tx) => {
      // Once more: the session may have ended during the slow work.
      await enter(tx, implementation, incoming);
      let result: Result<unknown, RefusalName> | null = null;
      const given = await answered(tx, claim, async () => {
        result = await work(tx);
        return settled(implementation, result);
      });
      return { result: result as Result<unknown, RefusalName> | null, given };
    });
  const run = async (work: (tx: Tx) => Promise<Result<unknown, RefusalName>>) => {
    const { result, given } = await act(work);
    // Not ours: the answer of an earlier request with the same key.
    if (result === null) throw new Answered(given);
    return result;
  };
  const context = { ...incoming, actor, acting, act: run };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this call's handler; its schema has parsed the input
  const result = await takeTurn(implementation, incoming, () => implementation.run(input as never, context as never));
  return { answer: settled(implementation, result.ok ? ok(result.value) : refuse(result.problem)), actor };
}

/**
 * Checks, before a body is read, whether its sender may make the call at all: files of unauthorised clients are not read into memory. `perform`
 * checks again.
 * @returns the refusal; null if the body may be read
 * @throws errors of the database
 */
export async function refuseUnread(implementation: Implementation, incoming: Incoming): Promise<Answer | null> {
  const away = turnedAway(implementation, incoming);
  if (away !== null) return answer(away);
  if (implementation.call.roles === "anyone") return null;
  try {
    await incoming.services.database.begin((tx) => enter(tx, implementation, incoming));
    return null;
  } catch (error) {
    if (error instanceof Answered) return error.answer;
    throw error;
  }
}

/**
 * Answers a request: authenticates, authorises, validates, and runs it once per key in one transaction.
 * @throws bugs and errors of the database; the caller answers them with a 5xx without details
 */
export async function perform(implementation: Implementation, incoming: Incoming): Promise<Outcome> {
  const away = turnedAway(implementation, incoming);
  if (away !== null) return { answer: answer(away), actor: null };
  try {
    return await (implementation.kind === "slow" ? performSlow : performQuick)(implementation, incoming);
  } catch (error) {
    if (error instanceof Answered) return { answer: error.answer, actor: null };
    if (error instanceof ForeignProvider) {
      await noteForeignProvider(implementation, incoming, error.actor);
      return { answer: answer("forbidden"), actor: error.actor };
    }
    throw error;
  }
}

async function noteForeignProvider({ call }: Implementation, incoming: Incoming, actor: Actor): Promise<void> {
  await incoming.services.database.transaction(toActing(actor), (tx) =>
    writeAudit(tx, { ...incoming, actor }, { action: "platform.foreign-provider", subjectType: "call", detail: { call: call.name } }),
  );
}
