import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { inspect } from "#src/warehouse/receipts/receiving.contract.ts";
import type { FrameAction } from "#src/warehouse/scanning/frame-action.tsx";
import { useGoodsOption } from "#src/warehouse/scanning/goods-face.tsx";
import { HandHeldFrame } from "#src/warehouse/scanning/hand-held-frame.tsx";
import { countPiecesLeft, reasons } from "./receive.rules.ts";
import { ReceiptProgress } from "./receipt-progress.tsx";
import type { WithPending } from "./scanned-goods.rules.ts";
import { withPending } from "./scanned-goods.rules.ts";
import { usePhotos } from "./use-photos.tsx";
import { useReceive } from "./use-receive.ts";
import { useWaitingInputs } from "#src/warehouse/scanning/use-scan-call.ts";

type Receiving = ReturnType<typeof useReceive> & { readonly seen: WithPending | null };

/** Returns true if all pieces are counted, including unsent counts. */
function isFinished({ open }: WithPending): boolean {
  return open.work.status !== "confirmed" && countPiecesLeft(open.lines) === 0;
}

interface NextStep {
  readonly instruction: string;
  /** what to scan or type next */
  readonly label: string;
  readonly hint?: string;
  readonly asksNumber?: boolean;
}

/** Questions that need no more feedback than the scanned code. */
const ofCode = ["product", "lot", "expiry"] as const;

/** Returns the next step in one sentence, and what to scan for it. */
function useNextStep({ open, seen, preset, question }: Receiving): NextStep {
  const { t } = useTranslation();
  const step = (name: "start" | "arrive" | "item" | "told" | "finished") => ({
    instruction: t(`receiving.step.${name}`),
    label: t(`receiving.label.${name}`),
  });
  if (question !== null) {
    const { kind } = question;
    const asked = {
      instruction: t(`receiving.asks.${kind}`),
      label: t(`receiving.answers.${kind}`),
      asksNumber: kind === "quantity" || kind === "expiry",
    };
    if (question.kind === "reason" && question.scan !== null)
      return { ...asked, hint: t("receiving.askedOf", { code: question.scan.text }) };
    const isOfCode = ofCode.some((one) => one === kind);
    return isOfCode && "count" in question ? { ...asked, hint: t("receiving.askedOf", { code: question.count.code }) } : asked;
  }
  if (open === null) return step("start");
  if (open.work.status === "confirmed") return { ...step("arrive"), hint: t("receiving.hint.arrive") };
  if (preset.reason !== null && preset.quantity !== null)
    return { ...step("told"), hint: t("receiving.hint.both", { count: preset.quantity, reason: preset.reason }) };
  if (preset.reason !== null) return { ...step("told"), hint: t("receiving.hint.reason", { reason: preset.reason }) };
  if (preset.quantity !== null) return { ...step("told"), hint: t("receiving.hint.quantity", { count: preset.quantity }) };
  if (seen !== null && isFinished(seen))
    return { ...step("finished"), hint: t(seen.pending > 0 ? "receiving.hint.unsent" : "receiving.hint.finished") };
  return step("item");
}

/** Returns the keys of the current state. A question has only the key for yes. */
function useKeys(receiving: Receiving, photograph: () => void): readonly FrameAction[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { open, seen, preset, question, confirm, arriveAll, begin } = receiving;
  if (question !== null)
    return question.kind === "over" || question.kind === "unannounced" || question.kind === "otherReceipt"
      ? [{ kind: "next", label: t(`receiving.yes.${question.kind}`), onPress: confirm }]
      : [];
  if (open === null) return [];
  if (open.work.status === "confirmed") return [{ kind: "next", label: t("receiving.key.arrive"), onPress: arriveAll }];
  const isOver = preset.quantity === null && preset.reason === null && seen !== null && seen.pending === 0 && isFinished(seen);
  const first: FrameAction = isOver
    ? { kind: "next", label: t("receiving.key.putAway"), onPress: () => void navigate({ to: "/p/put-away" }) }
    : { kind: "quantity", label: t("scanning.key.quantity"), onPress: () => begin("quantity") };
  return [
    first,
    { kind: "problem", label: t("receiving.key.unqualified"), onPress: () => begin("reason") },
    { kind: "photo", label: t("receiving.key.photo"), onPress: photograph },
  ];
}

/** Returns the numbered answers of a question. */
function useAnswers({ question, choose }: Receiving) {
  const { t } = useTranslation();
  const toOption = useGoodsOption();
  if (question?.kind === "reason") {
    const options = reasons.map((reason) => t(`receiving.reason.${reason}`)).map((text) => ({ id: text, title: text }));
    return { label: t("receiving.asks.reason"), options, onChoose: choose };
  }
  if (question?.kind !== "product") return undefined;
  const options = question.choices.map((choice, place) => toOption(String(place), choice, { lot: choice.lot }));
  return { label: t("receiving.asks.product"), options, onChoose: choose };
}

/** Receiving by scan: a receipt or box, then its goods piece by piece (domain.md, "Inbound receipt"). Needs only scans and keys. */
export function ReceiveScreen() {
  const { t } = useTranslation();
  const work = useReceive();
  const waiting = useWaitingInputs(inspect);
  const { open, preset, session, scan, scanner } = work;
  const seen = useMemo(() => (open === null ? null : withPending(open, waiting)), [open, waiting]);
  const receiving = { ...work, seen };
  const photos = usePhotos(open, receiving);
  const actions = useKeys(receiving, photos.take);
  const choices = useAnswers(receiving);
  const { instruction, label, hint, asksNumber = false } = useNextStep(receiving);
  // A key was pressed since the last scan, so scanning the same code again is intended.
  const takesRepeats = preset.quantity !== null || preset.reason !== null;
  return (
    <HandHeldFrame
      title={t("navigation.receive")}
      instruction={instruction}
      session={session}
      permission="receiving"
      scan={{ label, asksNumber, onScan: scan, takesRepeats, ...scanner }}
      actions={actions}
      {...(hint === undefined ? {} : { hint })}
      {...(choices === undefined ? {} : { choices })}
    >
      {photos.view}
      {seen !== null && <ReceiptProgress {...seen} />}
    </HandHeldFrame>
  );
}
