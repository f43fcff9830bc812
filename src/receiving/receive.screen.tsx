import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { inspect } from "#src/receipts/receiving.contract.ts";
import type { FrameAction } from "#src/scanning/frame-action.tsx";
import { useGoodsOption } from "#src/scanning/goods-face.tsx";
import { HandHeldFrame } from "#src/scanning/hand-held-frame.tsx";
import { piecesLeft, reasons } from "./receive.rules.ts";
import { ReceiptProgress } from "./receipt-progress.tsx";
import type { WithPending } from "./scanned-goods.rules.ts";
import { withPending } from "./scanned-goods.rules.ts";
import { usePhotos } from "./use-photos.tsx";
import { useReceive } from "./use-receive.ts";
import { useWaitingInputs } from "#src/scanning/use-scan-call.ts";
import { useScannerRules } from "#src/scanning/use-scanner-rules.ts";

type Receiving = ReturnType<typeof useReceive> & { readonly seen: WithPending | null };

/** Whether all pieces are counted, those that wait to be sent among them. */
function isFinished({ open }: WithPending): boolean {
  return open.work.status !== "confirmed" && piecesLeft(open.lines) === 0;
}

/** What is to be done next, in one sentence, and what is scanned for it. */
function useNextStep({ open, seen, told, question }: Receiving): { instruction: string; label: string; hint?: string } {
  const { t } = useTranslation();
  const step = (name: "start" | "arrive" | "item" | "told" | "finished") => ({
    instruction: t(`receiving.step.${name}`),
    label: t(`receiving.label.${name}`),
  });
  if (question !== null) {
    const { kind } = question;
    const asked = { instruction: t(`receiving.asks.${kind}`), label: t(`receiving.answers.${kind}`) };
    return "count" in question ? { ...asked, hint: t("receiving.askedOf", { code: question.count.code }) } : asked;
  }
  if (open === null) return step("start");
  if (open.work.status === "confirmed") return { ...step("arrive"), hint: t("receiving.hint.arrive") };
  if (told.reason !== null && told.quantity !== null)
    return { ...step("told"), hint: t("receiving.hint.both", { count: told.quantity, reason: told.reason }) };
  if (told.reason !== null) return { ...step("told"), hint: t("receiving.hint.reason", { reason: told.reason }) };
  if (told.quantity !== null) return { ...step("told"), hint: t("receiving.hint.quantity", { count: told.quantity }) };
  if (seen !== null && isFinished(seen))
    return { ...step("finished"), hint: t(seen.pending > 0 ? "receiving.hint.unsent" : "receiving.hint.finished") };
  return step("item");
}

/** The keys of this moment: a question takes F2 for its yes, and so does the way on once everything is counted. */
function useKeys(receiving: Receiving, photograph: () => void): readonly FrameAction[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { open, seen, told, question, confirm, arriveAll, begin } = receiving;
  if (question !== null)
    return question.kind === "over" || question.kind === "unannounced" || question.kind === "otherReceipt"
      ? [{ id: "yes", label: t(`receiving.yes.${question.kind}`), keyName: "F2", tone: "primary", onPress: confirm }]
      : [];
  if (open === null) return [];
  const photo: FrameAction = { id: "photo", label: t("receiving.key.photo"), keyName: "F6", onPress: photograph };
  if (open.work.status === "confirmed")
    return [{ id: "arrive", label: t("receiving.key.arrive"), keyName: "F2", tone: "primary", onPress: arriveAll }];
  const unqualified: FrameAction = {
    id: "unqualified",
    label: t("receiving.key.unqualified"),
    keyName: "F3",
    tone: "danger",
    onPress: () => begin("reason"),
  };
  const isOver = told.quantity === null && told.reason === null && seen !== null && seen.pending === 0 && isFinished(seen);
  if (isOver) {
    const goOn = () => void navigate({ to: "/p/put-away" });
    return [{ id: "putAway", label: t("receiving.key.putAway"), keyName: "F2", tone: "primary", onPress: goOn }, unqualified, photo];
  }
  return [{ id: "quantity", label: t("receiving.key.quantity"), keyName: "F2", onPress: () => begin("quantity") }, unqualified, photo];
}

/** What a question may be answered with by a number. */
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

/** Receiving by scan: a receipt or a box, then its goods piece by piece (domain.md, "Inbound receipt"). Everything goes by scans and keys alone. */
export function ReceiveScreen() {
  const { t } = useTranslation();
  const work = useReceive();
  const waiting = useWaitingInputs(inspect);
  const { open, told, session, scan } = work;
  const seen = useMemo(() => (open === null ? null : withPending(open, waiting)), [open, waiting]);
  const receiving = { ...work, seen };
  const photos = usePhotos(open, receiving);
  const actions = useKeys(receiving, photos.take);
  const choices = useAnswers(receiving);
  const { instruction, label, hint } = useNextStep(receiving);
  // A key was pressed since the last scan: the same code once more is no trigger that was held too long.
  const takesRepeats = told.quantity !== null || told.reason !== null;
  const rules = useScannerRules(open?.work.warehouse_uuid ?? null);
  return (
    <HandHeldFrame
      title={t("places.receive")}
      instruction={instruction}
      session={session}
      permission="receiving"
      scan={{ label, onScan: scan, takesRepeats, ...rules }}
      actions={actions}
      {...(hint === undefined ? {} : { hint })}
      {...(choices === undefined ? {} : { choices })}
    >
      {photos.view}
      {seen !== null && <ReceiptProgress {...seen} />}
    </HandHeldFrame>
  );
}
