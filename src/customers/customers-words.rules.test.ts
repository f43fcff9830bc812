import { describe, expect, test } from "vitest";
import { customerIn, valueText } from "./customers-words.rules.ts";

describe("a stock's declared value", () => {
  test("is written with its currency, as the language does", () => {
    expect(valueText({ stock_value_cents: 123_450, currency: "USD" }, "en-US")).toBe("$1,234.50");
    expect(valueText({ stock_value_cents: 123_450, currency: "CNY" }, "zh-CN")).toBe("¥1,234.50");
    expect(valueText({ stock_value_cents: 0, currency: "EUR" }, "en-US")).toBe("€0.00");
  });

  test("is empty where there is none", () => {
    expect(valueText({ stock_value_cents: null, currency: "" }, "en-US")).toBe("");
  });
});

describe("an address", () => {
  test("shows the retailer that it names", () => {
    expect(customerIn({ customer: "01999999-9999-7999-8999-999999999999" })).toBe("01999999-9999-7999-8999-999999999999");
  });

  test.each([undefined, "", "new", 7, ["01999999-9999-7999-8999-999999999999"], "01999999-9999-7999-8999-99999999999g"])(
    "shows the list for %j",
    (customer) => {
      expect(customerIn({ customer })).toBeNull();
    },
  );
});
