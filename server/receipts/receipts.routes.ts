import type { RefusalName } from "#src/api/codes.ts";
import type { Call, OutputOf, ParsedInputOf } from "#src/api/define-call.ts";
import { ok, refuse } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import { printBoxLabels, printReceipt } from "#src/receipts/receipt-prints.contract.ts";
import {
  addStorage,
  cancelReceipt,
  closeShortReceipt,
  confirmReceipt,
  decideUnqualified,
  deleteDraft,
  listReceipts,
  receipt,
  returnReceipt,
  submitReceipt,
  updateReceipt,
  withdrawReceipt,
} from "#src/receipts/receipts.contract.ts";
import type { ReceiptRow } from "#src/receipts/receipts.contract.ts";
import { writeAudit } from "#server/audit/audit.commands.ts";
import { implement, implementFile } from "#server/http/context.ts";
import type { CallContext, FileAnswer, Implementation } from "#server/http/context.ts";
import { decide } from "./decisions.commands.ts";
import { receiptDetailOf } from "./detail.queries.ts";
import { addReceipt, changeDraft, dropDraft } from "./draft.commands.ts";
import type { HeldReceipt } from "./hold.commands.ts";
import { printBoxes, printReceiptDocument } from "./print.ts";
import { listReceiptRows, nothing, receiptRowOf } from "./receipts.queries.ts";
import { receivingRoutes } from "./receiving.routes.ts";
import { scopeOf } from "./receipt-scope.ts";
import type { ReceiptScope } from "./receipt-scope.ts";
import { takeStep } from "./steps.commands.ts";
import type { DeskStep } from "./steps.commands.ts";

type Detail = Readonly<Record<string, unknown>>;

/** Writes down who did what to a receipt, and shows it as it is now. */
async function settled(
  { tx, ...context }: CallContext,
  scope: ReceiptScope,
  held: HeldReceipt,
  { action, detail = {} }: { action: string; detail?: Detail },
): Promise<Result<ReceiptRow, never>> {
  const about = { receipt_number: held.receipt_number, status: held.status, ...detail };
  await writeAudit(tx, context, { action, subjectType: "receipt", subjectUuid: held.receipt_uuid, detail: about });
  const row = await receiptRowOf(scope, held.receipt_uuid);
  if (row === null) throw new Error("receipts: a held receipt is gone");
  return ok(row);
}

/** A call that changes a receipt, as whoever has receipts at all. */
function changes<C extends Call>(
  call: C,
  run: (scope: ReceiptScope, input: ParsedInputOf<C>) => Promise<Result<HeldReceipt, RefusalName>>,
): (input: ParsedInputOf<C>, context: CallContext) => Promise<Result<ReceiptRow, RefusalName>> {
  return async (input, context) => {
    const scope = scopeOf(context);
    if (scope === null) return refuse("notFound");
    const changed = await run(scope, input);
    return changed.ok ? settled(context, scope, changed.value, { action: call.name }) : changed;
  };
}

type StepCall = typeof submitReceipt | typeof returnReceipt;

function step(call: StepCall, name: DeskStep): Implementation {
  return implement(
    call,
    changes(call, (scope, input) => takeStep(scope, name, input)),
  );
}

async function printed(
  context: CallContext,
  print: (scope: ReceiptScope) => Promise<Result<FileAnswer, RefusalName>>,
): Promise<Result<FileAnswer, RefusalName>> {
  const scope = scopeOf(context);
  return scope === null ? refuse("notFound") : print(scope);
}

async function shownDetail(scope: ReceiptScope, receiptUuid: string): Promise<Result<OutputOf<typeof receipt>, "notFound">> {
  const found = await receiptDetailOf(scope, receiptUuid);
  return found === null ? refuse("notFound") : ok(found);
}

export const receiptsRoutes: readonly Implementation[] = [
  implement(addStorage, changes(addStorage, addReceipt)),
  implement(updateReceipt, changes(updateReceipt, changeDraft)),

  implement(listReceipts, async (input, context) => {
    const scope = scopeOf(context);
    return scope === null ? nothing() : listReceiptRows(scope, input);
  }),

  implement(receipt, async ({ receipt_uuid }, context) => {
    const scope = scopeOf(context);
    return scope === null ? refuse("notFound") : shownDetail(scope, receipt_uuid);
  }),

  step(submitReceipt, "submit"),
  step(withdrawReceipt, "withdraw"),
  step(returnReceipt, "return"),
  step(confirmReceipt, "confirm"),
  step(cancelReceipt, "cancel"),
  step(closeShortReceipt, "close_short"),

  implement(deleteDraft, async (input, context) => {
    const scope = scopeOf(context);
    const dropped = scope === null ? refuse("notFound" as const) : await dropDraft(scope, input);
    if (!dropped.ok) return dropped;
    const { tx, ...request } = context;
    const { receipt_uuid, receipt_number } = dropped.value;
    await writeAudit(tx, request, {
      action: deleteDraft.name,
      subjectType: "receipt",
      subjectUuid: receipt_uuid,
      detail: { receipt_number },
    });
    return ok({ deleted: 1 });
  }),

  implement(decideUnqualified, async (input, context) => {
    const scope = scopeOf(context);
    const decided = scope === null ? refuse("notFound" as const) : await decide(scope, input);
    if (scope === null || !decided.ok) return decided.ok ? refuse("notFound") : decided;
    const { tx, ...request } = context;
    const { line_uuid, decision, quantity } = input;
    const detail = { line_uuid, decision, quantity };
    await writeAudit(tx, request, { action: decideUnqualified.name, subjectType: "receipt", subjectUuid: decided.value, detail });
    return shownDetail(scope, decided.value);
  }),

  implementFile(printBoxLabels, (input, context) => printed(context, (scope) => printBoxes(scope, input))),
  implementFile(printReceipt, (input, context) => printed(context, (scope) => printReceiptDocument(scope, input))),

  ...receivingRoutes,
];
