import type { Client } from "#src/api/client.ts";
import { CallProblem } from "#src/api/client.ts";
import { ownTexts } from "#src/api/own-texts.ts";
import { problemTexts } from "#src/api/problem.rules.ts";
import { uploadImages } from "#src/files/files.contract.ts";
import type { ScanDb } from "./scan-queue.db.ts";
import { forgetCall, markSent, nextCall, pictureOf, setAside } from "./scan-queue.db.ts";
import type { KeptCall, Maker, Picture, Refusal } from "./scan-queue.rules.ts";
import { isForgotten, isSentAgain } from "./scan-queue.rules.ts";

/** How a kept call ended. */
export type Ended = { readonly kind: "done"; readonly answer: unknown } | { readonly kind: "refused"; readonly problem: Refusal };
/** The same with which one it was; told to whoever waits for it, in this tab and the others. */
export type Told = Ended & { readonly id: string };

interface Sending {
  readonly client: Client;
  readonly maker: Maker;
  /** ends it at once when another person takes over: nothing of the one is sent with the tokens of the other */
  readonly signal: AbortSignal;
  readonly tell: (told: Told) => void;
}

/** What a person reads of a refusal. */
export function refusalOf(problem: CallProblem): Refusal {
  return { code: problem.code, codeName: problem.codeName, msg: problem.msg ?? problemTexts(problem) ?? ownTexts.operationFailed };
}

type Try = Pick<KeptCall, "call" | "input" | "idempotencyKey">;

/**
 * Makes a call; a picture that goes with it is uploaded before, under a key of the same try: sent twice, it is kept once.
 * @throws CallProblem
 */
export async function callWith(
  client: Client,
  { call, input, idempotencyKey }: Try,
  picture: Picture | null,
  options: { readonly signal?: AbortSignal } = {},
): Promise<unknown> {
  const quiet = { ...options, isQuiet: true } as const;
  if (picture === null) return client.call(call, input as never, { ...quiet, idempotencyKey });
  const { bytes, contentType, name } = picture;
  const files = [{ field: "images", file: new Blob([bytes], { type: contentType }), name }];
  const { result } = await client.call(uploadImages, {}, { ...quiet, files, idempotencyKey: `${idempotencyKey}-picture` });
  const named = { ...(input as object), filenames: result.map(({ filename }) => filename) };
  return client.call(call, named as never, { ...quiet, idempotencyKey });
}

/** Sends one. @returns whether the next one can be sent; not where no answer came that judged it */
async function sendOne(db: ScanDb, kept: KeptCall, { client, signal, tell }: Sending): Promise<boolean> {
  await markSent(db, kept.id, Date.now());
  if (signal.aborted) return false;
  try {
    const picture = kept.hasPicture === true ? await pictureOf(db, kept.id) : null;
    const answer = await callWith(client, kept, picture, { signal });
    // Told first: a tab that is killed in between sends it again, and gets the same answer.
    tell({ id: kept.id, kind: "done", answer });
    await forgetCall(db, kept.id);
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    if (!(error instanceof CallProblem)) throw error;
    if (isSentAgain(error)) return false;
    const problem = refusalOf(error);
    await setAside(db, kept.id, problem);
    tell({ id: kept.id, kind: "refused", problem });
    return true;
  }
}

/**
 * Sends what a person has waiting, one after the other, in the order in which it was made.
 * @returns "empty" where nothing is left; "later" where the server cannot be reached or does not judge now
 */
export async function sendAll(db: ScanDb, sending: Sending): Promise<"empty" | "later"> {
  while (!sending.signal.aborted) {
    const kept = await nextCall(db, sending.maker);
    if (kept === null) return "empty";
    if (isForgotten(kept, Date.now())) await setAside(db, kept.id, null);
    else if (!(await sendOne(db, kept, sending))) return "later";
  }
  return "later";
}
