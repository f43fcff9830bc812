import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useCallback, useMemo, useState } from "react";
import type { CallProblem } from "#src/kit/api/client.ts";
import { useCallMutation, useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatInstant, formatNumber } from "#src/kit/lib/formats.ts";
import { ActionButton } from "#src/kit/ui/action/action-button.tsx";
import { Button } from "#src/kit/ui/button.tsx";
import { Facts } from "#src/kit/ui/facts.tsx";
import type { BatchResult } from "#src/kit/ui/list/list-definition.ts";
import { List } from "#src/kit/ui/list/list.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import { Progress } from "#src/kit/ui/progress.tsx";
import type { ShortColumn } from "#src/kit/ui/short-table.tsx";
import { ShortTable } from "#src/kit/ui/short-table.tsx";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { Tabs } from "#src/kit/ui/tabs.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { printWave } from "./print-wave.ts";
import { KickDialog, WaveStepDialog } from "./wave-forms.tsx";
import type { AskedWaveStep } from "./wave-forms.tsx";
import { waveOrdersList } from "./wave-orders.list.tsx";
import { getPickedPart, taskTones, waveTones } from "./wave-words.rules.ts";
import { waveActions } from "./waves.actions.ts";
import { getWave, releaseWave, resumeWave } from "./waves.contract.ts";
import type { WaveDetail, WaveFigures, WaveMember, WaveTask } from "./waves.contract.ts";
import { waveParts } from "./waves-search.rules.ts";

type Words = ReturnType<typeof useTranslation>;

interface PageProps {
  readonly uuid: string;
  readonly onBack: () => void;
  readonly onChanged: () => void;
}

/** One wave: its preview, its tours and its orders. Updates live. */
export function WavePage({ uuid, onBack, onChanged }: PageProps) {
  const { t } = useTranslation();
  const { data, error } = useCallQuery(getWave, { wave_uuid: uuid });
  if (data !== undefined) return <Shown of={data} onBack={onBack} onChanged={onChanged} />;
  if (error === null) return <p className="quiet">{t("ui.loading")}</p>;
  return <WaveNotFound problem={error} onBack={onBack} />;
}

function WaveNotFound({ problem, onBack }: { problem: CallProblem; onBack: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="stack">
      <h1>{t("navigation.waveOrder")}</h1>
      <Notice tone="bad" title={t(problem.codeName === "notFound" ? "waves.notFound" : "ui.failed")}>
        <Button onClick={onBack}>{t("waves.back")}</Button>
      </Notice>
    </div>
  );
}

function Preview({ of, kind }: { of: WaveFigures } & Pick<WaveDetail, "kind">) {
  const { t, locale } = useTranslation();
  const number = (value: number): string => formatNumber(value, locale);
  const metres = (value: number): string => t("waves.metres", { metres: number(value) });
  const wall: [string, string][] = kind === "wall" ? [[t("waves.figure.wall"), number(of.wall_slots)]] : [];
  const facts: [string, string][] = [
    [t("waves.figure.orders"), number(of.orders)],
    [t("waves.figure.pieces"), number(of.pieces)],
    [t("waves.figure.tours"), number(of.tours)],
    [t("waves.figure.aisles"), number(of.aisles)],
    [t("waves.figure.stops"), number(of.stops)],
    [t("waves.figure.walking"), metres(of.walking_metres)],
    [t("waves.figure.saved"), metres(of.metres_saved)],
    ...wall,
    [t("waves.figure.weight"), t("waves.kilograms", { weight: number(Math.round(of.weight_grams / 10) / 100) })],
    [t("waves.figure.withoutWeight"), of.orders_without_weight === 0 ? "" : number(of.orders_without_weight)],
    [t("waves.figure.otherBins"), of.other_bins === 0 ? "" : number(of.other_bins)],
  ];
  return (
    <div className="stack">
      <Facts of={facts} />
      {of.shortages > 0 && (
        <Notice tone="warn" title={t("waves.shortages", { count: of.shortages })}>
          <p>{t("waves.shortagesHint")}</p>
        </Notice>
      )}
      {of.basis === "walking_order" && <p className="quiet small">{t("waves.basisHint")}</p>}
    </div>
  );
}

