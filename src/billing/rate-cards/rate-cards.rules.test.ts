import { expect, test } from "vitest";
import { previewPrices } from "./rate-cards.contract.ts";
import { getPricesRefusal } from "./rate-cards.rules.ts";

const from = (event: "storage_piece_day" | "storage_litre_day" | "shipped_piece", from_value: number) => [
  { event, from_value: 0, price_micros: 1 },
  { event, from_value, price_micros: 1 },
];

test("a storage tier starts at an age of at most ten years; a tier in pieces has no such limit", () => {
  expect(getPricesRefusal(from("storage_piece_day", 3650))).toBe(null);
  expect(getPricesRefusal(from("storage_piece_day", 3651))).toBe("rateCards.ageTooHigh");
  expect(getPricesRefusal(from("storage_litre_day", 100_000_000))).toBe("rateCards.ageTooHigh");
  expect(getPricesRefusal(from("shipped_piece", 100_000_000))).toBe(null);
});

test("a preview refuses the prices that saving would refuse", () => {
  const asked = (days: number) => previewPrices.input.safeParse({ month: "2026-06", prices: from("storage_piece_day", days) }).success;
  expect([asked(3650), asked(3651)]).toEqual([true, false]);
});
