import { useLayoutEffect, useRef } from "react";
import { columnWidth, growColumn, leastColumnPx, mightBeWider } from "./column-width.rules.ts";
import { useList } from "./list-context.ts";

/** The arrow beside a title that can be sorted by, what is drawn around the text of a drawn cell (a dot, a frame), and a picture before the first. */
const arrowPx = 16;
const drawnPx = 28;
const picturePx = { dense: 32, comfortable: 48 };
/** A title is never cut below this width, however narrow the column's texts. */
const leastTitlePx = 200;
const fontPx = 14;

type Measure = (text: string, isBold: boolean) => number;

let canvas: OffscreenCanvasRenderingContext2D | null = null;

/** Measures a text in an element's font; estimates it by length without a canvas. */
function measureIn(element: Element): Measure {
  if (typeof OffscreenCanvas === "undefined") return (text) => text.length * fontPx * 0.6;
  canvas ??= new OffscreenCanvas(1, 1).getContext("2d");
  const family = getComputedStyle(element).fontFamily;
  return (text, isBold) => {
    if (canvas === null) return 0;
    canvas.font = `${isBold ? 600 : 400} ${fontPx}px ${family}`;
    return canvas.measureText(text).width;
  };
}

/**
 * Gives the table's columns their widths, by the header and all rows seen so far: they only grow during a visit.
 * @param element whose face is measured in
 * @param indexes of the rows in sight
 */
export function useColumnWidths(element: Element | null, indexes: readonly number[]): void {
  const { table, shape, columns, book, t, locale, views } = useList();
  const { density } = views;
  const seen = useRef(new WeakMap<object, string>());
  useLayoutEffect(() => {
    if (element === null) return;
    const measure = measureIn(element);
    const mark = `${locale} ${density} ${columns.map(({ id }) => id).join(",")}`;
    const rows = indexes.map((index) => book.row(index));
    const fresh = rows.filter((row): row is object => typeof row === "object" && row !== null && seen.current.get(row) !== mark);
    for (const row of fresh) seen.current.set(row, mark);
    const known = table.options.state?.columnSizing ?? {};
    const next: Record<string, number> = { ...known };
    for (const [place, column] of columns.entries()) {
      const most = column.maxWidthPx;
      const drawn = column.render === undefined ? 0 : drawnPx;
      const beside = drawn + (place === 0 && shape.picture !== undefined ? picturePx[density] : 0);
      const titlePx = measure(t(column.title), true) + (column.sort === undefined ? 0 : arrowPx);
      let width = growColumn(next[column.id], columnWidth(titlePx, Math.max(most ?? 0, leastTitlePx)));
      for (const row of fresh) {
        const text = column.text(row, { t, locale });
        if (mightBeWider(text, fontPx, width - beside)) width = growColumn(width, columnWidth(measure(text, false) + beside, most));
      }
      next[column.id] = Math.max(width, leastColumnPx);
    }
    if (columns.some(({ id }) => known[id] !== next[id])) table.setColumnSizing(next);
  });
}
