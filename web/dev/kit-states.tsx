import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Chart } from "#src/kit/ui/chart/chart.tsx";
import { Button } from "#src/kit/ui/button.tsx";
import { EmptyState, Notice } from "#src/kit/ui/notice.tsx";
import { Progress } from "#src/kit/ui/progress.tsx";
import "#src/kit/ui/skeleton.css";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
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

/** Tags, notices, progress and empty states. */
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
        <Shown part="Progress" state="state.normal">
          <Progress label={t(own("text.half"))} part={0.5} />
        </Shown>
        <Shown part="Progress:unknown" state="state.busy">
          <Progress label={t(own("text.unknown"))} part={null} />
        </Shown>
        <Shown part="Progress:still" state="state.quiet">
          <Progress label={t(own("text.stopped"))} part={0.5} still />
        </Shown>
        <Shown part="Skeleton" state="state.loading">
          <div className="skeletons">
            <span className="skeleton" />
            <span className="skeleton skeleton-short" />
          </div>
        </Shown>
      </div>
      <Notice tone="warn" title={t(own("text.longLabel"))}>
        <p>{t(own("text.longHint"))}</p>
        <div className="row">
          <Button>{t(own("text.open"))}</Button>
        </div>
      </Notice>
      <div className="dev-grid dev-grid-wide">
        <Shown part="EmptyState" state="state.normal">
          <EmptyState line={t(own("text.emptyLine"))} action={<Button>{t(own("text.open"))}</Button>} />
        </Shown>
        <Shown part="EmptyState:long" state="state.long">
          <EmptyState line={t(own("text.longHint"))} />
        </Shown>
      </div>
    </Group>
  );
}

/** Charts in the token colours, with a table of their data. */
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
