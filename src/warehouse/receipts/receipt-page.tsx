import { useNavigate, useSearch } from "@tanstack/react-router";
import { use, useState } from "react";
import { useCallQuery, useCaller, useCallMutation } from "#src/kit/api/call-hooks.tsx";
import { CallProblem } from "#src/kit/api/client.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatDay, formatNumber } from "#src/kit/lib/formats.ts";
import { ActionButton } from "#src/kit/ui/action/action-button.tsx";
import { getObstacle } from "#src/kit/ui/action/action.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { Facts } from "#src/kit/ui/facts.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import { Progress } from "#src/kit/ui/progress.tsx";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { Tabs } from "#src/kit/ui/tabs.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { ReceiptButtons } from "./added-buttons.ts";
import { StepReasonDialog } from "./step-reason-dialog.tsx";
import { EventsTab } from "./events-tab.tsx";
import { InspectionTab } from "./inspection-tab.tsx";
import { LinesTab } from "./lines-tab.tsx";
import { ReceiptNotFound } from "./receipt-not-found.tsx";
import { PhotosTab } from "./photos-tab.tsx";
import { PutawayTab } from "./putaway-tab.tsx";
import type { StepRequest, PlainStep } from "./receipt-row-actions.ts";
import { plainSteps, print } from "./receipt-row-actions.ts";
import { receiptActions } from "./receipts.actions.ts";
import { receiptTabs } from "./receipt-view.rules.ts";
import type { ReceiptView } from "./receipt-view.rules.ts";
import { getProgress, statusTones } from "./receipt-words.rules.ts";
import type { ReceiptDetail } from "./receipts.contract.ts";
import { receipt as receiptCall } from "./receipts.contract.ts";
import { getUndecidedPieces } from "./receipts.rules.ts";
import { UnqualifiedTab } from "./unqualified-tab.tsx";

interface PageProps {
  readonly uuid: string;
  readonly go: (place: ReceiptView) => void;
  readonly onChanged: () => void;
}

/** One receipt: its progress, actions and tabs. Updates live. */
export function ReceiptPage({ uuid, go, onChanged }: PageProps) {
  const { t } = useTranslation();
  const { data, error } = useCallQuery(receiptCall, { receipt_uuid: uuid });
  if (data !== undefined) return <Shown of={data} go={go} onChanged={onChanged} />;
  if (error === null) return <p className="quiet">{t("ui.loading")}</p>;
  return <ReceiptNotFound go={go} />;
}

function ReceiptFacts({ of }: { of: ReceiptDetail }) {
  const { t, locale } = useTranslation();
  const { role } = useCaller();
  const facts: [string, string][] = [
    [t("receipts.column.warehouse"), of.warehouse_name],
    ...(role === "dropShipper" ? [] : [[t("receipts.column.owner"), of.owner_name] satisfies [string, string]]),
    [t("receipts.column.reference"), of.reference],
    [t("receipts.column.expectedOn"), of.expected_on === "" ? "" : formatDay(of.expected_on, locale)],
    [t("receipts.column.boxes"), of.box_count === 0 ? "" : boxesText(of, t)],
  ];
  return <Facts of={facts} written={[t("receipts.column.remark"), of.remark]} />;
}

function boxesText({ boxes, box_count }: ReceiptDetail, t: ReturnType<typeof useTranslation>["t"]): string {
  const arrived = boxes.filter(({ arrived_at }) => arrived_at !== "").length;
  return t("receipts.page.boxes", { arrived, count: box_count });
}

/** Progress of counting and of putting away. */
function Ways({ of }: { of: ReceiptDetail }) {
  const { t, locale } = useTranslation();
  const { all, counted, settled } = getProgress(of);
  const ways = [
    { key: "counted", label: t("receipts.page.counted"), done: counted, all },
    { key: "settled", label: t("receipts.page.settled"), done: settled, all: Math.max(counted, 1) },
  ];
  return (
    <div className="receipt-ways">
      {ways.map(({ key, label, done, all: most }) => (
        <div key={key} className="stack-tight">
          <span className="row row-apart">
            <span>{label}</span>
            <span className="number">
              {t("receipts.page.of", { done: formatNumber(done, locale), all: formatNumber(key === "counted" ? all : counted, locale) })}
            </span>
          </span>
          <Progress label={label} part={most === 0 ? 0 : done / most} />
        </div>
      ))}
    </div>
  );
}

