import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  getPositionAfterScroll,
  getFarthest,
  isStuck,
  toScrollPosition,
  createScale,
  tallestPx,
  toTopPx,
  getTopToShow,
} from "./scroll-scale.rules.ts";

const rowPx = 32;
const sightPx = 640;
const anyRows = fc.integer({ min: 1, max: 50_000_000 });
const scales = anyRows.map((rows) => createScale(rows, rowPx, sightPx));
const share = fc.double({ min: 0, max: 1, noNaN: true });
const endOf = ({ elementRows }: { elementRows: number }) => Math.max(0, elementRows * rowPx - sightPx);

describe("the scale of a list", () => {
  test("makes no element taller than browsers can render", () => {
    fc.assert(
      fc.property(scales, ({ elementRows }) => {
        expect(elementRows * rowPx).toBeLessThanOrEqual(tallestPx);
      }),
    );
  });

  test("is one to one for a list that fits", () => {
    const scale = createScale(250_000, rowPx, sightPx);
    expect(scale.elementRows).toBe(250_000);
    expect(toScrollPosition(scale, 1_234_567)).toEqual({ lead: 0, scrollTop: 1_234_567 });
  });

  test("maps every px of its rows to a scroll position, aligned to whole rows", () => {
    fc.assert(
      fc.property(scales, share, (scale, part) => {
        const top = part * getFarthest(scale);
        const place = toScrollPosition(scale, top);
        expect(Math.abs(toTopPx(scale, place) - top)).toBeLessThan(0.01);
        expect(Number.isInteger(place.lead)).toBe(true);
        expect(place.scrollTop).toBeGreaterThanOrEqual(0);
        expect(place.scrollTop).toBeLessThanOrEqual(endOf(scale) + 0.01);
      }),
    );
  });

  test("maps the start to the start and the end to the end", () => {
    fc.assert(
      fc.property(scales, (scale) => {
        expect(toScrollPosition(scale, 0)).toEqual({ lead: 0, scrollTop: 0 });
        expect(toScrollPosition(scale, getFarthest(scale))).toEqual({ lead: scale.rows - scale.elementRows, scrollTop: endOf(scale) });
        expect(isStuck(scale, toScrollPosition(scale, 0))).toBe(false);
        expect(isStuck(scale, toScrollPosition(scale, getFarthest(scale)))).toBe(false);
      }),
    );
  });
});

describe("a scroll box with more rows than can be rendered", () => {
  const scale = createScale(10_000_000, rowPx, sightPx);
  const half = { lead: 4_875_000, scrollTop: 4_000_000 };

  test("moves row by row with the wheel", () => {
    expect(getPositionAfterScroll(scale, half, 4_000_032)).toEqual({ lead: 4_875_000, scrollTop: 4_000_032 });
    expect(getPositionAfterScroll(scale, half, 3_999_900)).toEqual({ lead: 4_875_000, scrollTop: 3_999_900 });
  });

  test("moves as far as a hard flick of the wheel, and no farther", () => {
    const far = 4_000_000 + sightPx * 3;
    expect(getPositionAfterScroll(scale, half, far, true)).toEqual({ lead: 4_875_000, scrollTop: far });
  });

  test("treats a jump of the scrollbar as a share of the whole list", () => {
    const place = getPositionAfterScroll(scale, { lead: 0, scrollTop: 0 }, endOf(scale) / 2);
    expect(Math.abs(toTopPx(scale, place) - getFarthest(scale) / 2)).toBeLessThan(rowPx);
  });

  test("is stuck at an end of its element while rows remain", () => {
    expect(isStuck(scale, { lead: 12, scrollTop: 0 })).toBe(true);
    expect(isStuck(scale, { lead: 12, scrollTop: endOf(scale) })).toBe(true);
    expect(isStuck(scale, half)).toBe(false);
  });

  test("never scrolls past its rows", () => {
    fc.assert(
      fc.property(share, share, (from, to) => {
        const place = getPositionAfterScroll(scale, toScrollPosition(scale, from * getFarthest(scale)), to * endOf(scale));
        expect(toTopPx(scale, place)).toBeGreaterThanOrEqual(0);
        expect(toTopPx(scale, place)).toBeLessThanOrEqual(getFarthest(scale));
      }),
    );
  });
});

describe("scrolling a row into view", () => {
  const scale = createScale(1000, rowPx, sightPx);
  test("moves nothing when the row is visible", () => expect(getTopToShow(scale, 320, 15)).toBe(320));
  test("puts a row above the view at the top", () => expect(getTopToShow(scale, 320, 2)).toBe(64));
  test("puts a row below the view at the bottom", () => expect(getTopToShow(scale, 0, 30)).toBe(31 * rowPx - sightPx));
});
