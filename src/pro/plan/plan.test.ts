import { describe, expect, test } from "vitest";
import { freePlan, proPlan, proPrice } from "./plan.contract.ts";
import en_us from "./en_us.json" with { type: "json" };
import zh_cn from "./zh_cn.json" with { type: "json" };

describe("the plans", () => {
  test("Free gives 88 reviews a click, Pro has no limit", () => {
    expect(freePlan.reviewsPerClick).toBe(88);
    expect(proPlan.reviewsPerClick).toBeNull();
  });

  test("Pro costs $8.88 a month in English and 69 yuan in Chinese, in the displayed texts too", () => {
    expect(proPrice.en_us).toEqual({ amountCents: 888, currency: "USD", text: "$8.88" });
    expect(proPrice.zh_cn).toMatchObject({ amountCents: 6900, currency: "CNY" });
    expect(proPrice.zh_cn.text).toContain("69");
  });

  test("the FAQ answers the specification's five questions in both languages", () => {
    for (const texts of [en_us, zh_cn]) {
      const { noCount, counts, blocked, cancel, support } = texts.faq;
      for (const { question, answer } of [noCount, counts, blocked, cancel, support]) {
        expect(question.length).toBeGreaterThan(3);
        expect(answer.length).toBeGreaterThan(20);
      }
      expect(blocked.answer).toMatch(/4\s*[–-]\s*8/);
      expect(cancel.answer).toContain("PRO");
    }
  });
});
