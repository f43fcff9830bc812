import pg from "pg";
import { expect, test } from "vitest";
import { parseTime } from "./parse-time.ts";

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
