import type { CallAddress } from "#src/api/address.ts";
import type { CodeName } from "#src/api/codes.ts";
import type { Texts } from "#src/api/envelope.ts";

/** Whose scan it is. Nobody else sends it. */
export interface Maker {
  readonly username: string;
  readonly providerUuid: string;
  /** as colleagues know the person */
  readonly name: string;
}

/** A picture that goes with a call. As bytes: not every browser keeps a Blob. */
export interface Picture {
  readonly bytes: ArrayBuffer;
  readonly contentType: string;
  readonly name: string;
}

/** Why a scan was not taken. */
export interface Refusal {
  readonly code: number;
  readonly codeName: CodeName | null;
  readonly msg: Texts;
}

/**
 * A call that a scan makes, kept until it is answered. `waiting`: it is sent, in its turn. `refused`: the server said no, and nothing was done.
 * `unsure`: it was sent, no answer came, and the server no longer remembers its key; somebody has to look.
 */
export interface KeptCall {
  readonly id: string;
  /** never changes while the same try goes on: sent twice, it is done once */
  readonly idempotencyKey: string;
  readonly maker: Maker;
  /** ISO 8601 */
  readonly madeAt: string;
  readonly call: CallAddress;
  readonly input: unknown;
  /** what the queue says of it */
  readonly label: string;
  /** a picture is kept with it: it is uploaded first, and the call names it */
  readonly hasPicture?: true;
  readonly state: "waiting" | "refused" | "unsure";
  /** when it was sent first, in ms since 1970; null while it never was */
  readonly sentAt: number | null;
  readonly refusal: Refusal | null;
}

/** The server remembers a key for 24 hours; an hour is left for clocks that differ. */
const keyLifeMs = 23 * 3_600_000;

/** Whether a further try could do it a second time: the server may have forgotten the first. */
export function isForgotten({ sentAt }: Pick<KeptCall, "sentAt">, now: number): boolean {
  return sentAt !== null && now - sentAt > keyLifeMs;
}

/** Whether it is this person's. */
export function isOf({ maker }: Pick<KeptCall, "maker">, { username, providerUuid }: Pick<Maker, "username" | "providerUuid">): boolean {
  return maker.username === username && maker.providerUuid === providerUuid;
}

/** What a failed call means for a kept scan. */
interface Failure {
  readonly kind: "refusal" | "http" | "timeout" | "network";
  readonly status: number;
  readonly codeName: CodeName | null;
}

/** Answers that say "not now": the login is over, or the server is busy, or starts. */
const notNow: readonly (CodeName | null)[] = [
  "loginExpired",
  "notSignedIn",
  "csrfTokenError",
  "tooMany",
  "unavailable",
  "noDiskSpace",
  "requestTimeout",
  "systemError",
];

/** Whether a scan that failed is sent again: no answer came, or none that judged it. A refusal by the rules is one, and is not asked again. */
export function isSentAgain({ kind, status, codeName }: Failure): boolean {
  if (kind === "network" || kind === "timeout") return true;
  if (notNow.includes(codeName)) return true;
  return kind === "http" && (status >= 500 || status === 0);
}

/** Others who have scans waiting on this device: they are told of, and not shown. */
export function waitingOthers(calls: readonly KeptCall[], me: Pick<Maker, "username" | "providerUuid">): { maker: Maker; count: number }[] {
  const byMaker = new Map<string, { maker: Maker; count: number }>();
  for (const { maker } of calls.filter((call) => !isOf(call, me))) {
    const key = JSON.stringify([maker.username, maker.providerUuid]);
    byMaker.set(key, { maker, count: (byMaker.get(key)?.count ?? 0) + 1 });
  }
  return [...byMaker.values()];
}

/** How long to wait before the next try, in ms: longer each time, but never so long that somebody wonders. */
export function retryAfterMs(tries: number): number {
  return Math.min(15_000, 2000 * 2 ** Math.min(tries, 3));
}
