import { describe, expect, test } from "vitest";
import { loadRest, translator } from "#web/texts/warehouse.ts";
import { moneySearch } from "#src/billing/wallet/money-search.rules.ts";
import { formatCard, formatValue } from "./customers-words.rules.ts";

describe("the declared value of stock", () => {
  test("is formatted with its currency, as usual in the language", () => {
    expect(formatValue({ stock_value_cents: 123_450, currency: "USD" }, "en-US")).toBe("$1,234.50");
    expect(formatValue({ stock_value_cents: 123_450, currency: "CNY" }, "zh-CN")).toBe("¥1,234.50");
    expect(formatValue({ stock_value_cents: 0, currency: "EUR" }, "en-US")).toBe("€0.00");
  });

  test("is empty when no value is declared", () => {
    expect(formatValue({ stock_value_cents: null, currency: "" }, "en-US")).toBe("");
  });
});

describe("a rate card", () => {
  test("is marked if it is the default, and shown as 'None' if there is no card", async () => {
    await loadRest();
    const [english, chinese] = [await translator("en_us"), await translator("zh_cn")];
    const [agreed, usual, none] = [
      { rate_card_name: "Agreed", is_default_card: false },
      { rate_card_name: "Usual", is_default_card: true },
      { rate_card_name: "", is_default_card: false },
    ];
    expect([agreed, usual, none].map((card) => formatCard(card, english))).toEqual(["Agreed", "Usual (default)", "None"]);
    expect([agreed, usual, none].map((card) => formatCard(card, chinese))).toEqual(["Agreed", "Usual（默认）", "无"]);
  });
});

describe("a URL", () => {
  test("shows the retailer that it names", () => {
    const customer = "01999999-9999-7999-8999-999999999999";
    expect(moneySearch.parse({ customer }).customer).toBe(customer);
  });

  test.each([undefined, "", "new", 7, ["01999999-9999-7999-8999-999999999999"], "01999999-9999-7999-8999-99999999999g"])(
    "shows the list for %j",
    (customer) => {
      expect(moneySearch.parse({ customer }).customer).toBeUndefined();
    },
  );
});
