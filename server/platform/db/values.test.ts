import pg from "pg";
import { expect, test } from "vitest";
import { formatTime, parseTexts, parseTime, textArray } from "./values.ts";

const texts = [
  "2026-01-31 08:00:00+00",
  "2026-01-31 08:00:00.1+00",
  "2026-12-01 23:59:59.999999+00",
  "2024-02-29 00:00:00.0305+00",
  "1969-07-20 20:17:40.012+00",
  "0099-01-01 00:00:00+00",
  "0100-01-01 00:00:00+00",
  "9999-12-31 23:59:59.5+00",
  "10000-01-01 00:00:00+00",
  "0044-03-15 12:00:00+00 BC",
  "2026-01-31 08:00:00+05:30",
  "infinity",
  "-infinity",
];

test.each(texts)("%s is the time that pg's own parser finds", (text) => {
  expect(parseTime(text)).toEqual(pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ)(text));
});

const arrays = [
  "{}",
  "{a}",
  "{a,b}",
  '{"a,b",c}',
  '{"a\\"b"}',
  "{NULL}",
  '{"NULL",x}',
  "{ANNULLED}",
  "{{a,b},{c,d}}",
  "[0:1]={a,b}",
  '{""}',
  '{a b,"{c}"}',
];

test.each(arrays)("%s is the array that pg's own parser finds", (text) => {
  expect(parseTexts(text)).toEqual(pg.types.getTypeParser(textArray)(text));
});

const dates = [
  "2026-01-31T08:00:00.000Z",
  "2026-01-31T23:59:59.999Z",
  "1969-12-31T23:59:59.999Z",
  "0001-01-01T00:00:00.001Z",
  "+010000-01-01T00:00:00.090Z",
  "-000044-03-15T12:34:56.789Z",
];

test.each(dates)("%s is formatted as it is", (text) => {
  expect(formatTime(new Date(text))).toBe(text);
});

test("an invalid date is not formatted", () => {
  expect(() => formatTime(new Date(Number.NaN))).toThrow(RangeError);
});
