import { describe, expect, test } from "vitest";
import type { Box } from "./boxes.rules.ts";
import {
  getArrowCorners,
  buildBoxTemplate,
  labelSheets,
  labelSizes,
  buildLocationTemplate,
  buildProductTemplate,
} from "./label-templates.rules.ts";

const tiny = 1e-6;

function isWithin(inner: Box, outer: Box): boolean {
  return (
    inner.x >= outer.x - tiny &&
    inner.y >= outer.y - tiny &&
    inner.x + inner.width <= outer.x + outer.width + tiny &&
    inner.y + inner.height <= outer.y + outer.height + tiny
  );
}

function overlap(one: Box, other: Box): boolean {
  return (
    one.x + one.width > other.x + tiny &&
    other.x + other.width > one.x + tiny &&
    one.y + one.height > other.y + tiny &&
    other.y + other.height > one.y + tiny
  );
}

function haveNoOverlap(boxes: readonly Box[]): boolean {
  return boxes.every((box, index) => boxes.slice(index + 1).every((other) => !overlap(box, other)));
}

describe.each(labelSizes)("labels of %s", (labelSize) => {
  const { labels, margin, ...paper } = labelSheets[labelSize];

  test("lie within the paper and do not overlap", () => {
    expect(labels.every((label) => isWithin(label, { ...paper, x: 0, y: 0 }))).toBe(true);
    expect(haveNoOverlap(labels)).toBe(true);
  });

  test("have every part within their margin, and no overlapping parts", () => {
    for (const label of [labels[0], labels.at(-1)]) {
      if (label === undefined) throw new Error("a sheet without labels");
      const inner = { x: label.x + margin, y: label.y + margin, width: label.width - 2 * margin, height: label.height - 2 * margin };
      const templates = [
        buildLocationTemplate(label, margin, { arrow: false, barcodeText: false }),
        buildLocationTemplate(label, margin, { arrow: true, barcodeText: true }),
        buildProductTemplate(label, margin, { lotAndExpiry: false }),
        buildProductTemplate(label, margin, { lotAndExpiry: true }),
        buildBoxTemplate(label, margin),
      ].map((parts) => parts.map(({ box }) => box));
      for (const boxes of templates) {
        expect(boxes.length).toBeGreaterThan(2);
        expect(boxes.every((box) => box.width > 0 && box.height > 2 && isWithin(box, inner))).toBe(true);
        expect(haveNoOverlap(boxes)).toBe(true);
      }
    }
  });
});

test("a location's label has space for an arrow and for the barcode's text when they are printed", () => {
  const kinds = (arrow: boolean, barcodeText: boolean) =>
    buildLocationTemplate({ x: 0, y: 0, width: 70, height: 50 }, 2, { arrow, barcodeText }).map((part) =>
      part.kind === "text" ? part.field : part.kind,
    );
  expect(kinds(false, false)).toEqual(["warehouse", "code", "bars"]);
  expect(kinds(true, true)).toEqual(["warehouse", "code", "arrow", "bars", "barcodeText"]);
});

test("an arrow points up or down in the middle of its box", () => {
  const box = { x: 10, y: 20, width: 8, height: 4 };
  expect(getArrowCorners(box, "up")[0]).toEqual([14, 20]);
  expect(getArrowCorners(box, "down")[0]).toEqual([14, 24]);
});
