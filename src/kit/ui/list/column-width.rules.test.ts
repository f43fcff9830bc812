import { describe, expect, test } from "vitest";
import { columnWidth, fittedTracks, gridTemplate, growColumn, mightBeWider } from "./column-width.rules.ts";

describe("a column", () => {
  test("is at least 80 px wide", () => {
    expect(columnWidth(0)).toBe(80);
    expect(columnWidth(65)).toBe(80);
  });

  test("is otherwise as wide as its text plus 10 px of padding and 5 px of slack", () => {
    expect(columnWidth(66)).toBe(81);
    expect(columnWidth(199.2)).toBe(215);
  });

  test("is no wider than its maximum", () => {
    expect(columnWidth(5000)).toBe(360);
    expect(columnWidth(5000, 120)).toBe(120);
    expect(columnWidth(0, 40)).toBe(80);
  });

  test("only grows during a visit", () => {
    expect(growColumn(undefined, 90)).toBe(90);
    expect(growColumn(200, 90)).toBe(200);
  });

  test("does not measure a text that cannot be the widest", () => {
    expect(mightBeWider("ab", 14, 80)).toBe(false);
    expect(mightBeWider("a longer text", 14, 80)).toBe(true);
  });
});

describe("the tracks of a row", () => {
  const text = (widthPx: number) => ({ widthPx, align: "start" as const });
  const number = (widthPx: number) => ({ widthPx, align: "end" as const });

  test("give the remaining width to the last text column", () => {
    expect(gridTemplate([text(120), text(200), number(80)], 40, 40)).toEqual({
      template: "40px 120px minmax(200px, 1fr) 80px 40px",
      leastPx: 480,
    });
  });

  test("leave a gap between a number and the text after it, and none elsewhere", () => {
    expect(gridTemplate([text(100), number(80), number(90), text(120)], 40, 0)).toEqual({
      template: "40px 100px 80px 90px minmax(132px, 1fr)",
      leastPx: 442,
    });
  });

  test("give the remaining width to the last column when all are numbers", () => {
    expect(gridTemplate([number(80), number(90)], 40, 0)).toEqual({ template: "40px 80px minmax(90px, 1fr)", leastPx: 210 });
  });

  test("shrink when they do not fit, the widest texts first", () => {
    const widths = (room: number) => fittedTracks([text(300), text(200), number(90), text(130)], room).map(({ widthPx }) => widthPx);
    expect(widths(800)).toEqual([300, 200, 90, 130]);
    expect(widths(700)).toEqual([268, 200, 90, 130]);
    expect(widths(560)).toEqual([164, 164, 90, 130]);
    expect(widths(100), "no text below what can be read").toEqual([144, 144, 90, 130]);
    expect(fittedTracks([text(300)], 0)).toEqual([text(300)]);
  });

  test("do not shrink a first column that identifies the row by a time or a code", () => {
    const widths = fittedTracks([text(190), text(210), number(90), text(150)], 400).map(({ widthPx }) => widthPx);
    expect(widths).toEqual([190, 144, 90, 144]);
  });

  test("shrink columns of long text before others", () => {
    const long = (widthPx: number) => ({ ...text(widthPx), isLong: true });
    const widths = (room: number) => fittedTracks([text(210), long(220), number(90), long(160)], room).map(({ widthPx }) => widthPx);
    expect(widths(700)).toEqual([210, 220, 90, 160]);
    expect(widths(600), "the time stays whole").toEqual([210, 144, 90, 144]);
    expect(widths(500)).toEqual([190, 104, 90, 104]);
  });
});
