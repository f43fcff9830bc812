import { describe, expect, test } from "vitest";
import { addDays, dayAt, daysBetween } from "#src/kit/lib/days.ts";
import { getMonthBounds, findFirstUncharged, listMonthsUntil, sumByEvent, withStates } from "./sets.rules.ts";

const set = (valid_from: string) => ({ valid_from, prices: [], is_used: false });

describe("price sets", () => {
  test("are upcoming, in force or past; the latest one that has started is in force", () => {
    const states = withStates([set("2026-03-01"), set("2026-07-02"), set("2026-06-01"), set("2026-07-01")], "2026-07-01");
    expect(states.map(({ set: { valid_from }, state }) => [valid_from, state])).toEqual([
      ["2026-07-02", "toCome"],
      ["2026-07-01", "inForce"],
      ["2026-06-01", "past"],
      ["2026-03-01", "past"],
    ]);
  });

  test("can start on the first day that no warehouse has charged yet", () => {
    expect(findFirstUncharged(["2026-06-30", "", "2026-07-02"], "2026-06-01", "2026-07-03")).toBe("2026-07-03");
    expect(findFirstUncharged(["", ""], "2026-06-01", "2026-07-03")).toBe("2026-06-01");
    expect(findFirstUncharged([], "2026-08-01", "2026-07-03")).toBe("2026-07-03");
    expect(findFirstUncharged([], "", "2026-07-03")).toBe("2026-07-03");
  });
});

describe("days", () => {
  test("follow the time zone; an unknown time zone falls back to UTC", () => {
    const now = Date.parse("2026-06-30T20:00:00Z");
    expect([dayAt("Asia/Shanghai", now), dayAt("America/New_York", now), dayAt("Nowhere/Atall", now)]).toEqual([
      "2026-07-01",
      "2026-06-30",
      "2026-06-30",
    ]);
  });

  test("are counted across months and leap years", () => {
    expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
    expect([daysBetween("2026-02-27", "2026-03-02"), daysBetween("2026-03-02", "2026-03-01")]).toEqual([3, -1]);
    expect(getMonthBounds("2028-02")).toEqual({ first: "2028-02-01", last: "2028-02-29" });
  });

  test("are listed by month: past months from the latest back, then the current one", () => {
    expect(listMonthsUntil("2026-02-14", 4)).toEqual(["2026-01", "2025-12", "2025-11", "2026-02"]);
  });
});

describe("the cost of a month", () => {
  const charge = { event: "storage_piece_day", amount_cents: 100, currency: "USD" } as const;

  test("is summed by event, including credits but not manual charges", () => {
    const sums = sumByEvent(
      [charge, { ...charge, amount_cents: -30 }, { ...charge, event: "shipped_piece", amount_cents: 7 }, { ...charge, event: "by_hand" }],
      "USD",
    );
    expect([...(sums ?? [])]).toEqual([
      ["storage_piece_day", 70],
      ["shipped_piece", 7],
    ]);
  });

  test("is unknown when a charge is in another currency", () => {
    expect(sumByEvent([charge, { ...charge, currency: "CNY" }], "USD")).toBe(null);
    expect(sumByEvent([{ event: "by_hand", amount_cents: 5, currency: "CNY" }], "USD")?.size).toBe(0);
  });
});
