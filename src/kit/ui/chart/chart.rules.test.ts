import { expect, test } from "vitest";
import { getShownLabels, getSpans, getAxisEnd, widthPx } from "./chart.rules.ts";

test.each([1, 2, 3, 7, 12, 59])("shows the last of %i labels, and no two shown labels touch", (count) => {
  const labels = Array.from({ length: count }, (_, at) => `Month ${at + 1}`);
  const bandPx = Math.max(8, 240 / Math.max(6, count));
  const shown = getShownLabels(labels, bandPx, 8);
  expect(shown.at(-1)).toBe(count - 1);
  const edges = shown.map((at) => {
    const middle = (at + 0.5) * bandPx;
    const half = widthPx(labels[at] ?? "") / 2;
    return { left: middle - half, right: middle + half };
  });
  for (const [at, { left }] of edges.entries()) expect(left).toBeGreaterThanOrEqual((edges[at - 1]?.right ?? -99) + 7.9);
});

test("the parts of a bar are stacked, and the axis covers the longest bar", () => {
  const values = [3, 0, 4];
  expect(getSpans(values)).toEqual([
    { from: 0, to: 3 },
    { from: 3, to: 3 },
    { from: 3, to: 7 },
  ]);
  expect(getAxisEnd([{ key: "a", label: "A", values }])).toBe(7);
  expect(getAxisEnd([])).toBe(1);
});
