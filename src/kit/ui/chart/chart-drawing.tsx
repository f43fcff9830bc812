import { AxisBottom, AxisLeft } from "@visx/axis";
import { scaleBand, scaleLinear } from "@visx/scale";
import { useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatNumber, formatNumberBriefly } from "#src/kit/lib/formats.ts";
import { Bars, Tip, useActiveBar } from "./chart-bars.tsx";
import type { ChartBar, ChartPart, Direction } from "./chart.rules.ts";
import { getHeightPx, getShownLabels, lying, getAxisEnd, getTotal, upright, widthPx } from "./chart.rules.ts";

interface DrawingProps {
  readonly title: string;
  readonly unit: string;
  readonly direction: Direction;
  readonly parts: readonly ChartPart[];
  readonly bars: readonly ChartBar[];
  /** id of the chart's patterns */
  readonly patterns: string;
  /** px */
  readonly width: number;
}

/** The labels of both axes: our classes colour and size them, in either theme. */
const labelProps = { className: "chart-tick", fill: "currentColor", fontSize: 12, fontFamily: "inherit" };

/** The value axis: its scale from zero to a round number, and ticks at whole numbers. */
function getValueAxis(bars: readonly ChartBar[], range: [number, number], ticks: number) {
  const scale = scaleLinear<number>({ domain: [0, getAxisEnd(bars)], range, nice: ticks });
  return { scale, values: scale.ticks(ticks).filter(Number.isInteger) };
}

/** Upright bars, such as days or months. A long row scrolls, starting at its end, while the value axis stays in place. */
function Upright({ title, unit, parts, bars, patterns, width }: DrawingProps) {
  const { locale } = useTranslation();
  const [scrolledPx, setScrolled] = useState(0);
  const scroller = useRef<HTMLDivElement>(null);
  const bottom = upright.heightPx - upright.axisPx;
  const { scale, values } = getValueAxis(bars, [bottom, upright.topPx], 4);
  const axisWidth = Math.max(...values.map((value) => widthPx(formatNumberBriefly(value, locale)))) + 12;
  const labels = bars.map(({ label }) => label);
  const bands = Math.max(upright.fewestBands, bars.length);
  // Half of the last label may reach past its bar.
  const sidePx = 8;
  const endPx = Math.max(sidePx, widthPx(labels.at(-1) ?? "") / 2);
  const plotWidth = Math.max(width - axisWidth, bands * upright.leastBandPx + sidePx + endPx);
  const keys = Array.from({ length: bands }, (_, at) => String(at));
  const places = scaleBand<string>({ domain: keys, range: [sidePx, plotWidth - endPx], paddingInner: 0.25, paddingOuter: 0.125 });
  const left = (at: number) => places(String(at)) ?? 0;
  const shown = getShownLabels(labels, places.step(), sidePx).map(String);
  const active = useActiveBar(bars.length, bars.length - 1);
  useLayoutEffect(() => {
    scroller.current?.scrollTo?.({ left: plotWidth });
  }, [plotWidth]);
  const bar = active.active === null ? undefined : bars[active.active];
  const tipX = axisWidth + left(active.active ?? 0) - scrolledPx;
  return (
    <>
      <svg className="chart-axis-side" width={axisWidth} height={upright.heightPx} aria-hidden="true">
        <text className="chart-tick" x={0} y={12}>
          {unit}
        </text>
        <AxisLeft
          scale={scale}
          left={axisWidth}
          tickValues={values}
          tickFormat={(value) => formatNumberBriefly(Number(value), locale)}
          tickLabelProps={{ ...labelProps, textAnchor: "end", dx: -4, dy: 4 }}
          tickLength={0}
          hideTicks
          hideAxisLine
        />
      </svg>
      <div className="chart-scroll" ref={scroller} onScroll={({ currentTarget }) => setScrolled(currentTarget.scrollLeft)}>
        <svg width={plotWidth} height={upright.heightPx}>
          {values.map((value) => (
            <line key={value} className="chart-grid" x1={0} x2={plotWidth} y1={scale(value)} y2={scale(value)} />
          ))}
          <Bars
            title={title}
            parts={parts}
            bars={bars}
            patterns={patterns}
            of={active}
            strip={(at) => ({ x: left(at), width: places.bandwidth(), y: upright.topPx, height: bottom - upright.topPx })}
            box={(at, from, to) => ({ x: left(at), width: places.bandwidth(), y: scale(to), height: scale(from) - scale(to) })}
          />
          <g aria-hidden="true">
            <AxisBottom
              scale={places}
              top={bottom}
              tickValues={shown}
              tickFormat={(at) => labels[Number(at)] ?? ""}
              tickLabelProps={{ ...labelProps, textAnchor: "middle" }}
              axisLineClassName="chart-axis-line"
              tickLength={4}
              tickLineProps={{ className: "chart-axis-line" }}
            />
          </g>
        </svg>
      </div>
      {bar !== undefined && (
        <Tip
          bar={bar}
          parts={parts}
          patterns={patterns}
          x={tipX < width / 2 ? tipX + places.bandwidth() + 8 : tipX - 8}
          y={upright.topPx}
          width={width}
        />
      )}
    </>
  );
}

