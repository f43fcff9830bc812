// @vitest-environment jsdom
import { act } from "react";
import { createRoot } from "react-dom/client";
import type { Root } from "react-dom/client";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { loadRest, showLanguage } from "#web/texts/warehouse.ts";
import { ChartDrawing } from "./chart-drawing.tsx";
import type { Direction } from "./chart.rules.ts";

let root: Root;
let holder: HTMLElement;
beforeAll(async () => {
  await loadRest();
  await showLanguage("en_us");
});
beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  holder = document.body.appendChild(document.createElement("div"));
  root = createRoot(holder);
});
afterEach(() => {
  act(() => root.unmount());
  holder.remove();
});

const parts = [
  { key: "in", label: "Received", tone: "primary" },
  { key: "out", label: "Shipped", tone: "warn" },
] as const;

function draw(direction: Direction, count: number): void {
  const bars = Array.from({ length: count }, (_, at) => ({ key: `k${at}`, label: `Month ${at + 1}`, values: [10 * (at + 1), at] }));
  const given = { title: "Pieces by month", unit: "pieces", parts, bars, patterns: "p", width: 280 };
  act(() => root.render(<ChartDrawing direction={direction} {...given} />));
}

const number = (element: Element | null | undefined, name: string) => Number(element?.getAttribute(name) ?? Number.NaN);
const bars = () => [...holder.querySelectorAll<SVGGElement>("[data-bar]")];
const ticks = () => [...holder.querySelectorAll("text.chart-tick")].map(({ textContent }) => textContent);
const tip = () => holder.querySelector(".chart-tip")?.textContent ?? null;
const press = (key: string) => act(() => void document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })));
const at = () => (document.activeElement as SVGElement).dataset["bar"];

test.each(["lying", "upright"] as const)("a chart of %s bars has an axis that starts at zero and names its unit", (direction) => {
  draw(direction, 3);
  expect(ticks()).toContain("pieces");
  expect(ticks()).toContain("0");
  expect(ticks().some((text) => Number(text) >= 20)).toBe(true);
  expect(holder.querySelectorAll(".chart-grid").length).toBeGreaterThan(1);
});

test.each([1, 2, 3, 7, 12, 59])("each label of %i upright bars is centred below its own bar, and the last bar has one", (count) => {
  draw("upright", count);
  const boxes = bars().map((bar) => ({ name: bar.getAttribute("aria-label") ?? "", box: bar.querySelector(".chart-strip") }));
  const labels = [...holder.querySelectorAll(".chart-scroll text.chart-tick")];
  expect(labels.at(-1)?.textContent).toBe(`Month ${count}`);
  for (const label of labels) {
    const own = boxes.find(({ name }) => name.startsWith(`${label.textContent}:`))?.box;
    const middle = number(own, "x") + number(own, "width") / 2;
    expect(label.getAttribute("text-anchor")).toBe("middle");
    expect(Math.abs(number(label, "x") - middle)).toBeLessThan(0.5);
  }
});

test.each(["lying", "upright"] as const)("arrow keys, Home and End show the values of %s bars, and Escape hides them", (direction) => {
  draw(direction, 3);
  const stops = bars().filter((bar) => bar.getAttribute("tabindex") === "0");
  expect(stops).toHaveLength(1);
  act(() => stops[0]?.focus());
  press("Home");
  expect(at()).toBe("k0");
  press(direction === "lying" ? "ArrowDown" : "ArrowRight");
  expect(at()).toBe("k1");
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Month 2: Received 20, Shipped 1");
  expect(tip()).toBe("Month 2Received20Shipped1");
  press("End");
  expect(at()).toBe("k2");
  press("ArrowRight");
  expect(at()).toBe("k2");
  press("Escape");
  expect(tip()).toBeNull();
  // The bar that was left is where the Tab key comes back.
  expect(bars().map((bar) => bar.getAttribute("tabindex"))).toEqual(["-1", "-1", "0"]);
});

test("hovering over a bar shows its values", () => {
  draw("upright", 3);
  act(() => void bars()[0]?.dispatchEvent(new PointerEvent("pointerover", { bubbles: true })));
  expect(tip()).toBe("Month 1Received10Shipped0");
});
