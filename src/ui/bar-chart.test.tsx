// @vitest-environment jsdom
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { StandingBars } from "./bar-chart.tsx";

/** How much of a label is before the place that it is held by. */
const shares = new Map<string | null, number>([
  ["start", 0],
  ["middle", 0.5],
  ["end", 1],
]);

/** Draws a chart of that many months, and gives where bars and labels are, in percent of its width. */
function draw(count: number) {
  const bars = Array.from({ length: count }, (_, at) => ({ key: String(at), label: `Month ${at + 1}`, value: at + 1, valueText: "" }));
  const words = { title: "Reviews per month", unit: "reviews", labelHead: "Month", tableText: "Show as a table", note: "" };
  document.body.innerHTML = renderToStaticMarkup(<StandingBars bars={bars} {...words} />);
  const percent = (element: Element, name: string) => Number.parseFloat(element.getAttribute(name) ?? "");
  const boxes = [...document.querySelectorAll(".chart-bar")].map((bar) => {
    const from = percent(bar, "x");
    return { label: bar.textContent.split(":")[0], from, to: from + percent(bar, "width") };
  });
  const labels = [...document.querySelectorAll(".chart-tick")].map((label) => {
    const at = percent(label, "x");
    const widthPx = label.textContent.length * 7;
    const left = (at / 100) * Math.max(280, count * 8) - (shares.get(label.getAttribute("text-anchor")) ?? Number.NaN) * widthPx;
    return { label: label.textContent, at, left, right: left + widthPx };
  });
  return { boxes, labels };
}

test.each([1, 2, 3, 7, 12, 59])(
  "each label of %i standing bars is under its own bar, the last bar has one, and none touches another",
  (count) => {
    const { boxes, labels } = draw(count);
    expect(boxes).toHaveLength(count);
    for (const { label, at } of labels) {
      const box = boxes.find((one) => one.label === label);
      expect(at).toBeGreaterThanOrEqual((box?.from ?? Number.NaN) - 0.01);
      expect(at).toBeLessThanOrEqual((box?.to ?? Number.NaN) + 0.01);
    }
    expect(labels.at(-1)?.label).toBe(`Month ${count}`);
    // On the narrowest screen, too.
    for (const [at, { left }] of labels.entries()) expect(left).toBeGreaterThanOrEqual((labels[at - 1]?.right ?? -8) + 7.9);
  },
);
