import { batchOutput } from "#src/kit/api/batch.ts";
import { codeName } from "#src/kit/api/code-lookup.ts";
import type { Client } from "#src/kit/api/client.ts";
import { CallProblem } from "#src/kit/api/client.ts";
import { getShownTexts } from "#src/kit/api/problem.rules.ts";
import { uploadImages } from "#src/kit/files/files.contract.ts";
import type { ScanDb } from "./scan-queue.storage.ts";
import { deleteCall, markSent, getNextCall, getPicture, setAside } from "./scan-queue.storage.ts";
import type { QueuedCall, Maker, Picture, Refusal } from "./scan-queue.rules.ts";
import { isKeyExpired, shouldRetry } from "./scan-queue.rules.ts";

/** The result of a queued call. */
export type Outcome = { readonly kind: "done"; readonly answer: unknown } | { readonly kind: "refused"; readonly problem: Refusal };
/**
 * The result with the call's id, published to this tab and the others. A call over rows that some were refused of has its answer too, for a tab that waits
 * for it.
 */
export type CallOutcome = { readonly id: string } & (
  | { readonly kind: "done"; readonly answer: unknown }
  | { readonly kind: "refused"; readonly problem: Refusal; readonly answer?: unknown }
);

interface Sending {
  readonly client: Client;
  readonly maker: Maker;
  /** stops at once when another user takes over: nothing is sent with the wrong user's tokens */
  readonly signal: AbortSignal;
  readonly publish: (outcome: CallOutcome) => void;
  /** whether somebody on this page waits for a call's result: after a reload, nobody does */
  readonly isAwaited: (id: string) => boolean;
}

/** Converts a problem to the refusal that is shown. */
export function toRefusal(problem: CallProblem): Refusal {
  return { code: problem.code, codeName: problem.codeName, msg: getShownTexts(problem) };
}

type Try = Pick<QueuedCall, "call" | "input" | "idempotencyKey">;

/**
 * Makes a call. Uploads its picture first, under a key derived from the call's, so that a retry stores it once.
 * @throws CallProblem
 */
export async function callWith(
  client: Client,
  { call, input, idempotencyKey }: Try,
  picture: Picture | null,
  options: { readonly signal?: AbortSignal } = {},
): Promise<unknown> {
  const quiet = { ...options, isQuiet: true } as const;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the queue holds many calls; each scan belongs to this one
  if (picture === null) return client.call(call, input as never, { ...quiet, idempotencyKey });
  const { bytes, contentType, name } = picture;
  const files = [{ field: "images", file: new Blob([bytes], { type: contentType }), name }];
  const { result } = await client.call(uploadImages, {}, { ...quiet, files, idempotencyKey: `${idempotencyKey}-picture` });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the queue holds many calls; each scan belongs to this one
  const named = { ...(input as object), filenames: result.map(({ filename }) => filename) };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the queue holds many calls; each scan belongs to this one
  return client.call(call, named as never, { ...quiet, idempotencyKey });
}

/** Returns why a call over rows refused the first of those that it refused; null if it refused none. */
function getRowRefusal(answer: unknown): Refusal | null {
  const read = batchOutput.safeParse(answer);
  const [row] = read.success ? read.data.failed : [];
  return row === undefined ? null : { code: row.code, codeName: codeName(row.code), msg: row.message };
}

/** Sends one call. @returns whether the next one can be sent; false if there was no final answer */
async function sendOne(db: ScanDb, kept: QueuedCall, { client, signal, publish, isAwaited }: Sending): Promise<boolean> {
  await markSent(db, kept.id, Date.now());
  if (signal.aborted) return false;
  try {
    const picture = kept.hasPicture === true ? await getPicture(db, kept.id) : null;
    const answer = await callWith(client, kept, picture, { signal });
    const problem = isAwaited(kept.id) ? null : getRowRefusal(answer);
    if (problem !== null) {
      // Nobody on this page would learn of the rows that were refused.
      await setAside(db, kept.id, problem);
      publish({ id: kept.id, kind: "refused", problem, answer });
      return true;
    }
    // Published first: a tab killed in between sends it again and gets the same answer.
    publish({ id: kept.id, kind: "done", answer });
    await deleteCall(db, kept.id);
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    if (!(error instanceof CallProblem)) throw error;
    if (shouldRetry(error)) return false;
    const problem = toRefusal(error);
    await setAside(db, kept.id, problem);
    publish({ id: kept.id, kind: "refused", problem });
    return true;
  }
}

/**
 * Sends a user's waiting calls one after the other, in order.
 * @returns "empty" if none is left; "later" if the server cannot be reached or answers temporarily
 */
export async function sendAll(db: ScanDb, sending: Sending): Promise<"empty" | "later"> {
  while (!sending.signal.aborted) {
    const kept = await getNextCall(db, sending.maker);
    if (kept === null) return "empty";
    if (isKeyExpired(kept, Date.now())) await setAside(db, kept.id, null);
    else if (!(await sendOne(db, kept, sending))) return "later";
  }
  return "later";
}
