import "./bar-chart.css";
import type { ReactNode } from "react";
import { Fragment, useLayoutEffect, useRef } from "react";

/** One bar: what it is of, how much, and both as text in the person's language. */
export interface Bar {
  key: string;
  label: string;
  value: number;
  valueText: string;
}

/** What is said of every chart. */
export interface FrameProps {
  title: string;
  /** what the numbers count: "reviews" */
  unit: string;
  /** heading of the labels' column: "Stars" */
  labelHead: string;
  tableText: string;
}

/** The room that a chart has on the narrowest screen. */
const narrowestPx = 280;

interface ChartProps extends FrameProps {
  bars: readonly Bar[];
}

interface TabledProps extends FrameProps {
  heads: readonly string[];
  lines: readonly { key: string; label: string; texts: readonly string[] }[];
  /** between the title and the chart */
  legend?: ReactNode;
  /** a sentence below the chart, which stays where the chart is scrolled */
  foot?: string;
  /** how wide the chart is at least, where that may be more than there is room for: then it is scrolled, by keys too, and begins at its end */
  leastPx?: number;
  children: ReactNode;
}

/** A chart, and the table behind it. */
export function TabledFrame({ title, unit, labelHead, tableText, heads, lines, legend, foot, leastPx = 0, children }: TabledProps) {
  const scrolled = leastPx > narrowestPx ? { tabIndex: 0, role: "group", "aria-label": title } : {};
  const scroller = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // What is newest is looked at first.
    if (leastPx > narrowestPx) scroller.current?.scrollTo({ left: leastPx });
  }, [leastPx]);
  return (
    <figure className="chart">
      <figcaption className="row row-apart">
        <h3>{title}</h3>
        <span className="quiet small">{unit}</span>
      </figcaption>
      {legend}
      <div className="chart-scroll" ref={scroller} {...scrolled}>
        {children}
      </div>
      {foot !== undefined && <p className="small quiet number">{foot}</p>}
      <details>
        <summary className="small quiet">{tableText}</summary>
        <table className="chart-table">
          <thead>
            <tr>
              <th scope="col">{labelHead}</th>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(({ key, label, texts }) => (
              <tr key={key}>
                <th scope="row">{label}</th>
                {texts.map((text, at) => (
                  <td key={heads[at]}>{text}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

function Frame({ bars, children, ...frame }: ChartProps & { foot?: string; leastPx?: number; children: ReactNode }) {
  const lines = bars.map(({ key, label, valueText }) => ({ key, label, texts: [valueText] }));
  return (
    <TabledFrame {...frame} heads={[frame.unit]} lines={lines}>
      {children}
    </TabledFrame>
  );
}

function most(bars: readonly Bar[]): number {
  return Math.max(1, ...bars.map((bar) => bar.value));
}

/** Few bars that lie: one a row, its label before it and its number behind it. */
export function LyingBars(props: ChartProps) {
  const top = most(props.bars);
  return (
    <Frame {...props}>
      <div className="chart-lying" role="img" aria-label={props.title}>
        {props.bars.map((bar) => (
          <Fragment key={bar.key}>
            <span>{bar.label}</span>
            <svg viewBox="0 0 100 12" preserveAspectRatio="none">
              <rect className="chart-track" width={100} height={12} />
              <rect className="chart-bar" width={(100 * bar.value) / top} height={12} />
            </svg>
            <span>{bar.valueText}</span>
          </Fragment>
        ))}
      </div>
    </Frame>
  );
}

/** How wide a label's letters are at most, in px: a Chinese one about twice a Latin one. */
function widthPx(label: string): number {
  return Array.from(label).reduce((sum, letter) => sum + (letter > "\u2e7f" ? 12 : 7), 0);
}

/** Where within its bar's slot a label is held, and by which end. */
const anchors = {
  start: { place: 0.1, anchor: "start" },
  middle: { place: 0.5, anchor: "middle" },
  end: { place: 0.9, anchor: "end" },
} as const;

/** Between two labels, px. */
const gapPx = 8;

interface TicksProps {
  labels: readonly string[];
  /** the part of the chart's width that each bar has, in percent */
  slot: number;
  /** how wide the chart is at least */
  leastPx: number;
}

/** The labels of standing bars, each under its bar: the last one, and before it as many as have room. One at the edge stands in line with its bar. */
export function Ticks({ labels, slot, leastPx }: TicksProps) {
  const slotPx = (slot / 100) * Math.max(narrowestPx, leastPx);
  const longestPx = Math.max(0, ...labels.map(widthPx));
  // A label at the edge reaches further into the chart by the half of it that has no room outside.
  const edgePx = Math.max(0, longestPx / 2 - (anchors.end.place - anchors.middle.place) * slotPx);
  const every = Math.max(1, Math.ceil((longestPx + edgePx + gapPx) / slotPx));
  return labels.map((label, at) => {
    if ((labels.length - 1 - at) % every !== 0) return null;
    const isBeforeStart = (at + 0.5) * slotPx < longestPx / 2;
    const isPastEnd = (100 / slot - at - 0.5) * slotPx < longestPx / 2;
    const { place, anchor } = isBeforeStart ? anchors.start : isPastEnd ? anchors.end : anchors.middle;
    return (
      <text key={`${label} ${at}`} className="chart-tick" x={`${(at + place) * slot}%`} y={142} textAnchor={anchor}>
        {label}
      </text>
    );
  });
}

/**
 * Many bars that stand, as over time. The labels that have room stand under their bars, the rest is in the table and the titles.
 * @param note a sentence of the top value
 */
export function StandingBars({ note, ...props }: ChartProps & { note: string }) {
  const { title, bars } = props;
  const top = most(bars);
  // Few bars are no wider than a thumb, many no narrower than a pencil: then the chart is scrolled.
  const leastPx = bars.length * 8;
  const slot = 100 / Math.max(6, bars.length);
  return (
    <Frame {...props} foot={note} leastPx={leastPx}>
      <div style={{ minWidth: leastPx }}>
        <svg width="100%" height={148} role="img" aria-label={title}>
          <line className="chart-axis" x1="0" x2="100%" y1={124.5} y2={124.5} />
          {bars.map((bar, at) => (
            <rect
              key={bar.key}
              className="chart-bar"
              x={`${(at + 0.1) * slot}%`}
              y={124 - (104 * bar.value) / top}
              width={`${0.8 * slot}%`}
              height={(104 * bar.value) / top}
            >
              <title>{`${bar.label}: ${bar.valueText}`}</title>
            </rect>
          ))}
          <Ticks labels={bars.map(({ label }) => label)} slot={slot} leastPx={leastPx} />
        </svg>
      </div>
    </Frame>
  );
}
