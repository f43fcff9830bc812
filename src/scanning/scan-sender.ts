import type { Client } from "#src/api/client.ts";
import { CallProblem } from "#src/api/client.ts";
import { ownTexts } from "#src/api/own-texts.ts";
import { problemTexts } from "#src/api/problem.rules.ts";
import type { ScanDb } from "./scan-queue.db.ts";
import { forgetCall, markSent, nextCall, setAside } from "./scan-queue.db.ts";
import type { KeptCall, Maker, Refusal } from "./scan-queue.rules.ts";
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

/** Sends one. @returns whether the next one can be sent; not where no answer came that judged it */
async function sendOne(db: ScanDb, kept: KeptCall, { client, signal, tell }: Sending): Promise<boolean> {
  await markSent(db, kept.id, Date.now());
  if (signal.aborted) return false;
  try {
    const answer: unknown = await client.call(kept.call, kept.input as never, {
      idempotencyKey: kept.idempotencyKey,
      isQuiet: true,
      signal,
    });
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