function Buttons({
  of,
  go,
  onChanged,
  ask,
}: {
  of: ReceiptDetail;
  go: PageProps["go"];
  onChanged: () => void;
  ask: (asked: StepRequest) => void;
}) {
  const { t } = useTranslation();
  const caller = useCaller();
  const added = use(ReceiptButtons);
  const deeds = {
    submit: useCallMutation(plainSteps.submit),
    confirm: useCallMutation(plainSteps.confirm),
    withdraw: useCallMutation(plainSteps.withdraw),
    delete: useCallMutation(plainSteps.delete),
  };
  const take = async (step: PlainStep) => {
    try {
      await deeds[step].perform({ receipt_uuid: of.receipt_uuid, version: of.version });
      useToasts.getState().show("good", t(`receipts.did.${step}`, { number: of.receipt_number }));
      if (step === "delete") go({ kind: "list" });
    } catch (error) {
      if (!(error instanceof CallProblem)) throw error;
    } finally {
      // Also after a refusal: the shown data may be stale because somebody else was first.
      onChanged();
    }
  };
  const isBusy = Object.values(deeds).some(({ isPending }) => isPending);
  const stepButton = (step: PlainStep, tone: "primary" | "normal") => (
    <ActionButton key={step} of={receiptActions[step]} subject={of} tone={tone} isDisabled={isBusy} onClick={() => void take(step)}>
      {t(`receipts.step.${step}`)}
    </ActionButton>
  );
  return (
    <div className="row receipt-buttons">
      {(["submit", "confirm"] as const).map((step) => stepButton(step, "primary"))}
      <ActionButton of={receiptActions.edit} subject={of} onClick={() => go({ kind: "edited", uuid: of.receipt_uuid })}>
        {t("receipts.action.edit")}
      </ActionButton>
      {(["withdraw", "delete"] as const).map((step) => stepButton(step, "normal"))}
      {of.box_count > 0 && (
        <ActionButton of={receiptActions.labels} subject={of} onClick={() => void print(caller, "labels", of).catch(ignoreShownProblem)}>
          {t("receipts.action.labels")}
        </ActionButton>
      )}
      <ActionButton of={receiptActions.paper} subject={of} onClick={() => void print(caller, "paper", of).catch(ignoreShownProblem)}>
        {t("receipts.action.paper")}
      </ActionButton>
      {added.map((Added) => (
        <Added key={Added.name} of={of} />
      ))}
      {(["return", "cancel", "close_short"] as const).map((step) => (
        <ActionButton key={step} of={receiptActions[step]} subject={of} tone="danger" onClick={() => ask({ step, row: of })}>
          {t(`receipts.step.${step}`)}
        </ActionButton>
      ))}
    </div>
  );
}

/** Ignores an error that was shown already. */
function ignoreShownProblem(error: unknown): void {
  if (!(error instanceof CallProblem)) throw error;
}

/** Counts the unqualified pieces this user must decide about: suppliers and retailers decide about their own goods. */
function useToDecide(of: ReceiptDetail): number {
  const caller = useCaller();
  if (getObstacle(receiptActions.decide, of, caller) !== null) return 0;
  return of.lines.reduce((sum, line) => sum + getUndecidedPieces(line), 0);
}

function Shown({ of, go, onChanged }: { of: ReceiptDetail; go: PageProps["go"]; onChanged: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const [asked, setAsked] = useState<StepRequest | null>(null);
  const tab = receiptTabs.find((one) => one === search.part) ?? "lines";
  const parts = {
    lines: LinesTab,
    inspection: InspectionTab,
    unqualified: UnqualifiedTab,
    putaway: PutawayTab,
    photos: PhotosTab,
    events: EventsTab,
  };
  const Part = parts[tab];
  const toDecide = useToDecide(of);
  return (
    <div className="stack receipts">
      <div className="row row-apart">
        <div className="row">
          <h1>{of.receipt_number}</h1>
          <StatusTag tone={statusTones[of.status]} text={t(`receipts.status.${of.status}`)} />
        </div>
        <Button onClick={() => go({ kind: "list" })}>{t("receipts.page.back")}</Button>
      </div>
      {of.reason !== "" && (
        <Notice tone="warn" title={t(of.status === "draft" ? "receipts.page.returned" : "receipts.reason")}>
          <p>{of.reason}</p>
        </Notice>
      )}
      <section className="panel stack">
        <ReceiptFacts of={of} />
        <Ways of={of} />
        <Buttons of={of} go={go} onChanged={onChanged} ask={setAsked} />
      </section>
      <Tabs
        label={of.receipt_number}
        tabs={receiptTabs.map((value) => ({
          value,
          text: t(`receipts.tab.${value}`),
          count:
            value === "unqualified" && toDecide > 0 ? { of: toDecide, words: t("receipts.decide.left", { count: toDecide }) } : undefined,
        }))}
        value={tab}
        onValue={(part) => void navigate({ to: ".", search: (old) => ({ ...old, part }), replace: true, resetScroll: false })}
      >
        <Part of={of} onChanged={onChanged} />
      </Tabs>
      {asked !== null && <StepReasonDialog asked={asked} onDone={onChanged} onClose={() => setAsked(null)} />}
    </div>
  );
}
