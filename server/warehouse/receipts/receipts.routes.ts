import type { RefusalName } from "#src/kit/api/codes.ts";
import type { Call, OutputOf, ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { printBoxLabels, printReceipt } from "#src/warehouse/receipts/receipt-prints.contract.ts";
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
} from "#src/warehouse/receipts/receipts.contract.ts";
import type { ReceiptRow } from "#src/warehouse/receipts/receipts.contract.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import { implement, implementFile } from "#server/platform/http/context.ts";
import type { CallContext, FileAnswer, Implementation } from "#server/platform/http/context.ts";
import { decide } from "./decide/decide-unqualified.commands.ts";
import { findReceiptDetail } from "./receipt-detail.queries.ts";
import { addReceipt, changeDraft, removeDraft } from "./announce/draft.commands.ts";
import type { LockedReceipt } from "./receipt.commands.ts";
import { printBoxes, printReceiptDocument } from "./print/print-receipt.ts";
import { listReceiptRows, getEmptyPage, findReceiptRow } from "./receipts.queries.ts";
import { receivingRoutes } from "./receiving.routes.ts";
import { getReceiptScope } from "./receipt-scope.ts";
import type { ReceiptScope } from "./receipt-scope.ts";
import { takeStep } from "./announce/desk-steps.commands.ts";
import type { DeskStep } from "./announce/desk-steps.commands.ts";

type Detail = Readonly<Record<string, unknown>>;

/** Writes the audit row of a change and returns the receipt as it is now. */
async function auditAndReturn(
  { tx, ...context }: CallContext,
  scope: ReceiptScope,
  locked: LockedReceipt,
  { action, detail = {} }: { action: string; detail?: Detail },
): Promise<Result<ReceiptRow, never>> {
  const about = { receipt_number: locked.receipt_number, status: locked.status, ...detail };
  await writeAudit(tx, context, { action, subjectType: "receipt", subjectUuid: locked.receipt_uuid, detail: about });
  const row = await findReceiptRow(scope, locked.receipt_uuid);
  if (row === null) throw new Error("receipts: a locked receipt is missing");
  return ok(row);
}

/** Handles a call that changes a receipt, for anybody who has receipts. */
function changes<C extends Call>(
  call: C,
  run: (scope: ReceiptScope, input: ParsedInputOf<C>) => Promise<Result<LockedReceipt, RefusalName>>,
): (input: ParsedInputOf<C>, context: CallContext) => Promise<Result<ReceiptRow, RefusalName>> {
  return async (input, context) => {
    const scope = getReceiptScope(context);
    if (scope === null) return refuse("notFound");
    const changed = await run(scope, input);
    return changed.ok ? auditAndReturn(context, scope, changed.value, { action: call.name }) : changed;
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
  const scope = getReceiptScope(context);
  return scope === null ? refuse("notFound") : print(scope);
}

async function returnDetail(scope: ReceiptScope, receiptUuid: string): Promise<Result<OutputOf<typeof receipt>, "notFound">> {
  const found = await findReceiptDetail(scope, receiptUuid);
  return found === null ? refuse("notFound") : ok(found);
}

export const receiptsRoutes: readonly Implementation[] = [
  implement(addStorage, changes(addStorage, addReceipt)),
  implement(updateReceipt, changes(updateReceipt, changeDraft)),

  implement(listReceipts, async (input, context) => {
    const scope = getReceiptScope(context);
    return scope === null ? getEmptyPage() : listReceiptRows(scope, input);
  }),

  implement(receipt, async ({ receipt_uuid }, context) => {
    const scope = getReceiptScope(context);
    return scope === null ? refuse("notFound") : returnDetail(scope, receipt_uuid);
  }),

  step(submitReceipt, "submit"),
  step(withdrawReceipt, "withdraw"),
  step(returnReceipt, "return"),
  step(confirmReceipt, "confirm"),
  step(cancelReceipt, "cancel"),
  step(closeShortReceipt, "close_short"),

  implement(deleteDraft, async (input, context) => {
    const scope = getReceiptScope(context);
    const dropped = scope === null ? refuse("notFound" as const) : await removeDraft(scope, input);
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
    const scope = getReceiptScope(context);
    const decided = scope === null ? refuse("notFound" as const) : await decide(scope, input);
    if (scope === null || !decided.ok) return decided.ok ? refuse("notFound") : decided;
    const { tx, ...request } = context;
    const { line_uuid, decision, quantity } = input;
    const detail = { line_uuid, decision, quantity };
    await writeAudit(tx, request, { action: decideUnqualified.name, subjectType: "receipt", subjectUuid: decided.value, detail });
    return returnDetail(scope, decided.value);
  }),

  implementFile(printBoxLabels, (input, context) => printed(context, (scope) => printBoxes(scope, input))),
  implementFile(printReceipt, (input, context) => printed(context, (scope) => printReceiptDocument(scope, input))),

  ...receivingRoutes,
];
