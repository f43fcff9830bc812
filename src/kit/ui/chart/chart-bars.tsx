import type { KeyboardEvent } from "react";
import { useState } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { listText, formatNumber } from "#src/kit/lib/formats.ts";
import { PartBox } from "./chart-part.tsx";
import type { ChartBar, ChartPart } from "./chart.rules.ts";
import { getSpans } from "./chart.rules.ts";

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Gets the bar that a key moves to; null for any other key. */
function getNext(key: string, at: number, count: number): number | null {
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  const step = steps[key];
  return step === undefined ? null : Math.min(count - 1, Math.max(0, at + step));
}

/** Which bar shows its values, and which one the Tab key reaches. */
export function useActiveBar(count: number, initial: number) {
  const [active, setActive] = useState<number | null>(null);
  const [reached, setReached] = useState(initial);
  const tabStop = Math.min(reached, count - 1);
  const pressKey = (event: KeyboardEvent<SVGGElement>, at: number): void => {
    if (event.key === "Escape" && active !== null) {
      event.preventDefault();
      event.stopPropagation();
      return setActive(null);
    }
    const next = getNext(event.key, at, count);
    if (next === null || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.currentTarget.parentElement?.querySelectorAll<SVGGElement>("[data-bar]")[next]?.focus();
  };
  const focus = (at: number): void => {
    setReached(at);
    setActive(at);
  };
  return { active: active === null || active >= count ? null : active, setActive, tabStop, focus, pressKey };
}

interface BarsProps {
  readonly title: string;
  readonly parts: readonly ChartPart[];
  readonly bars: readonly ChartBar[];
  readonly patterns: string;
  readonly of: ReturnType<typeof useActiveBar>;
  /** the whole strip of a bar: hovering anywhere in it shows the values */
  readonly strip: (at: number) => Box;
  /** a part between two values of the axis */
  readonly box: (at: number, from: number, to: number) => Box;
  /** a text drawn at the end of a bar */
  readonly total?: (bar: ChartBar, at: number) => { readonly x: number; readonly y: number; readonly text: string };
}

function Total({ text, ...place }: { x: number; y: number; text: string }) {
  return (
    <text className="chart-total" {...place}>
      {text}
    </text>
  );
}

/** The bars of a chart: one stop of the Tab key; the arrow keys move among them, and each is read with its values. */
export function Bars({ title, parts, bars, patterns, of, strip, box, total }: BarsProps) {
  const { t, locale } = useTranslation();
  const read = ({ label, values }: ChartBar): string => {
    const texts = parts.map((part, at) => t("ui.chart.value", { part: part.label, value: formatNumber(values[at] ?? 0, locale) }));
    return t("ui.chart.bar", { label, values: listText(texts, locale) });
  };
  return (
    <g role="group" aria-label={title}>
      {bars.map((bar, at) => (
        <g
          key={bar.key}
          role="img"
          aria-label={read(bar)}
          data-bar={bar.key}
          className={at === of.active ? "chart-bar chart-bar-active" : "chart-bar"}
          tabIndex={at === of.tabStop ? 0 : -1}
          onFocus={() => of.focus(at)}
          onBlur={() => of.setActive(null)}
          onKeyDown={(event) => of.pressKey(event, at)}
          onPointerEnter={() => of.setActive(at)}
          onPointerLeave={() => of.setActive(null)}
        >
          <rect className="chart-strip" {...strip(at)} />
          {getSpans(bar.values).map(({ from, to }, index) => {
            const part = parts[index];
            if (part === undefined || from === to) return null;
            return <PartBox key={part.key} at={index} tone={part.tone} patterns={patterns} {...box(at, from, to)} />;
          })}
          {total !== undefined && <Total {...total(bar, at)} />}
        </g>
      ))}
    </g>
  );
}

interface TipProps {
  readonly bar: ChartBar;
  readonly parts: readonly ChartPart[];
  readonly patterns: string;
  /** its corner nearest to the bar, and the width of the chart, px */
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** The values of the active bar. A screen reader reads them as the bar's name. */
export function Tip({ bar, parts, patterns, x, y, width }: TipProps) {
  const { locale } = useTranslation();
  const side = x < width / 2 ? { left: x } : { right: width - x };
  return (
    <div className="chart-tip" aria-hidden="true" style={{ top: y, ...side }}>
      <strong translate="no">{bar.label}</strong>
      {parts.map(({ key, label, tone }, at) => (
        <span key={key} className="chart-tip-row">
          <svg width={12} height={12}>
            <PartBox at={at} tone={tone} patterns={patterns} x={0} y={0} width={12} height={12} />
          </svg>
          <span>{label}</span>
          <span className="number">{formatNumber(bar.values[at] ?? 0, locale)}</span>
        </span>
      ))}
    </div>
  );
}
