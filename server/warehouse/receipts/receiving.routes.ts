import type { RefusalName } from "#src/kit/api/codes.ts";
import type { Call, OutputOf, ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { getOpenPieces } from "#src/warehouse/receipts/receipts.rules.ts";
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
} from "#src/warehouse/receipts/receiving.contract.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import { implement } from "#server/platform/http/context.ts";
import type { CallContext, Handler, Implementation } from "#server/platform/http/context.ts";
import { arriveBoxes, scanCode } from "./arrive/arrive-boxes.commands.ts";
import { inspectPieces } from "./inspect/inspect-pieces.commands.ts";
import { listLines } from "./lines.queries.ts";
import { attachPhotos } from "./inspect/add-photos.commands.ts";
import { findLineToPutAway } from "./put-away/line-to-put-away.queries.ts";
import { putPiecesAway } from "./put-away/put-away.commands.ts";
import { getEmptyPage, findReceiptRow } from "./receipts.queries.ts";
import { getReceiptScope } from "./receipt-scope.ts";
import type { ReceiptScope } from "./receipt-scope.ts";
import { suggestLocations } from "./put-away/suggested-locations.queries.ts";
import { listOpenTasks, getTask } from "./put-away/tasks.queries.ts";
import { revertInspection } from "./inspect/undo-inspection.commands.ts";
import type { Undone } from "./inspect/undo-inspection.commands.ts";
import { revertPutaway } from "./put-away/undo-putaway.commands.ts";
import { getOpenedReceiptWork, getReceiptWork } from "./receipt-work.queries.ts";

/** Implements a call of the receiving staff, who always have a provider. */
function work<C extends Call>(
  call: C,
  run: (scope: ReceiptScope, input: ParsedInputOf<C>, context: CallContext) => Promise<Result<OutputOf<C>, RefusalName>>,
): Implementation {
  const handler: Handler<C> = async (input, context) => {
    const scope = getReceiptScope(context);
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

async function afterUndo(scope: ReceiptScope, { receiptUuid, line, lines }: Undone) {
  return { line, receipt: await getReceiptWork(scope, receiptUuid, lines) };
}

const scan = work(scanReceipt, async (scope, { code, receipt_uuid }, context) => {
  const scanned = await scanCode(scope, code, receipt_uuid);
  if (!scanned.ok) return scanned;
  const { found, receiptUuid, boxNumber, isAgain, hasArrived } = scanned.value;
  if (hasArrived) await note(context, scanReceipt, receiptUuid, { box_number: boxNumber });
  const opened = await getOpenedReceiptWork(scope, receiptUuid);
  const box = opened.boxes.find(({ box_number }) => box_number === boxNumber) ?? null;
  return ok({ found, box, is_again: isAgain, receipt: opened });
});

const arrive = work(arriveReceipt, async (scope, input, context) => {
  const arrived = await arriveBoxes(scope, input);
  if (!arrived.ok) return arrived;
  if (arrived.value) await note(context, arriveReceipt, input.receipt_uuid, { box_numbers: input.box_numbers });
  return ok(await getOpenedReceiptWork(scope, input.receipt_uuid));
});

const inspectOne = work(inspect, async (scope, input, context) => {
  const inspected = await inspectPieces(scope, input);
  if (!inspected.ok) return inspected;
  const { outcome, receiptUuid, lines } = inspected.value;
  if (outcome === "choose") {
    const { choices } = inspected.value;
    return ok({ outcome, choices, inspection: null, line: null, receipt: await getReceiptWork(scope, receiptUuid, lines) });
  }
  const { inspection, line } = inspected.value;
  const { inspection_uuid, line_uuid, qualified_quantity, unqualified_quantity } = inspection;
  await note(context, inspect, receiptUuid, { inspection_uuid, line_uuid, qualified_quantity, unqualified_quantity });
  return ok({ outcome, choices: [], inspection, line, receipt: await getReceiptWork(scope, receiptUuid, lines) });
});

const undoInspected = work(undoInspection, async (scope, { inspection_uuid }, context) => {
  const undone = await revertInspection(scope, inspection_uuid);
  if (!undone.ok) return undone;
  await note(context, undoInspection, undone.value.receiptUuid, { inspection_uuid });
  return ok(await afterUndo(scope, undone.value));
});

const suggest = work(suggestPutaway, async (scope, { receipt_uuid, ...which }) => {
  const receipt = await findReceiptRow(scope, receipt_uuid);
  if (receipt === null) return refuse("notFound");
  const found = await findLineToPutAway(scope, receipt, await listLines(scope, receipt_uuid), which);
  if (!found.ok) return found;
  if (Array.isArray(found.value)) return ok({ choices: found.value, line: null, open_quantity: 0, suggestions: [] });
  const line = found.value;
  return ok({ choices: [], line, open_quantity: getOpenPieces(line), suggestions: await suggestLocations(scope, receipt, line) });
});

const put = work(putAway, async (scope, input, context) => {
  const done = await putPiecesAway(scope, input);
  if (!done.ok) return done;
  const { outcome, receiptUuid, lines } = done.value;
  if (outcome === "choose") {
    const { choices } = done.value;
    return ok({ outcome, choices, task: null, line: null, receipt: await getReceiptWork(scope, receiptUuid, lines) });
  }
  const task = await getTask(scope, done.value.taskUuid);
  const { task_uuid, line_uuid, quantity, location_barcode } = task;
  await note(context, putAway, receiptUuid, { task_uuid, line_uuid, quantity, location: location_barcode });
  return ok({ outcome, choices: [], task, line: done.value.line, receipt: await getReceiptWork(scope, receiptUuid, lines) });
});

const undoPut = work(undoPutaway, async (scope, { task_uuid }, context) => {
  const undone = await revertPutaway(scope, task_uuid);
  if (!undone.ok) return undone;
  await note(context, undoPutaway, undone.value.receiptUuid, { task_uuid });
  return ok(await afterUndo(scope, undone.value));
});

const photograph = work(addPhotos, async (scope, input, context) => {
  const kept = await attachPhotos(scope, input);
  if (!kept.ok) return kept;
  await note(context, addPhotos, input.receipt_uuid, { photo_uuids: kept.value });
  return ok({ photo_uuids: kept.value });
});

const openTasks = implement(listPutaway, async (input, context) => {
  const scope = getReceiptScope(context);
  return scope === null ? getEmptyPage() : listOpenTasks(scope, input);
});

/** The calls of the dock and of putting away. */
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
