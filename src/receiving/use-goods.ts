import { useCaller } from "#src/api/caller.tsx";
import { CallProblem } from "#src/api/client.ts";
import type { OutputOf } from "#src/api/define-call.ts";
import { ownTexts } from "#src/api/own-texts.ts";
import { problemTexts } from "#src/api/problem.rules.ts";
import type { Texts } from "#src/api/envelope.ts";
import type { PutawayTask } from "#src/receipts/receipts.contract.ts";
import { isBoxLabel } from "#src/receipts/receipts.rules.ts";
import { suggestPutaway } from "#src/receipts/receiving.contract.ts";
import type { InHand } from "./put-away.rules.ts";
import { inHandOf, tasksOfCode } from "./put-away.rules.ts";
import type { Walk } from "./use-walk.ts";

/** What a code may mean among the goods that wait, or why it means nothing. */
export type FoundGoods = { readonly goods: readonly InHand[] } | { readonly problem: Texts | null };

type Suggestion = OutputOf<typeof suggestPutaway>;
type Receipt = { readonly uuid: string; readonly number: string };

function inHand({ uuid, number }: Receipt, { line, open_quantity, suggestions }: Suggestion): InHand[] {
  if (line === null || open_quantity === 0) return [];
  const { line_uuid, sku, title, variant_title, main_image, lot } = line;
  const goods = { sku, title, variant_title, main_image };
  return [{ receiptUuid: uuid, receiptNumber: number, lineUuid: line_uuid, goods, lot, open: open_quantity, suggestions }];
}

/** Finds goods that wait to be put away. */
export function useGoods() {
  const { client } = useCaller();

  async function ask(receipt: Receipt, which: { line_uuid: string } | { code: string }): Promise<Suggestion | CallProblem> {
    try {
      return await client.call(suggestPutaway, { receipt_uuid: receipt.uuid, ...which }, { isQuiet: true });
    } catch (error) {
      if (error instanceof CallProblem) return error;
      throw error;
    }
  }

  /** The goods of a task, with where they may go; without the server, as the list has them. Null where they wait no more. */
  async function ofTask(task: PutawayTask): Promise<InHand | null> {
    const answer = await ask({ uuid: task.receipt_uuid, number: task.receipt_number }, { line_uuid: task.line_uuid });
    if (!(answer instanceof CallProblem)) return inHand({ uuid: task.receipt_uuid, number: task.receipt_number }, answer)[0] ?? null;
    return answer.kind === "refusal" ? null : inHandOf(task);
  }

  /** Why a code names nothing that waits: nobody knows it, or null, none of it waits. */
  async function whyNothing(code: string, [waiting]: readonly PutawayTask[]): Promise<Texts | null> {
    if (waiting === undefined || isBoxLabel(code)) return null;
    const answer = await ask({ uuid: waiting.receipt_uuid, number: waiting.receipt_number }, { code });
    return answer instanceof CallProblem && answer.codeName === "receipts.codeUnknown" ? textsOf(answer) : null;
  }

  /**
   * Whatever a code means among all that waits: a receipt's label, a SKU, a barcode, or the location that is suggested. Without the server, among what
   * the list has.
   */
  async function ofCode(code: string, walk: Pick<Walk, "named" | "tasks">): Promise<FoundGoods> {
    const asked = await walk.named(code);
    const isAnswered = !(asked instanceof CallProblem);
    if (!isAnswered && asked.kind === "refusal") return { problem: textsOf(asked) };
    const named = isAnswered ? asked : tasksOfCode(walk.tasks(), code);
    if (named.length === 0) return { problem: isAnswered ? await whyNothing(code, walk.tasks()) : textsOf(asked) };
    const goods = await Promise.all((isBoxLabel(code) ? named.slice(0, 1) : named).map(ofTask));
    return { goods: goods.filter((one) => one !== null) };
  }
  return { ofTask, ofCode };
}

function textsOf(problem: CallProblem): Texts {
  return problemTexts(problem) ?? problem.msg ?? ownTexts.operationFailed;
}
