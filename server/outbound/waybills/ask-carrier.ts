import { setTimeout as sleep } from "node:timers/promises";
import type { CarrierOperation } from "#src/carriers/carrier-accounts/carrier-problem.rules.ts";
import type { Carrier, CarrierProblem } from "#server/integrations/carriers/carrier.ts";
import type { Clock } from "#server/platform/runtime/clock.ts";
import type { Services } from "#server/platform/services.ts";
import { writeOwnSentence, writeRepeated } from "#src/carriers/carrier-accounts/own-words.rules.ts";
import { findNextDue, listDueLabels, putBack, takeDue } from "./due.commands.ts";
import type { DueLabel, DueWaybill } from "./due.commands.ts";
import { findUnaskable } from "./new-waybill.queries.ts";
import type { Pace, RefusalCount } from "./pace.ts";
import { logProblem, settleFailed, settleLater, settleNoLabel, settleVoided, settleVoidRefused } from "./settle.commands.ts";
import type { FetchedLabel, IssuedWaybill, SettleScope } from "./settle.commands.ts";

/** Settings for working through the requests of an account. */
export interface Asking {
  readonly carrier: Carrier;
  readonly accountUuid: string;
  readonly pace: Pace;
  readonly refusals: RefusalCount;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly log: Services["log"];
  /** after this time nothing more is taken; another job continues */
  readonly until: Date;
  /** shorter waits are waited for here, longer ones are left to another job */
  readonly shortWaitMs: number;
  /** Runs work in a transaction of its own. No transaction is open while the carrier is asked. */
  readonly inScope: <T>(work: (scope: SettleScope) => Promise<T>) => Promise<T>;
  /** Writes that the carrier has a waybill. Answers that come together share a transaction, and so do labels. */
  readonly saveIssued: (issued: IssuedWaybill) => Promise<void>;
  readonly saveLabel: (fetched: FetchedLabel) => Promise<void>;
}

/** Requests on their way at once, and rows that are marked as asked at once. */
const askLanes = 16;
const labelLanes = 8;
const mostTaken = 32;
/** How long an account pauses after its carrier did not answer or rejected its credentials. */
const brokenPauseMs = 2000;
/** How often what is due is looked for while requests are on their way. */
const idleMs = 200;
/** At least so long after all that was due was taken, more is looked for: what comes one by one is taken in sets. */
const refillEveryMs = 500;
/** Failed look-ups after which a waybill that is to be void counts as never created. */
const looksBeforeVoid = 2;
/** How often a carrier may report a reference as taken that its look-up does not find. */
const mostDuplicates = 6;

/** Writes that the carrier refuses requests because there are too many: one entry a minute, which says how many. */
export async function logRefused(
  { refusals, inScope }: Asking,
  operation: CarrierOperation,
  problem: CarrierProblem,
  reference: string,
): Promise<void> {
  const count = refusals.add();
  if (count === null) return;
  const text = writeRepeated(problem.text, count);
  await inScope((scope) => logProblem(scope, operation, { ...problem, text }, reference));
}

/** Writes a problem to the error log, and pauses the account if the carrier says so. */
async function note(asking: Asking, operation: CarrierOperation, problem: CarrierProblem, reference: string): Promise<void> {
  const { pace, inScope } = asking;
  if (problem.kind === "rateLimited") {
    pace.limited(problem.retryAfterMs);
    return logRefused(asking, operation, problem, reference);
  }
  // No other request of this account would succeed either.
  if (problem.kind === "unreachable" || problem.kind === "badCredentials") pace.pause(Math.max(problem.retryAfterMs ?? 0, brokenPauseMs));
  await inScope((scope) => logProblem(scope, operation, problem, reference));
}

/** Problems after which the same request is retried automatically. */
const isPassing = ({ kind }: CarrierProblem) =>
  kind === "rateLimited" ||
  kind === "unreachable" ||
  kind === "unreadable" ||
  kind === "unclear" ||
  kind === "notReady" ||
  kind === "badCredentials";

/** Looks a waybill up by our reference, and saves it if the carrier has it. @returns what is known now */
async function lookUp(asking: Asking, due: DueWaybill): Promise<"settled" | "notThere"> {
  const { carrier, inScope, saveIssued } = asking;
  const found = await carrier.findWaybill(due.reference);
  if (!found.ok) {
    await note(asking, "findWaybill", found.problem, due.reference);
    await inScope((scope) => settleLater(scope, due.waybill_uuid, { problem: found.problem, wasNotAsked: false }));
    return "settled";
  }
  const { value } = found;
  if (value === null || value.isCancelled) return "notThere";
  await saveIssued({ uuid: due.waybill_uuid, found: value });
  return "settled";
}

