import type { Obstacle, Viewer } from "#src/kit/ui/action/action.ts";
import { checkRoom, defineActions } from "#src/kit/ui/action/action.ts";
import { uploadImages } from "#src/kit/files/files.contract.ts";
import { discardImport, postImport, uploadImport } from "#src/warehouse/imports/imports.contract.ts";
import { printBoxLabels, printReceipt } from "./receipt-prints.contract.ts";
import type { ReceiptDetail } from "./receipts.contract.ts";
import {
  addStorage,
  cancelReceipt,
  closeShortReceipt,
  confirmReceipt,
  decideUnqualified,
  deleteDraft,
  returnReceipt,
  submitReceipt,
  updateReceipt,
  withdrawReceipt,
} from "./receipts.contract.ts";
import type { DeskStep, StepSubject } from "./receipt-steps.rules.ts";
import { getDecisionRefusal, getStepRefusal } from "./receipt-steps.rules.ts";
import { canDo } from "./receipts.machine.ts";
import { mostPhotosOfReceipt } from "./receipts.rules.ts";
import { addPhotos, arriveReceipt, inspect, putAway, scanReceipt, undoInspection, undoPutaway } from "./receiving.contract.ts";

/** Hides a step that the state does not allow; a step that lacks something else shows what. */
function checkStep(step: DeskStep) {
  return (receipt: StepSubject, { role }: Viewer): Obstacle | null => {
    const code = role === null ? "receipts.wrongState" : getStepRefusal(step, receipt, role);
    if (code === null) return null;
    return code === "receipts.wrongState" ? { code, isHidden: true } : { code };
  };
}

type Decided = Pick<ReceiptDetail, "status" | "owner_uuid" | "owner_name">;
type Stated = Pick<ReceiptDetail, "status">;

function checkDecision({ status, owner_uuid, owner_name }: Decided, { role, scope }: Viewer): Obstacle | null {
  // A retailer only sees its own receipts.
  const code = getDecisionRefusal({ status, owner_uuid }, role === "dropShipper" ? owner_uuid : scope.providerUuid);
  if (code === null) return null;
  return code === "receipts.wrongState"
    ? { code, isHidden: true }
    : { code, reason: { key: "receipts.decide.waitsFor", values: { name: owner_name } } };
}

const checkEdit = ({ status }: Stated): Obstacle | null => (status === "draft" ? null : { code: "receipts.wrongState", isHidden: true });
const checkPhotos = ({ status, photos }: Pick<ReceiptDetail, "status" | "photos">, { role }: Viewer): Obstacle | null =>
  role !== null && canDo(role, "photograph", status)
    ? checkRoom(photos.length, mostPhotosOfReceipt, "receipts.tooManyPhotos")
    : { code: "receipts.wrongState", isHidden: true };

const checkLabels = ({ box_count }: Pick<ReceiptDetail, "box_count">): Obstacle | null =>
  box_count > 0 ? null : { code: "notFound", reason: { key: "receipts.action.noBoxes" } };

/** What can be done with receipts. */
export const receiptActions = defineActions({
  create: { calls: [addStorage] },
  import: { calls: [uploadImport, postImport, discardImport, addStorage] },
  edit: { calls: [updateReceipt], check: checkEdit },
  submit: { calls: [submitReceipt], check: checkStep("submit") },
  confirm: { calls: [confirmReceipt], check: checkStep("confirm") },
  withdraw: { calls: [withdrawReceipt], check: checkStep("withdraw") },
  return: { calls: [returnReceipt], check: checkStep("return") },
  cancel: { calls: [cancelReceipt], check: checkStep("cancel") },
  close_short: { calls: [closeShortReceipt], check: checkStep("close_short") },
  delete: { calls: [deleteDraft], check: checkStep("delete") },
  decide: { calls: [decideUnqualified], check: checkDecision },
  labels: { calls: [printBoxLabels], check: checkLabels },
  paper: { calls: [printReceipt] },
  photograph: { calls: [addPhotos], check: checkPhotos },
  // Done by scanning: a scan is input rather than a button, and a refusal is answered in place.
  open: { calls: [scanReceipt, arriveReceipt] },
  count: { calls: [inspect, undoInspection] },
  takePhoto: { calls: [uploadImages, addPhotos] },
  putAway: { calls: [putAway, undoPutaway] },
});