function WaveFacts({ of }: { of: WaveDetail }) {
  const { t, locale } = useTranslation();
  const at = (moment: string): string => (moment === "" ? "" : formatInstant(moment, locale));
  const facts: [string, string][] = [
    [t("waves.column.kind"), t(`waves.kind.${of.kind}`)],
    [t("waves.column.strategy"), of.strategy],
    [t("waves.column.warehouse"), of.warehouse_name],
    [t("waves.column.by"), of.created_by === "" ? t("waves.bySchedule") : of.created_by],
    [t("waves.column.created"), at(of.created_at)],
    [t("waves.column.released"), at(of.released_at)],
    [t("waves.column.printed"), at(of.printed_at)],
    [t("waves.column.pickedAt"), at(of.picked_at)],
    [t("waves.column.ended"), at(of.ended_at)],
  ];
  return <Facts of={facts} />;
}

/** How far the wave is picked, and by how many people. */
function Picked({ of }: { of: WaveDetail }) {
  const { t, locale } = useTranslation();
  const part = getPickedPart(of);
  if (part === null) return null;
  const label = t("waves.column.picked");
  return (
    <div className="stack-tight">
      <span className="row row-apart">
        <span>{label}</span>
        <span className="number">
          {[
            t("waves.pickedOf", { picked: formatNumber(of.picked_pieces, locale), pieces: formatNumber(of.task_pieces, locale) }),
            ...(of.short_pieces === 0 ? [] : [t("waves.shortOf", { pieces: formatNumber(of.short_pieces, locale) })]),
            ...(of.picker_count === 0 ? [] : [t("waves.pickers", { count: of.picker_count })]),
          ].join(" · ")}
        </span>
      </span>
      <Progress label={label} part={part} still={of.status === "held"} />
    </div>
  );
}

function Buttons({ of, onChanged, ask }: { of: WaveDetail; onChanged: () => void; ask: (step: AskedWaveStep) => void }) {
  const { t } = useTranslation();
  const caller = useCaller();
  const steps = { release: useCallMutation(releaseWave), resume: useCallMutation(resumeWave) };
  const [isPrinting, setPrinting] = useState(false);
  const take = async (step: keyof typeof steps): Promise<void> => {
    try {
      const { status, order_count } = await steps[step].perform({ wave_uuid: of.wave_uuid, version: of.version });
      const left = of.order_count - order_count;
      const say = useToasts.getState().show;
      if (status === "cancelled") say("bad", t("waves.nothingReleased"));
      else if (left > 0) say("bad", t("waves.didLose", { count: left }));
      else say("good", t(`waves.did.${step}`, { number: of.wave_number }));
    } catch {
      // A toast has reported it.
    } finally {
      // Also after a refusal: the shown wave may be stale because somebody else was first.
      onChanged();
    }
  };
  const print = async (what: "pickLists" | "packingSlips"): Promise<void> => {
    setPrinting(true);
    try {
      await printWave(caller, what, of);
    } finally {
      setPrinting(false);
      onChanged();
    }
  };
  const isBusy = Object.values(steps).some(({ isPending }) => isPending);
  return (
    <div className="row">
      <ActionButton of={waveActions.release} subject={of} tone="primary" isDisabled={isBusy} onClick={() => void take("release")}>
        {t("waves.step.release")}
      </ActionButton>
      <ActionButton of={waveActions.resume} subject={of} tone="primary" isDisabled={isBusy} onClick={() => void take("resume")}>
        {t("waves.step.resume")}
      </ActionButton>
      <ActionButton of={waveActions.optimize} subject={of} onClick={() => ask("optimize")}>
        {t("waves.step.optimize")}
      </ActionButton>
      {(["pickLists", "packingSlips"] as const).map((what) => (
        <ActionButton key={what} of={waveActions[what]} subject={of} isDisabled={isPrinting} onClick={() => void print(what)}>
          {t(`waves.print.${what}`)}
        </ActionButton>
      ))}
      <ActionButton of={waveActions.hold} subject={of} onClick={() => ask("hold")}>
        {t("waves.step.hold")}
      </ActionButton>
      <ActionButton of={waveActions.cancel} subject={of} tone="danger" onClick={() => ask("cancel")}>
        {t("waves.step.cancel")}
      </ActionButton>
    </div>
  );
}