const lost: CarrierProblem = { kind: "unclear", code: "", text: writeOwnSentence("unknownYet"), retryAfterMs: null };

const unsettled: CarrierProblem = { kind: "unreadable", code: "", text: writeOwnSentence("notStored"), retryAfterMs: null };

/** Has the carrier create a waybill. */
async function create(asking: Asking, due: DueWaybill): Promise<void> {
  const { carrier, pace, signal, inScope, saveIssued } = asking;
  const { told, reference, waybill_uuid: uuid } = due;
  if (told === null) throw new Error("waybills: a waybill without its parcel");
  const unaskable = findUnaskable(told);
  if (unaskable !== null) return inScope((scope) => settleFailed(scope, uuid, unaskable));
  await pace.take(signal);
  const made = await carrier.createWaybill(told);
  if (made.ok) {
    pace.accepted();
    await saveIssued({ uuid, found: made.value });
    return;
  }
  const { problem } = made;
  await note(asking, "createWaybill", problem, reference);
  if (problem.kind === "unclear" || problem.kind === "duplicate" || problem.kind === "notReady") {
    if ((await lookUp(asking, due)) === "settled") return;
    const isHopeless = problem.kind === "duplicate" && due.attempts >= mostDuplicates;
    await inScope((scope) => (isHopeless ? settleFailed(scope, uuid, problem) : settleLater(scope, uuid, { problem, wasNotAsked: false })));
    return;
  }
  // For these problems it is certain that this request created nothing; an earlier one may still arrive late.
  if (isPassing(problem)) await inScope((scope) => settleLater(scope, uuid, { problem, wasNotAsked: due.was === "requested" }));
  else await inScope((scope) => settleFailed(scope, uuid, problem));
}

/** Why a waybill is to be void, as a carrier reads it. */
function toCarrierWords(reason: string): string {
  if (reason === "parcelVoid") return "The parcel was unpacked or cancelled";
  return reason === "relabel" ? "The parcel is sent by another service" : reason;
}

/** Has the carrier void a waybill. */
async function cancel(asking: Asking, due: DueWaybill): Promise<void> {
  const { carrier, inScope } = asking;
  const { waybill_uuid: uuid, waybill_number, void_reason, reference } = due;
  const cancelled = await carrier.cancelWaybill(waybill_number, toCarrierWords(void_reason));
  if (cancelled.ok) return inScope((scope) => settleVoided(scope, uuid));
  const { problem } = cancelled;
  await note(asking, "cancelWaybill", problem, reference);
  if (problem.kind === "rateLimited" || problem.kind === "unreachable" || problem.kind === "badCredentials")
    return inScope((scope) => settleLater(scope, uuid, { problem, wasNotAsked: true }));
  // Some carriers also refuse to void what is already void.
  const found = await carrier.findWaybill(reference);
  if (!found.ok) {
    await note(asking, "findWaybill", found.problem, reference);
    return inScope((scope) => settleLater(scope, uuid, { problem: found.problem, wasNotAsked: false }));
  }
  if (found.value === null || found.value.isCancelled) return inScope((scope) => settleVoided(scope, uuid));
  if (isPassing(problem)) return inScope((scope) => settleLater(scope, uuid, { problem, wasNotAsked: false }));
  return inScope((scope) => settleVoidRefused(scope, uuid, problem));
}

/** Asks about one waybill. What the carrier may have been asked before is looked up first. */
async function askAbout(asking: Asking, due: DueWaybill): Promise<void> {
  const { carrier, inScope } = asking;
  switch (due.was) {
    case "requested":
      return create(asking, due);
    case "asked": {
      if ((await lookUp(asking, due)) === "settled") return undefined;
      if (due.void_reason === "") return create(asking, due);
      if (due.attempts >= looksBeforeVoid) return inScope((scope) => settleVoided(scope, due.waybill_uuid));
      return inScope((scope) => settleLater(scope, due.waybill_uuid, { problem: lost, wasNotAsked: false }));
    }
    case "void_requested":
      return cancel(asking, due);
    case "void_asked": {
      const found = await carrier.findWaybill(due.reference);
      if (found.ok && (found.value === null || found.value.isCancelled)) return inScope((scope) => settleVoided(scope, due.waybill_uuid));
      return cancel(asking, due);
    }
  }
}

