import { CallProblem } from "./client.ts";
import type { Texts } from "./envelope.ts";
import { clientTexts } from "./client-texts.ts";
import { getProblemTexts } from "./problem.rules.ts";

/** The result of a batch of rows. */
interface RowsDone {
  readonly done: number;
  readonly failed: readonly { readonly id: string; readonly label: string; readonly message: Texts }[];
}

interface Batch<R> {
  readonly rows: readonly R[];
  /** the most rows per call */
  readonly most: number;
  readonly id: (row: R) => string;
  /** the row's display name */
  readonly label: (row: R) => string;
  /** makes one call for several rows, all or none; without a toast, because problems are reported by row */
  readonly perform: (rows: readonly R[]) => Promise<unknown>;
}

/** Returns a problem's message for one row, even if it raises no toast. */
function getReason(problem: CallProblem): Texts {
  return getProblemTexts(problem) ?? problem.msg ?? clientTexts.operationFailed;
}

/** Whether single rows may succeed: one bad row refuses a whole batch, but a lost network fails every row. */
function mayBeOneRow({ kind, codeName }: CallProblem): boolean {
  return kind === "refusal" && codeName !== "loginExpired";
}

/**
 * Processes many rows through a call that takes all of a batch or none. Retries a refused batch row by row, so that one bad row does not block the
 * others.
 * @throws anything other than a CallProblem
 */
export async function callRowByRow<R>(batch: Batch<R>): Promise<RowsDone> {
  const { rows, most, id, label, perform } = batch;
  const failed: RowsDone["failed"][number][] = [];
  let done = 0;
  for (let start = 0; start < rows.length; start += most) {
    const part = rows.slice(start, start + most);
    try {
      await perform(part);
      done += part.length;
    } catch (error) {
      if (!(error instanceof CallProblem)) throw error;
      const [row] = part;
      if (part.length > 1 && mayBeOneRow(error)) {
        const single = await callRowByRow({ ...batch, rows: part, most: 1 });
        done += single.done;
        failed.push(...single.failed);
      } else if (row !== undefined) failed.push(...part.map((one) => ({ id: id(one), label: label(one), message: getReason(error) })));
    }
  }
  return { done, failed };
}
