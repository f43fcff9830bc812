import "./bar-chart.css";
import type { ReactNode } from "react";
import { Fragment, useId } from "react";
import type { FrameProps } from "./bar-chart.tsx";
import { TabledFrame, Ticks } from "./bar-chart.tsx";

/** The colours of parts, as tokens name them. */
export type PartTone = "primary" | "good" | "quiet" | "warn" | "bad";

/** What bars are divided into: the same parts in each, in this order. */
export interface Part {
  key: string;
  label: string;
  tone: PartTone;
}

/** One divided bar: as many values and texts as there are parts. */
interface DividedBar {
  key: string;
  label: string;
  values: readonly number[];
  valueTexts: readonly string[];
  /** of all parts together */
  totalText: string;
}

interface DividedProps extends FrameProps {
  /** a sentence below the chart */
  foot?: string;
  parts: readonly Part[];
  bars: readonly DividedBar[];
}

/** Strokes over the colour, another for each part: who cannot tell the colours apart tells these. The first part is plain. */
const strokes: readonly (ReactNode | null)[] = [
  null,
  <path key="rising" d="M-2 2 2 -2M0 8 8 0M6 10 10 6" />,
  <circle key="dots" cx={4} cy={4} r={1} />,
  <path key="falling" d="M-2 6 2 10M0 0 8 8M6 -2 10 2" />,
  <path key="upright" d="M2 0V8M6 0V8" />,
];
const patternSize = { width: 8, height: 8, patternUnits: "userSpaceOnUse" } as const;

function Patterns({ id }: { id: string }) {
  return (
    <svg className="chart-patterns" width={0} height={0} aria-hidden="true">
      <defs>
        {strokes.map((stroke, at) => (
          <pattern key={String(at)} id={`${id}-${at}`} {...patternSize}>
            {stroke}
          </pattern>
        ))}
      </defs>
    </svg>
  );
}

interface Box {
  readonly x: string;
  readonly y: number;
  readonly width: string;
  readonly height: number;
}

function PartBox({ at, tone, patterns, title, ...box }: Box & { at: number; tone: PartTone; patterns: string; title: string }) {
  return (
    <g>
      <title>{title}</title>
      <rect className={`chart-part chart-part-${tone}`} {...box} />
      {at > 0 && <rect fill={`url(#${patterns}-${at % strokes.length})`} {...box} />}
    </g>
  );
}

function Legend({ parts, patterns }: { parts: readonly Part[]; patterns: string }) {
  return (
    <ul className="chart-legend small">
      {parts.map(({ key, label, tone }, at) => (
        <li key={key}>
          <svg width={16} height={12} aria-hidden="true">
            <PartBox at={at} tone={tone} patterns={patterns} title="" x="0" y={0} width="16" height={12} />
          </svg>
          {label}
        </li>
      ))}
    </ul>
  );
}

/** Where each part of a bar begins and how long it is, as shares of the longest bar. */
function spans(values: readonly number[], top: number): { from: number; size: number }[] {
  return values.map((value, at) => ({ from: values.slice(0, at).reduce((sum, one) => sum + one, 0) / top, size: value / top }));
}

function topOf(bars: readonly DividedBar[]): number {
  return Math.max(1, ...bars.map(({ values }) => values.reduce((sum, one) => sum + one, 0)));
}

function DividedFrame({
  parts,
  bars,
  patterns,
  leastPx,
  children,
  ...frame
}: DividedProps & { patterns: string; leastPx: number; children: ReactNode }) {
  return (
    <TabledFrame
      {...frame}
      heads={parts.map(({ label }) => label)}
      lines={bars.map(({ key, label, valueTexts }) => ({ key, label, texts: valueTexts }))}
      legend={<Legend parts={parts} patterns={patterns} />}
      leastPx={leastPx}
    >
      <Patterns id={patterns} />
      {children}
    </TabledFrame>
  );
}

/** Few divided bars that lie: label, bar, and the sum of its parts. Parts differ by colour and by pattern, and are named above. */
export function LyingParts(props: DividedProps) {
  const patterns = useId();
  const { title, parts, bars } = props;
  const top = topOf(bars);
  return (
    <DividedFrame {...props} patterns={patterns} leastPx={0}>
      <div className="chart-lying chart-divided" role="img" aria-label={title}>
        {bars.map(({ key, label, values, valueTexts, totalText }) => (
          <Fragment key={key}>
            <span className="chart-label" translate="no">
              {label}
            </span>
            <svg>
              <rect className="chart-track" width="100%" height={12} />
              {spans(values, top).map(({ from, size }, at) => {
                const part = parts[at];
                if (part === undefined || size === 0) return null;
                const text = [part.label, valueTexts[at]].join(": ");
                const box = { x: `${100 * from}%`, y: 0, width: `${100 * size}%`, height: 12 };
                return <PartBox key={part.key} at={at} tone={part.tone} patterns={patterns} title={text} {...box} />;
              })}
            </svg>
            <span>{totalText}</span>
          </Fragment>
        ))}
      </div>
    </DividedFrame>
  );
}

/** Many divided bars that stand, as over time: parts differ by colour and by pattern, and are named above. */
export function StandingParts(props: DividedProps) {
  const patterns = useId();
  const { title, parts, bars } = props;
  const top = topOf(bars);
  const count = Math.max(1, bars.length);
  // Few bars are no wider than a thumb, many no narrower than a pencil: then the chart is scrolled.
  const leastPx = count * 8;
  const slot = 100 / Math.max(12, count);
  return (
    <DividedFrame {...props} patterns={patterns} leastPx={leastPx}>
      <div style={{ minWidth: leastPx }}>
        <svg width="100%" height={148} role="img" aria-label={title}>
          <line className="chart-axis" x1="0" x2="100%" y1={124.5} y2={124.5} />
          {bars.map(({ key, label, values, valueTexts }, index) =>
            spans(values, top).map(({ from, size }, at) => {
              const part = parts[at];
              if (part === undefined || size === 0) return null;
              const text = [label, part.label, valueTexts[at]].join(": ");
              const box = { x: `${(index + 0.1) * slot}%`, width: `${0.8 * slot}%`, y: 124 - 104 * (from + size), height: 104 * size };
              return <PartBox key={`${key} ${part.key}`} at={at} tone={part.tone} patterns={patterns} title={text} {...box} />;
            }),
          )}
          <Ticks labels={bars.map(({ label }) => label)} slot={slot} leastPx={leastPx} />
        </svg>
      </div>
    </DividedFrame>
  );
}