/** Lying bars, each with its name and its total; names that are too long end in dots. */
function Lying({ title, unit, parts, bars, patterns, width }: DrawingProps) {
  const { locale } = useTranslation();
  const isNarrow = width < lying.narrowBelowPx;
  const rowPx = isNarrow ? lying.narrowRowPx : lying.rowPx;
  const bottom = bars.length * rowPx;
  const longest = Math.max(0, ...bars.map(({ label }) => widthPx(label)));
  // Names are of 14 px, the axis of 12.
  const nameWidth = isNarrow ? width : Math.min((longest * 14) / 12 + 8, 240, width * 0.35);
  const start = isNarrow ? 0 : nameWidth + 12;
  const totals = bars.map((bar) => formatNumber(getTotal(bar), locale));
  const totalWidth = Math.max(...totals.map(widthPx)) + 8;
  const { scale, values } = getValueAxis(bars, [start, width - totalWidth], isNarrow ? 3 : 5);
  const top = (at: number) => at * rowPx + (isNarrow ? rowPx - lying.barPx - 4 : (rowPx - lying.barPx) / 2);
  const active = useActiveBar(bars.length, 0);
  const bar = active.active === null ? undefined : bars[active.active];
  return (
    <>
      <ol className="chart-names" aria-hidden="true">
        {bars.map(({ key, label }, at) => (
          <li
            key={key}
            className={isNarrow ? "chart-name" : "chart-name chart-name-side"}
            translate="no"
            style={{ top: at * rowPx, width: nameWidth }}
          >
            {label}
          </li>
        ))}
      </ol>
      <svg width={width} height={getHeightPx("lying", bars.length, width)}>
        {values.map((value) => (
          <line key={value} className="chart-grid" x1={scale(value)} x2={scale(value)} y1={0} y2={bottom} />
        ))}
        <Bars
          title={title}
          parts={parts}
          bars={bars}
          patterns={patterns}
          of={active}
          strip={(at) => ({ x: 0, width, y: at * rowPx, height: rowPx })}
          box={(at, from, to) => ({ x: scale(from), width: scale(to) - scale(from), y: top(at), height: lying.barPx })}
          total={(one, at) => ({ x: scale(getTotal(one)) + 6, y: top(at) + 12, text: totals[at] ?? "" })}
        />
        <g aria-hidden="true">
          <AxisBottom
            scale={scale}
            top={bottom}
            tickValues={values}
            tickFormat={(value) => formatNumberBriefly(Number(value), locale)}
            tickLabelProps={(value) => ({ ...labelProps, textAnchor: value === 0 ? "start" : "middle" })}
            axisLineClassName="chart-axis-line"
            tickLength={4}
            tickLineProps={{ className: "chart-axis-line" }}
          />
          <text className="chart-tick" x={start} y={bottom + 36}>
            {unit}
          </text>
        </g>
      </svg>
      {bar !== undefined && (
        <Tip bar={bar} parts={parts} patterns={patterns} x={start} y={((active.active ?? 0) + 1) * rowPx} width={width} />
      )}
    </>
  );
}

/** The bars and axes of a chart. */
export function ChartDrawing(props: DrawingProps) {
  if (props.bars.length === 0) return null;
  return <div className="chart-drawing">{props.direction === "lying" ? <Lying {...props} /> : <Upright {...props} />}</div>;
}
