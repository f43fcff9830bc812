import { CallProblem } from "./client.ts";
import type { Texts } from "./envelope.ts";
import { ownTexts } from "./own-texts.ts";
import { problemTexts } from "./problem.rules.ts";

/** What became of the rows of a batch. */
interface RowsDone {
  readonly done: number;
  readonly failed: readonly { readonly id: string; readonly label: string; readonly message: Texts }[];
}

interface Batch<R> {
  readonly rows: readonly R[];
  /** as many as one call takes */
  readonly most: number;
  readonly id: (row: R) => string;
  /** what a person knows the row by */
  readonly label: (row: R) => string;
  /** one call for some rows, all of them or none; quiet, for what went wrong is told row by row */
  readonly perform: (rows: readonly R[]) => Promise<unknown>;
}

/** What a problem says of one row: its own message, also where it raises no toast. */
function reasonOf(problem: CallProblem): Texts {
  return problemTexts(problem) ?? problem.msg ?? ownTexts.operationFailed;
}

/** Whether trying the rows one by one may do better: one bad row refuses a whole batch, a lost network refuses each alike. */
function mayBeOneRow({ kind, codeName }: CallProblem): boolean {
  return kind === "refusal" && codeName !== "loginExpired";
}

/**
 * Does something with many rows by a call that takes all of a batch or none. A batch that is refused is tried again row by row, so that one row
 * that is gone does not keep the others from being done.
 * @throws what is no CallProblem
 */
export async function rowByRow<R>(batch: Batch<R>): Promise<RowsDone> {
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
        const single = await rowByRow({ ...batch, rows: part, most: 1 });
        done += single.done;
        failed.push(...single.failed);
      } else if (row !== undefined) failed.push(...part.map((one) => ({ id: id(one), label: label(one), message: reasonOf(error) })));
    }
  }
  return { done, failed };
}
