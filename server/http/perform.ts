import { getAccessRefusal } from "#src/api/access.rules.ts";
import type { RefusalName } from "#src/api/codes.ts";
import { ok, refuse } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import { actAs, gate } from "#server/db/acting.ts";
import type { Acting } from "#server/db/acting.ts";
import type { Tx } from "#server/db/tx.ts";
import { writeAudit } from "#server/audit/audit.commands.ts";
import { answer, answerOfIssues } from "./answer.ts";
import type { Answer } from "./answer.ts";
import { csrfMatches, openSession } from "./authenticate.ts";
import type { Actor, FileAnswer, Implementation, RequestContext } from "./context.ts";
import { rememberCompany } from "./companies.ts";
import { earlierAnswer, isIdempotencyKey, once, requestHash, takenBackWhenRefused } from "./idempotency.ts";
import type { Claim } from "./idempotency.ts";
import { isReadable } from "./readable.ts";
import { getRequester } from "#server/requester.ts";

/** A request as it came, before anything of it is believed. */
export interface Incoming extends Omit<RequestContext, "actor" | "acting"> {
  readonly input: unknown;
  readonly csrf: string | undefined;
  readonly idempotencyKey: string | undefined;
}

/** What a request comes to: an envelope, or a file to be opened. */
export interface Outcome {
  readonly answer: Answer;
  readonly actor: Actor | null;
  readonly file?: FileAnswer;
}

/** Thrown within a transaction to take it back and answer all the same. */
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

/** Why a request is turned away before the database is asked; null where it may go on. */
function turnedAway({ call }: Implementation, { token, csrf, idempotencyKey }: Incoming): RefusalName | null {
  if (idempotencyKey !== undefined && !isIdempotencyKey(idempotencyKey)) return "parameterError";
  if (call.roles === "anyone") return null;
  if (token === null || token === "") return "notSignedIn";
  return csrfMatches(token, csrf) ? null : "csrfTokenError";
}

function actingOf(actor: Actor | null): Acting {
  if (actor === null) return gate;
  const { role: kind, providerUuid, retailerUuid, userUuid, openedBy } = actor;
  return { kind, providerUuid, retailerUuid, userUuid, isForSupport: openedBy !== null };
}

/** Finds the session and makes the transaction act for it; for the gate where nobody is signed in. */
async function enter(tx: Tx, { call }: Implementation, incoming: Incoming): Promise<Actor | null> {
  const { token, now } = incoming;
  if (token === null || token === "") {
    await actAs(tx, gate);
    return null;
  }
  const session = await openSession(tx, token, now);
  if (session.ok) {
    rememberCompany(token, session.value);
    const forbidden = getAccessRefusal(session.value, call);
    if (forbidden !== null && call.roles !== "anyone") throw refused(forbidden);
    if (call.roles !== "anyone") return session.value;
  } else if (call.roles !== "anyone") throw refused(session.problem);
  // A call for anyone acts for nobody, whatever token came with it; only whose it is, is known.
  await actAs(tx, gate);
  return session.ok ? session.value : null;
}

/** The input, once the one who asks may ask. A provider_uuid that is not the session's own is refused, and written down. */
function accepted(implementation: Implementation, incoming: Incoming, actor: Actor | null): unknown {
  const { call } = implementation;
  if (!isReadable(incoming.input)) throw refused("parameterError");
  const parsed = call.input.safeParse(incoming.input);
  if (!parsed.success) throw new Answered(answerOfIssues(parsed.error.issues, call.codes));
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
    super("foreign provider");
    this.actor = actor;
  }
}

function settled({ call }: Implementation, result: Result<unknown, RefusalName>): Answer {
  // What the contract does not name does not leave; what it wants and is not there is a bug, and takes the work back.
  return result.ok ? answer("success", call.output.parse(result.value)) : answer(result.problem);
}

/** The key with what it stands for; null where a request has none, or its call has a rule of its own. */
function claimOf({ call }: Implementation, incoming: Incoming, actor: Actor | null, input: unknown): Claim | null {
  const key = incoming.idempotencyKey;
  if (key === undefined || call.method === "GET" || call.idempotency === "own") return null;
  // A call for anyone acts for nobody, whoever makes it: so does its key.
  const whose = call.roles === "anyone" ? null : actor;
  return { key, call: call.name, hash: requestHash(call, input, incoming.uploads), actor: whose, now: incoming.now };
}

