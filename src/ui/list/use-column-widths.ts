import { useLayoutEffect, useRef, useState } from "react";
import type { CellTools } from "./list-definition.ts";
import type { AnyColumn } from "./list-shape.ts";
import { columnWidth, grown, mightBeWider } from "./column-width.rules.ts";

/** The arrow beside a title that can be sorted by, and what is drawn around the text of a drawn cell (a dot, a frame). */
const arrowPx = 16;
const drawnPx = 28;

type Measure = (text: string, isBold: boolean) => number;

let canvas: OffscreenCanvasRenderingContext2D | null = null;

/** Measures a text in the face of an element; where there is no canvas, by its length. */
function measureIn(element: Element, fontPx: number): Measure {
  if (typeof OffscreenCanvas === "undefined") return (text) => text.length * fontPx * 0.6;
  canvas ??= new OffscreenCanvas(1, 1).getContext("2d");
  const family = getComputedStyle(element).fontFamily;
  return (text, isBold) => {
    if (canvas === null) return 0;
    canvas.font = `${isBold ? 600 : 400} ${fontPx}px ${family}`;
    return canvas.measureText(text).width;
  };
}

/** Widths by column. */
export type Widths = Readonly<Record<string, number>>;

/**
 * The widths of columns by the header and all rows seen so far: they only grow during a visit.
 * @param element whose face is measured in
 * @param rows those in sight
 */
export function useColumnWidths(
  element: Element | null,
  columns: readonly AnyColumn[],
  rows: readonly unknown[],
  tools: CellTools,
): Widths {
  const [widths, setWidths] = useState<Widths>({});
  const seen = useRef(new WeakMap<object, string>());
  const { t, locale } = tools;
  const shown = columns.map(({ id }) => id).join(",");
  useLayoutEffect(() => {
    if (element === null) return;
    const fontPx = 14;
    const measure = measureIn(element, fontPx);
    const mark = `${locale} ${shown}`;
    const fresh = rows.filter((row): row is object => typeof row === "object" && row !== null && seen.current.get(row) !== mark);
    for (const row of fresh) seen.current.set(row, mark);
    setWidths((known) => {
      const next: Record<string, number> = { ...known };
      for (const column of columns) {
        const extra = column.sort === undefined ? 0 : arrowPx;
        let width = grown(next[column.id], columnWidth(measure(t(column.title), true) + extra, Math.max(column.maxWidthPx ?? 360, 120)));
        for (const row of fresh) {
          const text = column.text(row, { t, locale });
          if (!mightBeWider(text, fontPx, width)) continue;
          width = grown(
            width,
            columnWidth(measure(text, false) + (column.render === undefined ? 0 : (column.drawnPx ?? drawnPx)), column.maxWidthPx),
          );
        }
        next[column.id] = width;
      }
      return columns.every(({ id }) => known[id] === next[id]) ? known : next;
    });
  }, [element, columns, rows, shown, t, locale]);
  return widths;
}
