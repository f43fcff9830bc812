import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { CallProblem } from "#src/kit/api/client.ts";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import { clientTexts } from "#src/kit/api/client-texts.ts";
import { getProblemTexts } from "#src/kit/api/problem.rules.ts";
import type { Texts } from "#src/kit/api/envelope.ts";
import type { PutawayTask } from "#src/warehouse/receipts/receipts.contract.ts";
import { isBoxLabel } from "#src/warehouse/receipts/receipts.rules.ts";
import { suggestPutaway } from "#src/warehouse/receipts/receiving.contract.ts";
import type { InHand } from "./put-away.rules.ts";
import { toInHand, findTasksByCode } from "./put-away.rules.ts";
import type { PutawayTasks } from "./use-putaway-tasks.ts";

/** The waiting goods a code may mean, or why there are none. */
export type FoundGoods = { readonly goods: readonly InHand[] } | { readonly problem: Texts | null };

type Suggestion = OutputOf<typeof suggestPutaway>;
type Receipt = { readonly uuid: string; readonly number: string };

function toInHands({ uuid, number }: Receipt, { line, open_quantity, suggestions }: Suggestion): InHand[] {
  if (line === null || open_quantity === 0) return [];
  const { line_uuid, sku, title, variant_title, main_image, lot } = line;
  const goods = { sku, title, variant_title, main_image };
  return [{ receiptUuid: uuid, receiptNumber: number, lineUuid: line_uuid, goods, lot, open: open_quantity, suggestions }];
}

/** Finds goods that wait for putaway. */
export function useWaitingGoods() {
  const { client } = useCaller();

  async function ask(receipt: Receipt, which: { line_uuid: string } | { code: string }): Promise<Suggestion | CallProblem> {
    try {
      return await client.call(suggestPutaway, { receipt_uuid: receipt.uuid, ...which }, { isQuiet: true });
    } catch (error) {
      if (error instanceof CallProblem) return error;
      throw error;
    }
  }

  /** Finds the goods of a task with suggested locations; offline, as the list has them. Null if they no longer wait. */
  async function findByTask(task: PutawayTask): Promise<InHand | null> {
    const answer = await ask({ uuid: task.receipt_uuid, number: task.receipt_number }, { line_uuid: task.line_uuid });
    if (!(answer instanceof CallProblem)) return toInHands({ uuid: task.receipt_uuid, number: task.receipt_number }, answer)[0] ?? null;
    return answer.kind === "refusal" ? null : toInHand(task);
  }

  /** Explains why a code matches nothing: it is unknown, or (null) none of it waits. */
  async function explainNothing(code: string, [waiting]: readonly PutawayTask[]): Promise<Texts | null> {
    if (waiting === undefined || isBoxLabel(code)) return null;
    const answer = await ask({ uuid: waiting.receipt_uuid, number: waiting.receipt_number }, { code });
    return answer instanceof CallProblem && answer.codeName === "receipts.codeUnknown" ? getTexts(answer) : null;
  }

  /** Finds waiting goods by a receipt's label, a SKU, a barcode or the suggested location. Offline, it searches only the loaded list. */
  async function findByCode(code: string, walk: Pick<PutawayTasks, "findByCode" | "tasks">): Promise<FoundGoods> {
    const asked = await walk.findByCode(code);
    const isAnswered = !(asked instanceof CallProblem);
    if (!isAnswered && asked.kind === "refusal") return { problem: getTexts(asked) };
    const named = isAnswered ? asked : findTasksByCode(walk.tasks(), code);
    if (named.length === 0) return { problem: isAnswered ? await explainNothing(code, walk.tasks()) : getTexts(asked) };
    const goods = await Promise.all((isBoxLabel(code) ? named.slice(0, 1) : named).map(findByTask));
    return { goods: goods.filter((one) => one !== null) };
  }
  return { findByTask, findByCode };
}

function getTexts(problem: CallProblem): Texts {
  return getProblemTexts(problem) ?? problem.msg ?? clientTexts.operationFailed;
}
