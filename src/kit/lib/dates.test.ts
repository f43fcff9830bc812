import fc from "fast-check";
import { expect, test } from "vitest";
import { toIsoDay } from "./dates.ts";

test.each([
  ["Jun 12, 2022", "en-US"],
  ["June 12th, 2022", ""],
  ["12 Jun 2022", "en-GB"],
  ["12 Jun, 2022", ""],
  ["12. Juni 2022", "de"],
  ["12 juin 2022", "fr-FR"],
  ["12 de junio de 2022", "es"],
  ["12 de jun. de 2022", "pt-BR"],
  ["12 giu 2022", "it"],
  ["12 jun. 2022", "nl"],
  ["12 czerwca 2022", "pl"],
  ["12 июня 2022 г.", "ru"],
  ["12 червня 2022 р.", "uk"],
  ["2022. június 12.", "hu"],
  ["12 Haziran 2022", "tr"],
  ["2022年6月12日", "ja"],
  ["2022년 6월 12일", "ko"],
  ["2022-06-12", ""],
  ["2022-06-12T23:30:00-05:00", ""],
  ["2022-06-12 08:00:00", ""],
  ["2022/06/12", ""],
  ["12.06.2022", ""],
  ["6/12/2022", "en-US"],
  ["12/06/2022", "en-GB"],
  ["  Jun\u00a012,\n 2022 ", "en"],
  ["Jane May on Jun 12, 2022", "en-US"],
  ["Room 12 Jun 12, 2022", "en"],
  ["Ann Mar 3, 2021 on 12 Jun 2022", "en"],
  ["12 Mar 2020 Jun 12, 2022", "en"],
  ["(Jun 12, 2022", "en"],
  ["2022-06-12 Jun 13, 2023", "en"],
  [1655035200, ""],
  [1655035200123, ""],
  ["1655035200", ""],
] as [string | number, string][])("%j in %j is 12 June 2022", (text, locale) => {
  expect(toIsoDay(text, locale)).toBe("2022-06-12");
});

test("other months are recognised by their short and long names in the page's language", () => {
  expect(toIsoDay("3 févr. 2024", "fr")).toBe("2024-02-03");
  expect(toIsoDay("3. März 2024", "de")).toBe("2024-03-03");
  expect(toIsoDay("22 Nov 2025", "en")).toBe("2025-11-22");
  expect(toIsoDay("Sept 9, 2023", "en")).toBe("2023-09-09");
});

test.each([
  "June 12",
  "12 Jun",
  "3 days ago",
  "Yesterday",
  "",
  "2022",
  "Jun 31, 2022",
  "Feb 29, 2023",
  "0 Jun 2022",
  "Smarch 3, 2022",
  "12/06/2022",
  "Jun 12, 12022",
])("%j does not name a certain day and gives an empty string", (text) => {
  expect(toIsoDay(text, "")).toBe("");
});

test("values that are not dates give an empty string", () => {
  for (const value of [null, undefined, {}, [], true, Number.NaN, Infinity, -1, 0, 5, 20220612, 1e15])
    expect(toIsoDay(value, "en")).toBe("");
});

test("a page whose lang is not a language tag still gives English dates", () => {
  expect(toIsoDay("Jun 12, 2022", "not a language!")).toBe("2022-06-12");
  expect(toIsoDay("12 Brumaire 2022", "not a language!")).toBe("");
});

test("every day that Intl formats in a language is parsed back", () => {
  const locales = [
    "en-US",
    "en-GB",
    "de",
    "fr",
    "es",
    "it",
    "nl",
    "pl",
    "pt-PT",
    "ru",
    "uk",
    "sv",
    "da",
    "nb",
    "fi",
    "cs",
    "hu",
    "tr",
    "ja",
    "zh-CN",
    "ko",
  ];
  const days = fc.date({ min: new Date("2005-01-01"), max: new Date("2099-12-31"), noInvalidDate: true });
  fc.assert(
    fc.property(days, fc.constantFrom(...locales), fc.constantFrom("long" as const, "medium" as const), (date, locale, dateStyle) => {
      const written = new Intl.DateTimeFormat(locale, { dateStyle, timeZone: "UTC" }).format(date);
      expect(toIsoDay(written, locale)).toBe(date.toISOString().slice(0, 10));
    }),
    { numRuns: 500 },
  );
});

test("no text makes it throw, and the result is always an ISO day or empty", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\d\s./,\-A-Za-z年月]{0,30}$/)), fc.string(), (text, locale) => {
      expect(toIsoDay(text, locale)).toMatch(/^(\d{4}-\d{2}-\d{2})?$/);
    }),
  );
});
