import { describe, expect, test } from "vitest";
import { parseArrival, withoutSecrets } from "./customer-page-address.rules.ts";

describe("an arrival URL", () => {
  test("is parsed into its parameters, with null for missing or blank ones", () => {
    expect(parseArrival("?code=BCDF-GHJK&token=abc&lang=zh_cn")).toEqual({
      token: "abc",
      emailToken: null,
      code: "BCDF-GHJK",
      outcome: null,
      sessionId: null,
    });
    expect(parseArrival("?token=&code=%20")).toMatchObject({ token: null, code: null });
    expect(parseArrival("?email_token=x")).toMatchObject({ token: null, emailToken: "x" });
  });

  test("has two outcomes from the payment page, done and cancelled, and no other", () => {
    expect(parseArrival("?checkout=done&session_id=cs_1")).toMatchObject({ outcome: "done", sessionId: "cs_1" });
    expect(parseArrival("?checkout=cancelled")).toMatchObject({ outcome: "cancelled", sessionId: null });
    expect(parseArrival("?checkout=paid").outcome).toBeNull();
  });

  test("is stripped of its secrets and keeps the rest", () => {
    expect(withoutSecrets("/esty-link", "?code=BCDF-GHJK&token=abc&lang=zh_cn")).toBe("/esty-link?code=BCDF-GHJK&lang=zh_cn");
    expect(withoutSecrets("/esty-subscription", "?email_token=abc")).toBe("/esty-subscription");
    expect(withoutSecrets("/esty-link", "?code=BCDF-GHJK")).toBeNull();
  });
});
