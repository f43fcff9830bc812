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

function Frame({ bars, children, ...frame }: ChartProps & { children: ReactNode }) {
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

/**
 * Many bars that stand, as over time. First and last label are written, the rest is in the table and the titles.
 * @param note a sentence of the top value
 */
export function StandingBars({ note, ...props }: ChartProps & { note: string }) {
  const top = most(props.bars);
  const step = 14;
  const width = Math.max(280, props.bars.length * step);
  const slot = width / Math.max(1, props.bars.length);
  const first = props.bars[0];
  const last = props.bars.at(-1);
  return (
    <Frame {...props}>
      <svg
        viewBox={`0 0 ${width} 148`}
        width={width > 560 ? width : "100%"}
        height={148}
        preserveAspectRatio="none"
        role="img"
        aria-label={props.title}
      >
        <line className="chart-axis" x1={0} x2={width} y1={124.5} y2={124.5} />
        {props.bars.map((bar, at) => (
          <rect
            key={bar.key}
            className="chart-bar"
            x={at * slot + 1}
            y={124 - (104 * bar.value) / top}
            width={Math.min(40, slot - 2)}
            height={(104 * bar.value) / top}
          >
            <title>{`${bar.label}: ${bar.valueText}`}</title>
          </rect>
        ))}
      </svg>
      <div className="row row-apart small quiet number">
        <span>{first?.label}</span>
        <span>{note}</span>
        <span>{last === first ? "" : last?.label}</span>
      </div>
    </Frame>
  );
}
