import type { RefusalName } from "#src/api/codes.ts";
import type { Call, OutputOf, ParsedInputOf } from "#src/api/define-call.ts";
import { ok, refuse } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import { openPieces } from "#src/receipts/receipts.rules.ts";
import {
  addPhotos,
  arriveReceipt,
  inspect,
  listPutaway,
  putAway,
  scanReceipt,
  suggestPutaway,
  undoInspection,
  undoPutaway,
} from "#src/receipts/receiving.contract.ts";
import { writeAudit } from "#server/audit/audit.commands.ts";
import { implement } from "#server/http/context.ts";
import type { CallContext, Handler, Implementation } from "#server/http/context.ts";
import { arriveBoxes, scanCode } from "./arrival.commands.ts";
import { inspectionOf } from "./detail.queries.ts";
import { inspectPieces } from "./inspection.commands.ts";
import { lineIn, linesOf } from "./lines.queries.ts";
import { keepPhotos } from "./photos.commands.ts";
import { lineToPutAway } from "./put-line.commands.ts";
import { putPiecesAway } from "./putaway.commands.ts";
import { nothing, receiptRowOf } from "./receipts.queries.ts";
import { scopeOf } from "./receipt-scope.ts";
import type { ReceiptScope } from "./receipt-scope.ts";
import { suggestionsFor } from "./suggestions.queries.ts";
import { listOpenTasks, taskOf } from "./tasks.queries.ts";
import { undoInspectionOf } from "./undo-inspection.commands.ts";
import type { Undone } from "./undo-inspection.commands.ts";
import { undoPutawayOf } from "./undo-putaway.commands.ts";
import { openedWorkOf, workOf } from "./work.queries.ts";

/** A call of the receiving staff, who always have a provider. */
function work<C extends Call>(
  call: C,
  run: (scope: ReceiptScope, input: ParsedInputOf<C>, context: CallContext) => Promise<Result<OutputOf<C>, RefusalName>>,
): Implementation {
  const handler: Handler<C> = async (input, context) => {
    const scope = scopeOf(context);
    return scope === null ? refuse("notFound") : run(scope, input, context);
  };
  return implement(call, handler);
}

async function note(
  { tx, ...context }: CallContext,
  { name }: Call,
  receiptUuid: string,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  await writeAudit(tx, context, { action: name, subjectType: "receipt", subjectUuid: receiptUuid, detail });
}

async function afterUndo(scope: ReceiptScope, { receiptUuid, lineUuid }: Undone) {
  return { line: lineIn(await linesOf(scope, receiptUuid), lineUuid), receipt: await workOf(scope, receiptUuid) };
}

const scan = work(scanReceipt, async (scope, { code, receipt_uuid }, context) => {
  const scanned = await scanCode(scope, code, receipt_uuid);
  if (!scanned.ok) return scanned;
  const { found, receiptUuid, boxNumber, isAgain, hasArrived } = scanned.value;
  if (hasArrived) await note(context, scanReceipt, receiptUuid, { box_number: boxNumber });
  const opened = await openedWorkOf(scope, receiptUuid);
  const box = opened.boxes.find(({ box_number }) => box_number === boxNumber) ?? null;
  return ok({ found, box, is_again: isAgain, receipt: opened });
});

const arrive = work(arriveReceipt, async (scope, input, context) => {
  const arrived = await arriveBoxes(scope, input);
  if (!arrived.ok) return arrived;
  if (arrived.value) await note(context, arriveReceipt, input.receipt_uuid, { box_numbers: input.box_numbers });
  return ok(await openedWorkOf(scope, input.receipt_uuid));
});

const inspectOne = work(inspect, async (scope, input, context) => {
  const inspected = await inspectPieces(scope, input);
  if (!inspected.ok) return inspected;
  const { outcome, receiptUuid } = inspected.value;
  if (outcome === "choose") {
    const { choices } = inspected.value;
    return ok({ outcome, choices, inspection: null, line: null, receipt: await workOf(scope, receiptUuid) });
  }
  const inspection = await inspectionOf(scope, inspected.value.inspectionUuid);
  const { inspection_uuid, line_uuid, qualified_quantity, unqualified_quantity } = inspection;
  await note(context, inspect, receiptUuid, { inspection_uuid, line_uuid, qualified_quantity, unqualified_quantity });
  const line = lineIn(await linesOf(scope, receiptUuid), line_uuid);
  return ok({ outcome, choices: [], inspection, line, receipt: await workOf(scope, receiptUuid) });
});

const undoInspected = work(undoInspection, async (scope, { inspection_uuid }, context) => {
  const undone = await undoInspectionOf(scope, inspection_uuid);
  if (!undone.ok) return undone;
  await note(context, undoInspection, undone.value.receiptUuid, { inspection_uuid });
  return ok(await afterUndo(scope, undone.value));
});

const suggest = work(suggestPutaway, async (scope, { receipt_uuid, ...which }) => {
  const receipt = await receiptRowOf(scope, receipt_uuid);
  if (receipt === null) return refuse("notFound");
  const found = await lineToPutAway(scope, receipt, await linesOf(scope, receipt_uuid), which);
  if (!found.ok) return found;
  if (Array.isArray(found.value)) return ok({ choices: found.value, line: null, open_quantity: 0, suggestions: [] });
  const line = found.value;
  return ok({ choices: [], line, open_quantity: openPieces(line), suggestions: await suggestionsFor(scope, receipt, line) });
});

const put = work(putAway, async (scope, input, context) => {
  const done = await putPiecesAway(scope, input);
  if (!done.ok) return done;
  const { outcome, receiptUuid } = done.value;
  if (outcome === "choose") {
    const { choices } = done.value;
    return ok({ outcome, choices, task: null, line: null, receipt: await workOf(scope, receiptUuid) });
  }
  const task = await taskOf(scope, done.value.taskUuid);
  const { task_uuid, line_uuid, quantity, location_barcode } = task;
  await note(context, putAway, receiptUuid, { task_uuid, line_uuid, quantity, location: location_barcode });
  const line = lineIn(await linesOf(scope, receiptUuid), line_uuid);
  return ok({ outcome, choices: [], task, line, receipt: await workOf(scope, receiptUuid) });
});

const undoPut = work(undoPutaway, async (scope, { task_uuid }, context) => {
  const undone = await undoPutawayOf(scope, task_uuid);
  if (!undone.ok) return undone;
  await note(context, undoPutaway, undone.value.receiptUuid, { task_uuid });
  return ok(await afterUndo(scope, undone.value));
});

const photograph = work(addPhotos, async (scope, input, context) => {
  const kept = await keepPhotos(scope, input);
  if (!kept.ok) return kept;
  await note(context, addPhotos, input.receipt_uuid, { photo_uuids: kept.value });
  return ok({ photo_uuids: kept.value });
});

const openTasks = implement(listPutaway, async (input, context) => {
  const scope = scopeOf(context);
  return scope === null ? nothing() : listOpenTasks(scope, input);
});

/** What the staff do at the dock and on their way to the shelves. */
export const receivingRoutes: readonly Implementation[] = [
  scan,
  arrive,
  inspectOne,
  undoInspected,
  suggest,
  put,
  undoPut,
  photograph,
  openTasks,
];