function buildTourColumns({ t, locale }: Words, renderPrint: (task: WaveTask) => ReactNode): ShortColumn<WaveTask>[] {
  const number = (value: number): string => formatNumber(value, locale);
  return [
    { id: "number", title: t("waves.column.tour"), isNumber: true, show: ({ task_number }) => number(task_number) },
    {
      id: "status",
      title: t("waves.column.status"),
      show: ({ status }) => (
        <span className="row">
          <StatusTag tone={taskTones[status]} text={t(`waves.task.${status}`)} />
        </span>
      ),
    },
    { id: "picker", title: t("waves.column.picker"), show: ({ picker }) => picker },
    { id: "tote", title: t("waves.column.tote"), show: ({ tote }) => tote },
    { id: "lines", title: t("waves.column.lines"), isNumber: true, show: ({ line_count }) => number(line_count) },
    {
      id: "pieces",
      title: t("waves.column.picked"),
      isNumber: true,
      show: ({ picked_pieces, piece_count }) => t("waves.pickedOf", { picked: number(picked_pieces), pieces: number(piece_count) }),
    },
    {
      id: "short",
      title: t("waves.column.short"),
      isNumber: true,
      show: ({ short_pieces }) => (short_pieces === 0 ? "" : number(short_pieces)),
    },
    {
      id: "walking",
      title: t("waves.figure.walking"),
      isNumber: true,
      show: ({ walking_metres }) => t("waves.metres", { metres: number(walking_metres) }),
    },
    {
      id: "print",
      title: t("waves.column.pickList"),
      show: renderPrint,
    },
  ];
}

function Tours({ of, onChanged }: { of: WaveDetail; onChanged: () => void }) {
  const words = useTranslation();
  const { t } = words;
  const caller = useCaller();
  const renderPrint = ({ task_uuid }: WaveTask): ReactNode => (
    <ActionButton
      of={waveActions.pickLists}
      subject={of}
      size="small"
      onClick={() => void printWave(caller, "pickLists", of, [task_uuid]).finally(onChanged)}
    >
      {t("waves.print.one")}
    </ActionButton>
  );
  return (
    <ShortTable
      label={t("waves.part.tasks")}
      columns={buildTourColumns(words, renderPrint)}
      rows={of.tasks}
      rowKey={({ task_uuid }) => task_uuid}
      empty={t("waves.noTasks")}
    />
  );
}

/** Orders that somebody is asked about. */
interface Kicking {
  readonly members: readonly WaveMember[];
  readonly settle: (result: BatchResult | null) => void;
}

function Orders({ of, onChanged }: { of: WaveDetail; onChanged: () => void }) {
  const navigate = useNavigate();
  const [kicked, setKicked] = useState<Kicking | null>(null);
  const open = useCallback((order: string) => void navigate({ to: "/p/order", search: { order } }), [navigate]);
  const kick = useCallback(
    (members: readonly WaveMember[]) => new Promise<BatchResult | null>((settle) => setKicked({ members, settle })),
    [],
  );
  const list = useMemo(() => waveOrdersList(of.wave_uuid, { open, kick }), [of.wave_uuid, open, kick]);
  const close = (result: BatchResult | null): void => {
    kicked?.settle(result);
    setKicked(null);
    onChanged();
  };
  return (
    <>
      <List of={list} />
      {kicked !== null && <KickDialog waveUuid={of.wave_uuid} members={kicked.members} onDone={close} onClose={() => close(null)} />}
    </>
  );
}

function Shown({ of, onBack, onChanged }: { of: WaveDetail } & Omit<PageProps, "uuid">) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const [asked, setAsked] = useState<AskedWaveStep | null>(null);
  const shown = waveParts.find((part) => part === search.part) ?? (of.released_at === "" ? "orders" : "tasks");
  return (
    <div className="stack waves">
      <div className="row row-apart">
        <div className="row">
          <h1>{of.wave_number}</h1>
          <StatusTag tone={waveTones[of.status]} text={t(`waves.status.${of.status}`)} />
        </div>
        <Button onClick={onBack}>{t("waves.back")}</Button>
      </div>
      {of.reason !== "" && (of.status === "held" || of.status === "cancelled") && (
        <Notice tone="warn" title={t(`waves.status.${of.status}`)}>
          <p>{of.reason}</p>
        </Notice>
      )}
      <section className="panel stack">
        <WaveFacts of={of} />
        <Picked of={of} />
        {of.status === "draft" ? (
          <p role="status">{t("waves.beingPlanned")}</p>
        ) : (
          of.figures !== null && <Preview of={of.figures} kind={of.kind} />
        )}
        <Buttons of={of} onChanged={onChanged} ask={setAsked} />
      </section>
      <Tabs
        label={of.wave_number}
        tabs={waveParts.map((value) => ({ value, text: t(`waves.part.${value}`) }))}
        value={shown}
        onValue={(part) => void navigate({ to: ".", search: (old) => ({ ...old, part }), replace: true, resetScroll: false })}
      >
        {shown === "tasks" ? <Tours of={of} onChanged={onChanged} /> : <Orders of={of} onChanged={onChanged} />}
      </Tabs>
      {asked !== null && (
        <WaveStepDialog
          step={asked}
          of={of}
          onDone={() => {
            setAsked(null);
            onChanged();
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}