/** The answer by key or straight; a refusal takes the work back. */
async function answered(tx: Tx, claim: Claim | null, work: () => Promise<Answer>): Promise<Answer> {
  return claim === null ? takenBackWhenRefused(tx, work) : once(tx, claim, work);
}

/** What only reads goes on for nobody; what changes something is done, though nobody hears of it: a key tells who asks again. */
function askerOf({ call }: Implementation, { asker }: Incoming): AbortSignal | undefined {
  return call.method === "GET" || call.onlyReads === true ? asker : undefined;
}

async function performQuick(implementation: Implementation, incoming: Incoming): Promise<Outcome> {
  const work = async (tx: Tx): Promise<Outcome> => {
    const actor = await enter(tx, implementation, incoming);
    const input = accepted(implementation, incoming, actor);
    const context = { ...incoming, actor, acting: implementation.call.roles === "anyone" ? gate : actingOf(actor), tx };
    if (implementation.kind === "file") {
      const result = await implementation.run(input as never, context as never);
      if (!result.ok) throw refused(result.problem);
      return { answer: answer("success"), actor, file: result.value as FileAnswer };
    }
    const run = async () => settled(implementation, await implementation.run(input as never, context as never));
    // Reading needs no savepoint: there is nothing to take back.
    if (implementation.call.method === "GET") return { answer: await run(), actor };
    return { answer: await answered(tx, claimOf(implementation, incoming, actor, input), run), actor };
  };
  const transact = () => incoming.services.database.begin(work, askerOf(implementation, incoming));
  if (implementation.slowWork === null) return transact();
  // It holds no connection while it waits, so who asks is looked up before.
  const refusal = await refusedUnread(implementation, incoming);
  return refusal === null ? takeTurn(implementation, incoming, transact) : { answer: refusal, actor: null };
}

/** Runs slow work when it is the company's turn, and other work at once. */
function takeTurn<T>({ slowWork }: Implementation, { services }: Incoming, work: () => Promise<T>): Promise<T> {
  return slowWork === null ? work() : services.slowWork.works.run(getRequester(), slowWork, work);
}

/** What a request for a call with slow work is, before that begins: whose, what it asks for, and under which key. */
async function begun(
  implementation: Implementation,
  incoming: Incoming,
): Promise<{ actor: Actor | null; input: unknown; claim: Claim | null }> {
  const { token, services } = incoming;
  if (implementation.call.roles === "anyone" && (token === null || token === "")) {
    const input = accepted(implementation, incoming, null);
    // A stranger without a key: there is nothing to ask the database.
    if (claimOf(implementation, incoming, null, input) === null) return { actor: null, input, claim: null };
  }
  return services.database.begin(async (tx) => {
    const actor = await enter(tx, implementation, incoming);
    const input = accepted(implementation, incoming, actor);
    const claim = claimOf(implementation, incoming, actor, input);
    // A late retry: what was done outside by the first is not done again.
    const earlier = claim === null ? null : await earlierAnswer(tx, claim);
    if (earlier !== null) throw new Answered(earlier);
    return { actor, input, claim };
  });
}

async function performSlow(implementation: Implementation, incoming: Incoming): Promise<Outcome> {
  const { database } = incoming.services;
  const { actor, input, claim } = await begun(implementation, incoming);
  const acting = implementation.call.roles === "anyone" ? gate : actingOf(actor);
  const act = (work: (tx: Tx) => Promise<Result<unknown, RefusalName>>) =>
    database.begin(async (tx) => {
      // Once more: the session may have ended while the slow work went on.
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
  const result = await takeTurn(implementation, incoming, () => implementation.run(input as never, context as never));
  return { answer: settled(implementation, result.ok ? ok(result.value) : refuse(result.problem)), actor };
}

/**
 * Asks, before a body is read, whether who sends it may make the call at all: strangers' files are not taken into memory. `perform` asks again.
 * @returns what it is refused with; null where the body may come
 * @throws what is the database's trouble
 */
export async function refusedUnread(implementation: Implementation, incoming: Incoming): Promise<Answer | null> {
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
 * Answers a request: who asks, whether they may, what they sent, once for a key, all or nothing.
 * @throws what is a bug or the database's trouble; the caller answers that with a 5xx that says nothing of it
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
  await incoming.services.database.transaction(actingOf(actor), (tx) =>
    writeAudit(tx, { ...incoming, actor }, { action: "platform.foreign-provider", subjectType: "call", detail: { call: call.name } }),
  );
}
