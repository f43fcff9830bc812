import { useMemo, useState } from "react";
import { mayCall, useCallQuery, useCaller, useCallMutation } from "#src/kit/api/call-hooks.tsx";
import { CallProblem } from "#src/kit/api/client.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatNumber } from "#src/kit/lib/formats.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { Dialog } from "#src/kit/ui/dialog.tsx";
import { List } from "#src/kit/ui/list/list.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import { Progress } from "#src/kit/ui/progress.tsx";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import {
  approveStocktake,
  cancelStocktake,
  getStocktake,
  listStocktakeLines,
  recountStocktake,
  startStocktake,
} from "./stocktake.contract.ts";
import type { Stocktake, StocktakeLine } from "./stocktake.contract.ts";
import { stocktakeLinesList, stocktakeTones } from "./stocktakes.list.tsx";
import { ActionButton } from "#src/kit/ui/action/action-button.tsx";
import { stocktakeActions } from "./stocktake.actions.ts";

interface PageProps {
  readonly uuid: string;
  readonly go: (part: Record<string, string>) => void;
  readonly onChanged: () => void;
}

type Step = "start" | "recount" | "approve" | "cancel";

/** Confirms a step that cannot be undone. */
function Asked({ step, of, onYes, onClose }: { step: "approve" | "cancel"; of: Stocktake; onYes: () => void; onClose: () => void }) {
  const { t } = useTranslation();
  const left = of.line_count - of.counted_count;
  const number = of.stocktake_number;
  return (
    <Dialog
      title={t(step === "approve" ? "stock.stocktake.confirm.approveTitle" : "stock.stocktake.confirm.cancelTitle", { number })}
      closeText={t(step === "cancel" ? "ui.close" : "ui.cancel")}
      onClose={onClose}
      actions={
        <Button tone={step === "cancel" ? "danger" : "primary"} onClick={onYes}>
          {t(`stock.stocktake.action.${step}`)}
        </Button>
      }
    >
      {step === "cancel" && <p>{t("stock.stocktake.confirm.cancel")}</p>}
      {step === "approve" && (
        <p>
          {of.difference_count === 0
            ? t("stock.stocktake.confirm.approveNone")
            : t("stock.stocktake.confirm.approve", { count: of.difference_count })}
        </p>
      )}
      {step === "approve" && left > 0 && <p>{t("stock.stocktake.confirm.uncounted", { count: left })}</p>}
      {step === "approve" && of.difference_count > 0 && <p className="quiet">{t("stock.stocktake.confirm.orBlocked")}</p>}
    </Dialog>
  );
}

