import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { makeTimedParser, ReadingTooLong } from "./timed-parser.rules.ts";

const mostSeconds = 20;

/** A parser whose trial documents keep what is written, and take a time for each part. */
function parserWith(msEach = 0) {
  const parts: string[] = [];
  const parsed: string[] = [];
  const time = { now: 1_000 };
  const write = (...text: string[]) => {
    parts.push(...text);
    time.now += msEach;
  };
  const parser = makeTimedParser({
    now: () => time.now,
    makeDocument: () => ({ write, close: () => undefined }),
    parse: (html) => {
      parsed.push(html);
      return null as never;
    },
    mostSeconds,
  });
  return { parser, parts, parsed, time };
}

describe("a page parsed with a time limit", () => {
  test("is tried once and in full, in parts that never split a character, and is then parsed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 3_000 }), fc.nat(2_000), (text, pad) => {
        const html = `${"x".repeat(pad)}${text}`;
        const { parser, parts, parsed } = parserWith();
        parser.parseHtml(html);
        parser.parseHtml(html);
        expect(parts.join("")).toBe(html);
        expect(parts.every((part) => part.isWellFormed())).toBe(true);
        expect(parsed).toEqual([html, html]);
      }),
    );
  });

  test("is abandoned during the trial when parsing takes too long, and is never parsed in full", () => {
    const { parser, parts, parsed } = parserWith(1_000);
    expect(() => parser.parseHtml("<b>".repeat(50_000))).toThrow(new ReadingTooLong(mostSeconds));
    expect(parts).toHaveLength(6);
    expect(parsed).toEqual([]);
  });

  test("has the stated time limit for all of its reading", () => {
    const { parser, time } = parserWith();
    time.now += mostSeconds * 1000;
    expect(() => parser.check()).not.toThrow();
    time.now += 1;
    expect(() => parser.check()).toThrow(ReadingTooLong);
  });
});
