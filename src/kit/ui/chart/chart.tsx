import "./chart.css";
import { Suspense, useId, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatNumber } from "#src/kit/lib/formats.ts";
import { lazyPart } from "../lazy-part.ts";
import { PartBox, Patterns } from "./chart-part.tsx";
import { getHeightPx } from "./chart.rules.ts";
import type { ChartBar, ChartPart, Direction } from "./chart.rules.ts";

interface ChartProps {
  readonly title: string;
  /** what the values count: "reviews" */
  readonly unit: string;
  /** heading of the labels' column: "Stars" */
  readonly labelHead: string;
  /** lying for few bars with names, upright for a row of days or months */
  readonly direction: Direction;
  /** what each bar is divided into; without it a bar is one value */
  readonly parts?: readonly ChartPart[];
  readonly bars: readonly ChartBar[];
  /** one sentence below the chart */
  readonly note?: string;
}

/** The drawing loads the chart library; title, legend and table are drawn without it. */
const ChartDrawing = lazyPart(async () => (await import("./chart-drawing.tsx")).ChartDrawing);

/** The width of an element in px; 0 before it is drawn. */
function useWidth() {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    // Rounded down: a drawing that is half a px wider than its place makes the page scroll sideways.
    const measure = () => setWidth(Math.floor(current.getBoundingClientRect().width));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return { element, width };
}

function Legend({ parts, patterns }: { parts: readonly ChartPart[]; patterns: string }) {
  return (
    <ul className="chart-legend small">
      {parts.map(({ key, label, tone }, at) => (
        <li key={key}>
          <svg width={16} height={12} aria-hidden="true">
            <PartBox at={at} tone={tone} patterns={patterns} x={0} y={0} width={16} height={12} />
          </svg>
          {label}
        </li>
      ))}
    </ul>
  );
}

/** The same values as a table. */
function ChartTable({ labelHead, parts, bars }: { labelHead: string; parts: readonly ChartPart[]; bars: readonly ChartBar[] }) {
  const { locale } = useTranslation();
  return (
    <table className="chart-table">
      <thead>
        <tr>
          <th scope="col">{labelHead}</th>
          {parts.map(({ key, label }) => (
            <th key={key} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bars.map(({ key, label, values }) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            {parts.map((part, at) => (
              <td key={part.key}>{formatNumber(values[at] ?? 0, locale)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/**
 * A bar chart with axes; values show on hover, press and keyboard focus (arrow keys, Home, End), and in a table. Parts differ by colour and
 * pattern, and are named in the legend.
 */
export function Chart({ title, unit, labelHead, direction, parts, bars, note }: ChartProps) {
  const { t } = useTranslation();
  const patterns = useId();
  const { element, width } = useWidth();
  const shown: readonly ChartPart[] = parts ?? [{ key: "value", label: unit, tone: "primary" }];
  return (
    <figure className="chart">
      <figcaption>
        <h3>{title}</h3>
      </figcaption>
      <Patterns id={patterns} />
      {parts !== undefined && <Legend parts={parts} patterns={patterns} />}
      <div ref={element} className="chart-space" style={{ height: getHeightPx(direction, bars.length, width) }}>
        <Suspense fallback={<span className="visually-hidden">{t("ui.loading")}</span>}>
          {width > 0 && (
            <ChartDrawing title={title} unit={unit} direction={direction} parts={shown} bars={bars} patterns={patterns} width={width} />
          )}
        </Suspense>
      </div>
      {note !== undefined && <p className="small quiet number">{note}</p>}
      <details>
        <summary className="small quiet">{t("ui.chart.table")}</summary>
        <ChartTable labelHead={labelHead} parts={shown} bars={bars} />
      </details>
    </figure>
  );
}
