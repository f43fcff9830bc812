import type { CallAddress } from "#src/kit/api/address.ts";
import type { CodeName } from "#src/kit/api/codes.ts";
import type { Texts } from "#src/kit/api/envelope.ts";

/** The user who scanned. Nobody else sends the scan. */
export interface Maker {
  readonly username: string;
  readonly providerUuid: string;
  /** the display name */
  readonly name: string;
}

/** A call's picture, as bytes: not every browser can store a Blob. */
export interface Picture {
  readonly bytes: ArrayBuffer;
  readonly contentType: string;
  readonly name: string;
}

/** Why a scan was refused. */
export interface Refusal {
  readonly code: number;
  readonly codeName: CodeName | null;
  readonly msg: Texts;
}

/**
 * A scan's call, stored until it is answered. `waiting`: will be sent in order. `refused`: the server refused it, and nothing was done.
 * `unsure`: it was sent, no answer came, and the server no longer knows its key; somebody has to check.
 */
export interface QueuedCall {
  readonly id: string;
  /** the same for all retries, so that a call sent twice is performed once */
  readonly idempotencyKey: string;
  readonly maker: Maker;
  /** ISO 8601 */
  readonly madeAt: string;
  readonly call: CallAddress;
  readonly input: unknown;
  /** its description in the queue */
  readonly label: string;
  /** it has a stored picture, which is uploaded first and named in the call */
  readonly hasPicture?: true;
  readonly state: "waiting" | "refused" | "unsure";
  /** when it was first sent, in ms since 1970; null if never */
  readonly sentAt: number | null;
  readonly refusal: Refusal | null;
}

/** The server remembers a key for 24 hours; one hour allows for clock differences. */
const keyLifeMs = 23 * 3_600_000;

/** Returns true if a retry could perform the call twice, because the server may have forgotten its key. */
export function isKeyExpired({ sentAt }: Pick<QueuedCall, "sentAt">, now: number): boolean {
  return sentAt !== null && now - sentAt > keyLifeMs;
}

/** Returns true if the call is this user's. */
export function isMadeBy(
  { maker }: Pick<QueuedCall, "maker">,
  { username, providerUuid }: Pick<Maker, "username" | "providerUuid">,
): boolean {
  return maker.username === username && maker.providerUuid === providerUuid;
}

/** What a failed call means for a queued scan. */
interface Failure {
  readonly kind: "refusal" | "http" | "timeout" | "network";
  readonly status: number;
  readonly codeName: CodeName | null;
}

/** Temporary answers: signed out, or the server is busy or starting. */
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

/** Returns true if no server answered: there is no network, or nothing behind it. */
export function isUnreachable({ kind, status }: Pick<Failure, "kind" | "status">): boolean {
  return kind === "network" || kind === "timeout" || (kind === "http" && (status >= 502 || status === 0));
}

/** Returns true if a failed scan is sent again: there was no answer, or a temporary one. A refusal by the rules is final. */
export function shouldRetry({ kind, status, codeName }: Failure): boolean {
  if (kind === "network" || kind === "timeout") return true;
  if (notNow.includes(codeName)) return true;
  return kind === "http" && (status >= 500 || status === 0);
}

/** Lists colleagues with queued scans on this device; their number is shown, not their content. */
export function listWaitingOthers(
  calls: readonly QueuedCall[],
  me: Pick<Maker, "username" | "providerUuid">,
): { maker: Maker; count: number }[] {
  const byMaker = new Map<string, { maker: Maker; count: number }>();
  for (const { maker } of calls.filter((call) => !isMadeBy(call, me))) {
    const key = JSON.stringify([maker.username, maker.providerUuid]);
    byMaker.set(key, { maker, count: (byMaker.get(key)?.count ?? 0) + 1 });
  }
  return [...byMaker.values()];
}

/** Returns the delay before the next attempt in ms: increasing, but bounded. */
export function getRetryDelayMs(tries: number): number {
  return Math.min(15_000, 2000 * 2 ** Math.min(tries, 3));
}
