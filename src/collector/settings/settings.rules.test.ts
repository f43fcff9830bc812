import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { columnIds } from "#src/collector/reviews/review-file.contract.ts";
import { collectOptions } from "#src/collector/reviews/collect-options.contract.ts";
import { defaultOptions, isDayOrNone, leastWaitSeconds, repairSettings } from "./settings.rules.ts";

describe("settings repaired from stored data", () => {
  test("are the defaults when nothing is stored", () => {
    expect(repairSettings(undefined)).toEqual({
      language: "en_us",
      theme: "defaultTheme",
      waitFromSeconds: 4,
      waitToSeconds: 8,
      columns: [...columnIds],
      pageButton: true,
      lastOptions: defaultOptions,
    });
  });

  const day = fc.constantFrom(
    "",
    "2024-02-29",
    "2023-02-29",
    "1900-02-29",
    "2000-02-29",
    "2026-13-01",
    "2026-04-31",
    "2026-4-1",
    "tomorrow",
  );
  const junk = fc.oneof(fc.anything(), fc.constantFrom(null, "", 0, -1, 3.9, 4, 60, 60.5, 121, Number.NaN, Number.POSITIVE_INFINITY, "4"));
  const options = fc.record(
    {
      sort: fc.oneof(fc.constantFrom("newest", "suggested"), junk),
      stars: fc.oneof(fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 6 }), junk),
      withPhotos: fc.oneof(fc.boolean(), junk),
      withText: fc.oneof(fc.boolean(), junk),
      dateFrom: day,
      dateTo: day,
      keyword: fc.oneof(fc.string({ maxLength: 210 }), junk),
      format: fc.oneof(fc.constantFrom("xlsx", "csv"), junk),
    },
    { requiredKeys: ["dateFrom", "sort"] },
  );
  const stored = fc.record(
    {
      language: fc.oneof(fc.constantFrom("en_us", "zh_cn"), junk),
      theme: fc.oneof(fc.constantFrom("defaultTheme", "darkTheme"), junk),
      waitFromSeconds: fc.oneof(fc.double({ min: 0, max: 70 }), junk),
      waitToSeconds: fc.oneof(fc.double({ min: 0, max: 130 }), junk),
      columns: fc.oneof(fc.array(fc.constantFrom(...columnIds, "__proto__", "nothing"), { maxLength: 6 }), junk),
      pageButton: fc.oneof(fc.boolean(), junk),
      lastOptions: fc.oneof(options, junk),
    },
    { requiredKeys: [] },
  );

  test("are always valid, with a wait never below the minimum, whatever is stored", () => {
    fc.assert(
      fc.property(stored, (raw) => {
        const { waitFromSeconds, waitToSeconds, columns, lastOptions } = repairSettings(raw);
        expect(waitFromSeconds).toBeGreaterThanOrEqual(leastWaitSeconds);
        expect(waitToSeconds).toBeGreaterThanOrEqual(leastWaitSeconds);
        expect(columns.length).toBeGreaterThan(0);
        expect(columns.every((column) => columnIds.includes(column))).toBe(true);
        // The options are kept exactly where the contract would take them: what the popup sends is never refused.
        const taken = collectOptions.safeParse((raw as { lastOptions?: unknown }).lastOptions);
        expect(lastOptions).toEqual(taken.success ? taken.data : defaultOptions);
      }),
      { numRuns: 500 },
    );
  });

  test("are the defaults when the stored value is not an object", () => {
    for (const raw of [null, 7, "x", [], true]) expect(repairSettings(raw)).toEqual(repairSettings({}));
  });
});

test("a day must exist in the calendar", () => {
  expect(["2024-02-29", "2026-11-30", ""].every(isDayOrNone)).toBe(true);
  expect(["2023-02-29", "2026-11-31", "2026-00-10", "26-01-01", 20260101, null].some(isDayOrNone)).toBe(false);
});
