import { useState } from "react";
import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { isPermitted } from "#src/kit/ui/action/action.ts";
import type { FrameAction } from "#src/warehouse/scanning/frame-action.tsx";
import { HandHeldFrame } from "#src/warehouse/scanning/hand-held-frame.tsx";
import { useScannerRules } from "#src/warehouse/scanning/use-scanner-rules.ts";
import { pickingActions } from "./picking.actions.ts";
import type { PickTaskRow } from "./picking.contract.ts";
import { pickingPermission } from "./picking.contract.ts";
import { shortReasons } from "#src/outbound/orders/orders.rules.ts";
import { StopGoods, TaskProgress } from "./pick-stop.tsx";
import { ReturnToShelf } from "./return-to-shelf.tsx";
import { usePicking } from "./use-picking.ts";

type Picking = ReturnType<typeof usePicking>;
type Words = ReturnType<typeof useTranslation>;

interface NextStep {
  readonly instruction: string;
  /** what to scan or type next */
  readonly label: string;
  /** the location to go to */
  readonly code?: string;
  readonly hint?: string;
}

/** Returns what the person does next with an open task. */
function getNextStep({ t }: Words, { step, at, question }: Picking): NextStep {
  if (step === null) return { instruction: t("picking.step.task"), label: t("picking.scan.task") };
  if (!("stop" in step)) return { instruction: t(`picking.step.${step.kind}`), label: t(`picking.scan.${step.kind}`) };
  const { goods, quantity } = step.stop;
  const { sku, slot, location } = goods;
  const left = quantity - at.counted;
  switch (question?.kind) {
    case "quantity":
      return { instruction: t("picking.ask.quantity"), label: t("picking.scan.pieces", { count: left }) };
    case "found":
      return { instruction: t("picking.ask.found"), label: t("picking.scan.found", { most: quantity - 1 }) };
    case "reason":
      return { instruction: t("picking.ask.reason"), label: t("picking.scan.reason") };
    case "takeOver":
    case undefined:
      break;
  }
  switch (step.kind) {
    case "location":
      return { instruction: t("picking.step.location"), label: t("picking.scan.location"), code: location };
    case "product": {
      const hint = at.preset === 1 ? {} : { hint: t("receiving.toldPieces", { count: at.preset }) };
      return { instruction: t("picking.step.product", { sku, count: left }), label: t("picking.scan.product"), ...hint };
    }
    case "slot":
      return { instruction: t("picking.step.slot"), label: t("picking.scan.slot", { slot }) };
    case "sending":
      return { instruction: t("picking.step.sending"), label: t("picking.scan.product") };
  }
}

/** Returns the instruction; while the list of tasks is open, it depends on what waits there. */
function useNextStep(picking: Picking): NextStep {
  const words = useTranslation();
  const { t } = words;
  const { step, question, isEmpty } = picking;
  if (step === null && question?.kind === "takeOver")
    return { instruction: t("picking.ask.takeOver", { picker: question.task.picker }), label: t("picking.scan.takeOver") };
  if (step === null && isEmpty) return { instruction: t("picking.step.none"), label: t("picking.scan.task") };
  return getNextStep(words, picking);
}

function useKeys(picking: Picking, onReturn: () => void): readonly FrameAction[] {
  const { t } = useTranslation();
  const mayReturn = isPermitted(pickingActions.returnToShelf, useCaller());
  const { step, at, question, goOn, postpone, beginQuantity, beginShort } = picking;
  if (question?.kind === "takeOver") return [{ kind: "next", label: t("picking.key.takeOver"), onPress: goOn }];
  if (question?.kind === "found") return [{ kind: "next", label: t("picking.key.found", { count: at.counted }), onPress: goOn }];
  if (question !== null) return [];
  const next: FrameAction = { kind: "next", label: t("picking.key.next"), onPress: goOn };
  const back: FrameAction = { kind: "aside", label: t("picking.key.return"), onPress: onReturn };
  if (step === null) return mayReturn ? [next, back] : [next];
  switch (step.kind) {
    case "finished":
      return [next, { kind: "aside", label: t("picking.key.list"), onPress: postpone }];
    case "tote":
      return [{ kind: "aside", label: t("picking.key.leave"), onPress: postpone }];
    case "sending":
      return [];
    case "location":
    case "product":
    case "slot": {
      const short: FrameAction = { kind: "problem", label: t("picking.key.short"), onPress: beginShort };
      const skip: FrameAction = { kind: "aside", label: t("picking.key.skip"), onPress: postpone };
      if (step.kind === "location") return [skip, short];
      const quantity: FrameAction = { kind: "quantity", label: t("scanning.key.quantity"), onPress: beginQuantity };
      const placed: FrameAction = { kind: "next", label: t("picking.key.placed"), onPress: goOn };
      return step.kind === "slot" ? [placed, skip, short] : [quantity, skip, short];
    }
  }
}

/** Returns the tasks to choose from, the person's own first, or the reasons of a short pick. */
function useChoices({ step, tasks, question, choose }: Picking) {
  const { t } = useTranslation();
  if (question?.kind === "reason") {
    const options = shortReasons.map((id) => ({ id, title: t(`picking.reason.${id}`) }));
    return { choices: { label: t("picking.ask.reason"), options, onChoose: choose } };
  }
  if (step !== null || question !== null || tasks.length === 0) return {};
  const toDetail = ({ warehouse_name, piece_count, picked_pieces, picker, is_mine: isMine, is_held: isHeld }: PickTaskRow) =>
    [
      warehouse_name,
      t("picking.of", { counted: picked_pieces, of: piece_count }),
      ...(isMine ? [t("picking.mine")] : picker === "" ? [] : [picker]),
      ...(isHeld ? [t("picking.held")] : []),
    ].join(" · ");
  const options = tasks
    .toSorted((a, b) => Number(b.is_mine) - Number(a.is_mine))
    .map((task) => ({
      id: task.task_uuid,
      title: t("picking.taskOf", { wave: task.wave_number, number: task.task_number }),
      detail: toDetail(task),
    }));
  return { choices: { label: t("picking.step.task"), options, onChoose: choose } };
}

function Pick({ onReturn }: { onReturn: () => void }) {
  const { t } = useTranslation();
  const picking = usePicking();
  const { task, step, at, question, session, scan } = picking;
  const rules = useScannerRules(task?.warehouse_uuid ?? null);
  const { instruction, label, code, hint } = useNextStep(picking);
  const actions = useKeys(picking, onReturn);
  const choices = useChoices(picking);
  return (
    <HandHeldFrame
      title={t("navigation.pick")}
      instruction={instruction}
      code={code}
      hint={hint}
      session={session}
      permission={pickingPermission}
      scan={{ label, asksNumber: question?.kind === "quantity" || question?.kind === "found", onScan: scan, takesRepeats: true, ...rules }}
      actions={actions}
      isLoading={picking.isLoading}
      {...choices}
    >
      {step !== null && <StopGoods step={step} at={at} />}
      {task !== null && <TaskProgress task={task} />}
    </HandHeldFrame>
  );
}

/** Picking on a hand-held: a task stop by stop (domain.md, "Pick task"), and the way back to the shelf for what no order needs any more. */
export function PickScreen() {
  const [isReturning, setReturning] = useState(false);
  return isReturning ? <ReturnToShelf onBack={() => setReturning(false)} /> : <Pick onReturn={() => setReturning(true)} />;
}
