import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { afterScroll, farthest, rowsInSight, scaleOf, scrollTopOf, tallestPx, topOf, topToShow } from "./scroll-scale.rules.ts";

const rowPx = 32;
const viewportPx = 640;
const anyRows = fc.integer({ min: 1, max: 50_000_000 });
const scales = anyRows.map((rows) => ({ rows, scale: scaleOf(rows, rowPx, viewportPx) }));
const share = fc.double({ min: 0, max: 1, noNaN: true });

describe("the scale of a list", () => {
  test("makes no element taller than browsers can draw", () => {
    fc.assert(
      fc.property(scales, ({ scale }) => {
        expect(scale.elementPx).toBeLessThanOrEqual(tallestPx);
      }),
    );
  });

  test("is one to one for a list that fits", () => {
    const scale = scaleOf(250_000, rowPx, viewportPx);
    expect(scale.elementPx).toBe(8_000_000);
    expect(scrollTopOf(scale, 1_234_567)).toBe(1_234_567);
    expect(topOf(scale, 1_234_567)).toBe(1_234_567);
  });

  test("maps every row to a place of the scrollbar and back", () => {
    fc.assert(
      fc.property(scales, share, ({ rows, scale }, part) => {
        const row = Math.floor(part * (rows - 1));
        const top = Math.min(row * rowPx, farthest(scale));
        expect(Math.abs(topOf(scale, scrollTopOf(scale, top)) - top)).toBeLessThan(rowPx / 100);
      }),
    );
  });

  test("keeps the start at the start and the end at the end", () => {
    fc.assert(
      fc.property(scales, ({ scale }) => {
        expect(scrollTopOf(scale, 0)).toBe(0);
        const end = scrollTopOf(scale, farthest(scale));
        expect(end).toBeCloseTo(Math.max(0, scale.elementPx - viewportPx), 3);
        expect(topOf(scale, end)).toBeCloseTo(farthest(scale), 3);
      }),
    );
  });
});

describe("a scrollbox over more rows than can be drawn", () => {
  const scale = scaleOf(10_000_000, rowPx, viewportPx);

  test("moves row by row under a wheel", () => {
    expect(afterScroll(scale, { top: 160_000_000, scrollTop: 4_000_000 }, 4_000_032)).toBe(160_000_032);
    expect(afterScroll(scale, { top: 160_000_000, scrollTop: 4_000_000 }, 3_999_900)).toBe(159_999_900);
  });

  test("goes as far as a hard flick of the wheel, and no farther", () => {
    const far = viewportPx * 3;
    expect(afterScroll(scale, { top: 160_000_000, scrollTop: 4_000_000 }, 4_000_000 + far, true)).toBe(160_000_000 + far);
  });

  test("takes a jump of the scrollbar as a share of the whole", () => {
    const top = afterScroll(scale, { top: 0, scrollTop: 0 }, (scale.elementPx - viewportPx) / 2);
    expect(top).toBeCloseTo(farthest(scale) / 2, 3);
  });

  test("never leaves its content", () => {
    fc.assert(
      fc.property(share, share, share, (from, bar, to) => {
        const most = scale.elementPx - viewportPx;
        const top = afterScroll(scale, { top: from * farthest(scale), scrollTop: bar * most }, to * most);
        expect(top).toBeGreaterThanOrEqual(0);
        expect(top).toBeLessThanOrEqual(farthest(scale));
      }),
    );
  });
});

describe("the rows in sight", () => {
  test("are those that a part of is seen, and some to spare", () => {
    expect(rowsInSight(0, rowPx, viewportPx, 1000, 0)).toEqual({ first: 0, last: 19 });
    expect(rowsInSight(16, rowPx, viewportPx, 1000, 0)).toEqual({ first: 0, last: 20 });
    expect(rowsInSight(3200, rowPx, viewportPx, 1000, 8)).toEqual({ first: 92, last: 127 });
    expect(rowsInSight(0, rowPx, viewportPx, 3, 8)).toEqual({ first: 0, last: 2 });
  });
});

describe("bringing a row into sight", () => {
  const scale = scaleOf(1000, rowPx, viewportPx);
  test("moves nothing where it is in sight", () => expect(topToShow(scale, 320, 15, rowPx)).toBe(320));
  test("puts one above at the top", () => expect(topToShow(scale, 320, 2, rowPx)).toBe(64));
  test("puts one below at the bottom", () => expect(topToShow(scale, 0, 30, rowPx)).toBe(31 * rowPx - viewportPx));
});
