import { useState } from "react";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { Chart } from "#src/ui/chart/chart.tsx";
import { Button } from "#src/ui/button.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { EmptyState, Notice } from "#src/ui/notice.tsx";
import { Progress } from "#src/ui/progress.tsx";
import "#src/ui/skeleton.css";
import { StatusTag } from "#src/ui/status-tag.tsx";
import { Tabs } from "#src/ui/tabs.tsx";
import { useToasts } from "#src/ui/toast.store.ts";
import { Group, Shown } from "./shown.tsx";
import { own } from "./words.ts";

const tags = [
  ["good", "done"],
  ["normal", "waiting"],
  ["warn", "late"],
  ["bad", "lost"],
  ["quiet", "old"],
] as const;
const notices = [
  ["good", "noticeGood"],
  ["normal", "noticeNormal"],
  ["warn", "noticeWarn"],
  ["bad", "noticeBad"],
] as const;

/** How things stand: tags, notices, progress, nothing yet. */
export function States() {
  const { t } = useTranslation();
  return (
    <Group id="states" title="states">
      <div className="row">
        {tags.map(([tone, text]) => (
          <StatusTag key={tone} tone={tone} text={t(own(`text.${text}`))} />
        ))}
      </div>
      {notices.map(([tone, text]) => (
        <Notice key={tone} tone={tone} title={t(own(`text.${text}`))} {...(tone === "bad" ? { code: "4012" } : {})} />
      ))}
      <div className="dev-grid">
        <Shown state="state.normal">
          <Progress label={t(own("text.half"))} part={0.5} />
        </Shown>
        <Shown state="state.busy">
          <Progress label={t(own("text.unknown"))} part={null} />
        </Shown>
        <Shown state="state.quiet">
          <Progress label={t(own("text.stopped"))} part={0.5} still />
        </Shown>
        <Shown state="state.loading">
          <div className="skeletons">
            <span className="skeleton" />
            <span className="skeleton skeleton-short" />
          </div>
        </Shown>
      </div>
      <div className="panel">
        <EmptyState line={t(own("text.emptyLine"))} action={<Button>{t(own("text.open"))}</Button>} />
      </div>
    </Group>
  );
}

/** What moves or is asked: tabs, a dialog, toasts. */
export function Moving() {
  const { t } = useTranslation();
  const [tab, setTab] = useState("first");
  const [isAsked, setAsked] = useState(false);
  const show = useToasts((toasts) => toasts.show);
  const tabs = (["first", "second", "third"] as const).map((value) => ({ value, text: t(own(`text.${value}`)) }));
  return (
    <Group id="moving" title="moving">
      <Tabs label={t(own("text.tabs"))} tabs={tabs} value={tab} onValue={setTab}>
        <p>{t(own("text.tabContent"))}</p>
      </Tabs>
      <div className="row">
        <Button onClick={() => setAsked(true)}>{t(own("text.ask"))}</Button>
        <Button onClick={() => show("good", t(own("text.said")))}>{t(own("text.say"))}</Button>
        <Button onClick={() => show("bad", t(own("text.saidBad")))}>{t(own("text.sayBad"))}</Button>
      </div>
      {isAsked && (
        <Dialog
          title={t(own("text.question"))}
          closeText={t(own("text.cancel"))}
          onClose={() => setAsked(false)}
          actions={
            <Button tone="danger" onClick={() => setAsked(false)}>
              {t(own("text.delete"))}
            </Button>
          }
        >
          <p>{t(own("text.consequence"))}</p>
        </Dialog>
      )}
    </Group>
  );
}

/** Charts in the token colours, with a table behind them. */
export function Charts() {
  const { t } = useTranslation();
  const text = (name: "first" | "second" | "third") => t(own(`text.${name}`));
  const bars = (["first", "second", "third"] as const).map((key, at) => ({ key, label: text(key), values: [48 - at * 17, 9 + at * 4] }));
  const days = Array.from({ length: 14 }, (_, at) => ({ key: String(at), label: `11-${at + 8}`, values: [8 + ((at * 7) % 15)] }));
  const parts = [
    { key: "first", label: text("first"), tone: "primary" },
    { key: "second", label: text("second"), tone: "warn" },
  ] as const;
  const unit = t(own("text.unit"));
  return (
    <Group id="charts" title="charts">
      <div className="dev-grid dev-grid-wide">
        <Chart direction="lying" title={t(own("text.chart"))} labelHead={t(own("text.colour"))} parts={parts} bars={bars} unit={unit} />
        <Chart
          direction="upright"
          title={t(own("text.days"))}
          labelHead={t(own("text.day"))}
          bars={days}
          note={t(own("text.average"))}
          unit={unit}
        />
      </div>
    </Group>
  );
}