async function fetchLabel(asking: Asking, { waybill_uuid: uuid, waybill_number, reference }: DueLabel): Promise<void> {
  const { carrier, inScope, saveLabel } = asking;
  const label = await carrier.getLabel(waybill_number);
  if (label.ok) return saveLabel({ uuid, label: label.value });
  const { problem } = label;
  if (problem.kind !== "notReady") await note(asking, "getLabel", problem, reference);
  return inScope((scope) => settleNoLabel(scope, uuid, problem));
}

interface Pump<T> {
  readonly lanes: number;
  /** Takes what is due, except what is in progress. */
  take(inHand: readonly string[]): Promise<T[]>;
  work(item: T): Promise<void>;
  /** Puts off an item that could not be worked on because of an error of ours. */
  putOff(item: T): Promise<void>;
  /** whether more may become due although nothing is due or in progress */
  mayGrow(): boolean;
}

/** Works through what is due, several at once, until nothing is. @returns what was taken and not begun */
async function pump<T extends { readonly waybill_uuid: string }>(
  { signal, until, pace, clock, log }: Asking,
  { lanes, take, work, putOff, mayGrow }: Pump<T>,
): Promise<T[]> {
  const queue: T[] = [];
  const inHand = new Set<string>();
  let refilling: Promise<void> | null = null;
  let refilledAt = Number.NEGATIVE_INFINITY;
  const isOver = () => signal.aborted || clock.now() >= until;
  const refill = async () => {
    await sleep(Math.max(0, refilledAt + refillEveryMs - performance.now()), undefined, { signal });
    const taken = await take([...inHand]);
    refilledAt = taken.length === mostTaken ? Number.NEGATIVE_INFINITY : performance.now();
    for (const item of taken) {
      queue.push(item);
      inHand.add(item.waybill_uuid);
    }
  };
  const lane = async (): Promise<void> => {
    while (!isOver()) {
      if (queue.length === 0) {
        if (pace.isPaused()) {
          await sleep(50, undefined, { signal });
          continue;
        }
        refilling ??= refill().finally(() => (refilling = null));
        await refilling;
      }
      const item = queue.shift();
      if (item === undefined) {
        if (inHand.size === 0 && !mayGrow()) return;
        await sleep(idleMs, undefined, { signal });
        continue;
      }
      try {
        await work(item);
      } catch (error) {
        if (signal.aborted) throw error;
        // One waybill that always fails would otherwise take lane after lane from the others.
        log.error({ err: error, waybill: item.waybill_uuid }, "waybills: a request failed");
        await putOff(item);
      } finally {
        inHand.delete(item.waybill_uuid);
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: lanes }, lane));
  const failed = ended.find(({ status }) => status === "rejected");
  if (failed?.status === "rejected" && !signal.aborted) throw failed.reason;
  return queue;
}

/**
 * Works through everything that is due of an account: waybills, voids and labels.
 * @returns when something is due next; null if nothing is
 */
export async function askCarrier(asking: Asking): Promise<Date | null> {
  const { inScope, accountUuid, signal, until, clock, shortWaitMs } = asking;
  for (;;) {
    let isAsking = true;
    const asks = pump<DueWaybill>(asking, {
      lanes: askLanes,
      take: (inHand) => inScope((scope) => takeDue(scope, accountUuid, { inHand, most: mostTaken })),
      work: (due) => askAbout(asking, due),
      putOff: ({ waybill_uuid }) => inScope((scope) => settleLater(scope, waybill_uuid, { problem: unsettled, wasNotAsked: false })),
      mayGrow: () => false,
    }).finally(() => (isAsking = false));
    const labels = pump<DueLabel>(asking, {
      lanes: labelLanes,
      take: (inHand) => inScope((scope) => listDueLabels(scope, accountUuid, { inHand, most: mostTaken })),
      work: (due) => fetchLabel(asking, due),
      putOff: ({ waybill_uuid }) => inScope((scope) => settleNoLabel(scope, waybill_uuid, unsettled)),
      mayGrow: () => isAsking,
    });
    const [left] = await Promise.all([asks, labels]);
    if (left.length > 0) await inScope((scope) => putBack(scope, left));
    const next = await inScope((scope) => findNextDue(scope, accountUuid));
    const waitMs = next === null ? null : next.getTime() - clock.now().getTime();
    if (waitMs === null || waitMs > shortWaitMs || signal.aborted || clock.now() >= until) return next;
    await sleep(Math.max(waitMs, 50), undefined, { signal }).catch(() => undefined);
  }
}