function Blocked({ lines }: { lines: readonly StocktakeLine[] }) {
  const { t } = useTranslation();
  return (
    <Notice tone="bad" title={t("stock.stocktake.blocked.title")}>
      <p>{t("stock.stocktake.blocked.text")}</p>
      <ul>
        {lines.map(({ line_uuid, barcode, sku, lot }) => (
          <li key={line_uuid} className="number">
            {[barcode, sku, lot].filter((part) => part !== "").join(" · ")}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Performs the steps of a stocktake one at a time; a toast reports failures. */
function useSteps(of: Stocktake, onChanged: () => void, onBlocked: (lines: readonly StocktakeLine[]) => void) {
  const { t } = useTranslation();
  const start = useCallMutation(startStocktake);
  const recount = useCallMutation(recountStocktake);
  const approve = useCallMutation(approveStocktake);
  const cancel = useCallMutation(cancelStocktake);
  const { stocktake_uuid, version, stocktake_number: number, difference_count, line_count, counted_count } = of;
  // The server posts exactly what the dialog promised, or nothing.
  const promised = { leave_uncounted: true, difference_count, uncounted_count: line_count - counted_count };
  const deeds: Record<Step, () => Promise<readonly StocktakeLine[]>> = {
    start: async () => (await start.perform({ stocktake_uuid, version }), []),
    recount: async () => (await recount.perform({ stocktake_uuid, version }), []),
    cancel: async () => (await cancel.perform({ stocktake_uuid, version }), []),
    approve: async () => (await approve.perform({ stocktake_uuid, version, ...promised })).blocked,
  };
  const take = async (step: Step) => {
    try {
      const blocked = await deeds[step]();
      onBlocked(blocked);
      if (blocked.length === 0) useToasts.getState().show("good", t(`stock.stocktake.did.${step}`, { number }));
    } catch (error) {
      if (!(error instanceof CallProblem)) throw error;
    } finally {
      onChanged();
    }
  };
  const isBusy = [start, recount, approve, cancel].some(({ isPending }) => isPending);
  return { take, isBusy };
}

function Buttons({
  of,
  go,
  onChanged,
  onBlocked,
}: Pick<PageProps, "go" | "onChanged"> & { of: Stocktake; onBlocked: (lines: readonly StocktakeLine[]) => void }) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<"approve" | "cancel" | null>(null);
  const { take, isBusy } = useSteps(of, onChanged, onBlocked);
  return (
    <div className="row">
      <ActionButton of={stocktakeActions.start} subject={of} tone="primary" isDisabled={isBusy} onClick={() => void take("start")}>
        {t("stock.stocktake.action.start")}
      </ActionButton>
      <ActionButton
        of={stocktakeActions.count}
        subject={of}
        tone="primary"
        onClick={() => go({ stocktake: of.stocktake_uuid, count: "1" })}
      >
        {t("stock.stocktake.action.count")}
      </ActionButton>
      <ActionButton of={stocktakeActions.recount} subject={of} isDisabled={isBusy} onClick={() => void take("recount")}>
        {t("stock.stocktake.action.recount")}
      </ActionButton>
      <ActionButton of={stocktakeActions.approve} subject={of} isDisabled={isBusy} onClick={() => setAsked("approve")}>
        {t("stock.stocktake.action.approve")}
      </ActionButton>
      <ActionButton of={stocktakeActions.cancel} subject={of} tone="danger" isDisabled={isBusy} onClick={() => setAsked("cancel")}>
        {t("stock.stocktake.action.cancel")}
      </ActionButton>
      {asked !== null && (
        <Asked
          step={asked}
          of={of}
          onClose={() => setAsked(null)}
          onYes={() => {
            setAsked(null);
            void take(asked);
          }}
        />
      )}
    </div>
  );
}

function Lines({ uuid }: { uuid: string }) {
  const list = useMemo(() => stocktakeLinesList(uuid), [uuid]);
  return <List of={list} />;
}

function Shown({ of, go, onChanged }: Pick<PageProps, "go" | "onChanged"> & { of: Stocktake }) {
  const { t, locale } = useTranslation();
  const caller = useCaller();
  const [blocked, setBlocked] = useState<readonly StocktakeLine[]>([]);
  const [done, all] = [formatNumber(of.counted_count, locale), formatNumber(of.line_count, locale)];
  return (
    <div className="stack">
      <div className="row row-apart">
        <div className="row">
          <h1>{of.stocktake_number}</h1>
          <StatusTag tone={stocktakeTones[of.status]} text={t(`stock.stocktake.status.${of.status}`)} />
        </div>
        <Button onClick={() => go({ tab: "stocktakes" })}>{t("stock.stocktake.page.back")}</Button>
      </div>
      {blocked.length > 0 && <Blocked lines={blocked} />}
      <section className="panel stack">
        <p>{of.warehouse_name}</p>
        {of.remark !== "" && <p>{of.remark}</p>}
        <p className="quiet">{t(of.is_blind ? "stock.stocktake.page.blind" : "stock.stocktake.page.open")}</p>
        <div className="stack-tight">
          <span className="row row-apart">
            <span>{t("stock.stocktake.page.progress")}</span>
            <span className="number">{t("stock.stocktake.page.of", { done, all })}</span>
          </span>
          <Progress label={t("stock.stocktake.page.progress")} part={of.line_count === 0 ? 0 : of.counted_count / of.line_count} />
        </div>
        {of.finished_location_count > 0 && (
          <p>{t("stock.stocktake.page.finished", { count: of.finished_location_count, empty: of.empty_location_count })}</p>
        )}
        {of.status === "recount" && of.recount_count > 0 && <p>{t("stock.stocktake.page.due", { count: of.recount_count })}</p>}
        <Buttons of={of} go={go} onChanged={onChanged} onBlocked={setBlocked} />
      </section>
      {mayCall(caller, listStocktakeLines) && (
        <>
          <h2>{t("stock.stocktake.page.lines")}</h2>
          <Lines uuid={of.stocktake_uuid} />
        </>
      )}
    </div>
  );
}

/** One stocktake: its progress, its differences, and the steps its state allows. */
export function StocktakePage({ uuid, go, onChanged }: PageProps) {
  const { t } = useTranslation();
  const { data, error } = useCallQuery(getStocktake, { stocktake_uuid: uuid }, { staleTime: 0 });
  if (data !== undefined) return <Shown of={data} go={go} onChanged={onChanged} />;
  if (error === null) return <p className="quiet">{t("ui.loading")}</p>;
  return (
    <Notice tone="bad" title={t("stock.stocktake.page.unknown")}>
      <Button onClick={() => go({ tab: "stocktakes" })}>{t("stock.stocktake.page.back")}</Button>
    </Notice>
  );
}
