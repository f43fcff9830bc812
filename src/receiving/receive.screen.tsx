import { useTranslation } from "#src/i18n/shown.store.ts";
import type { FrameAction } from "#src/scanning/frame-action.tsx";
import { HandHeldFrame } from "#src/scanning/hand-held-frame.tsx";
import { piecesLeft, reasons } from "./receive.rules.ts";
import { ReceiptProgress } from "./receipt-progress.tsx";
import { usePhotos } from "./use-photos.tsx";
import { useReceive } from "./use-receive.ts";
import { useScannerRules } from "#src/scanning/use-scanner-rules.ts";

type Receiving = ReturnType<typeof useReceive>;

/** What is to be done next, in one sentence, and what is scanned for it. */
function useNextStep({ open, told, question }: Receiving): { instruction: string; label: string; hint?: string } {
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
  if (piecesLeft(open.lines) === 0) return { ...step("finished"), hint: t("receiving.hint.finished") };
  return step("item");
}

/** The keys of this moment: a question takes F2 for its yes. */
function useKeys(receiving: Receiving, photograph: () => void): readonly FrameAction[] {
  const { t } = useTranslation();
  const { open, question, confirm, arriveAll, begin } = receiving;
  if (question !== null)
    return question.kind === "over" || question.kind === "unannounced" || question.kind === "otherReceipt"
      ? [{ id: "yes", label: t(`receiving.yes.${question.kind}`), keyName: "F2", tone: "primary", onPress: confirm }]
      : [];
  if (open === null) return [];
  const photo: FrameAction = { id: "photo", label: t("receiving.key.photo"), keyName: "F6", onPress: photograph };
  if (open.work.status === "confirmed")
    return [{ id: "arrive", label: t("receiving.key.arrive"), keyName: "F2", tone: "primary", onPress: arriveAll }];
  return [
    { id: "quantity", label: t("receiving.key.quantity"), keyName: "F2", onPress: () => begin("quantity") },
    { id: "unqualified", label: t("receiving.key.unqualified"), keyName: "F3", tone: "danger", onPress: () => begin("reason") },
    photo,
  ];
}

/** What a question may be answered with by a number. */
function useAnswers({ question, choose }: Receiving) {
  const { t } = useTranslation();
  if (question?.kind === "reason") {
    const options = reasons.map((reason) => t(`receiving.reason.${reason}`)).map((text) => ({ id: text, title: text }));
    return { label: t("receiving.asks.reason"), options, onChoose: choose };
  }
  if (question?.kind !== "product") return undefined;
  const options = question.choices.map(({ sku, title, lot }, place) => ({
    id: String(place),
    title: sku,
    detail: lot === "" ? title : t("receiving.titleAndLot", { title, lot }),
  }));
  return { label: t("receiving.asks.product"), options, onChoose: choose };
}

/** Receiving by scan: a receipt or a box, then its goods piece by piece (domain.md, "Inbound receipt"). Everything goes by scans and keys alone. */
export function ReceiveScreen() {
  const { t } = useTranslation();
  const receiving = useReceive();
  const { open, told, session, scan } = receiving;
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
      {open !== null && <ReceiptProgress open={open} />}
    </HandHeldFrame>
  );
}
