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
import { inHandOf, receiptsOf, tasksOfCode } from "./put-away.rules.ts";

/** What a code may mean among the goods that wait, or why it means nothing. */
export type FoundGoods = { readonly goods: readonly InHand[] } | { readonly problem: Texts | null };

type Suggestion = OutputOf<typeof suggestPutaway>;
type Receipt = { readonly uuid: string; readonly number: string };

/** More receipts than this are not asked about one code: their goods are found by SKU, by the list, or by the receipt's label. */
const mostAsked = 20;

function inHand({ uuid, number }: Receipt, { line, open_quantity, suggestions }: Suggestion): InHand[] {
  if (line === null || open_quantity === 0) return [];
  const { line_uuid, sku, title, lot } = line;
  return [{ receiptUuid: uuid, receiptNumber: number, lineUuid: line_uuid, sku, title, lot, open: open_quantity, suggestions }];
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

  /** Several lots, or products, of one code in one receipt: each with its own pieces. */
  async function ofChoices({ choices }: Suggestion, tasks: readonly PutawayTask[]): Promise<InHand[]> {
    const waiting = choices.flatMap(({ line_uuid }) => tasks.filter((task) => task.line_uuid === line_uuid));
    return Promise.all(waiting.map(async (task) => (await ofTask(task)) ?? inHandOf(task)));
  }

  /** Whatever a code means: a receipt's label, a SKU, or a barcode of any receipt with goods that wait. */
  async function ofCode(code: string, tasks: readonly PutawayTask[]): Promise<FoundGoods> {
    const named = tasksOfCode(tasks, code);
    if (named.length > 0) {
      const goods = await Promise.all((isBoxLabel(code) ? named.slice(0, 1) : named).map(ofTask));
      return { goods: goods.filter((one) => one !== null) };
    }
    if (isBoxLabel(code)) return { problem: null };
    const asked = receiptsOf(tasks).slice(0, mostAsked);
    const answers = await Promise.all(asked.map(async (receipt) => ({ receipt, answer: await ask(receipt, { code }) })));
    const goods: InHand[] = [];
    for (const { receipt, answer } of answers)
      if (!(answer instanceof CallProblem)) goods.push(...inHand(receipt, answer), ...(await ofChoices(answer, tasks)));
    if (goods.length > 0) return { goods };
    return { problem: reasonOf(answers.flatMap(({ answer }) => (answer instanceof CallProblem ? [answer] : []))) };
  }
  return { ofTask, ofCode };
}

/** The refusal that says most: of a product that is known, that none of it waits. */
function reasonOf(problems: readonly CallProblem[]): Texts | null {
  const wanted = ["receipts.nothingToPutAway", "receipts.notOnReceipt", "receipts.codeUnknown"];
  const told = wanted.flatMap((name) => problems.filter(({ codeName }) => codeName === name))[0] ?? problems[0];
  return told === undefined ? null : (problemTexts(told) ?? told.msg ?? ownTexts.operationFailed);
}
