import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { getNextPath, toQueryText } from "./next-path.rules.ts";

describe("the next page after signing in", () => {
  it.each(["/p/product", "/p/settings?tab=sessions", "/p/order?status=paid&sort=-number#row", "/p/p-wave-order"])("is %j", (next) =>
    expect(getNextPath("p", next)).toBe(next),
  );

  it.each([
    undefined,
    null,
    7,
    "",
    "/",
    "/p",
    "p/product",
    "/ds/product",
    "//elsewhere.example/p/product",
    "https://elsewhere.example/p/product",
    "javascript:alert(1)",
    "/p/../ds/product",
    "/p/%2e%2e/ds/product",
    "/p\\..\\ds",
    "\\\\elsewhere.example",
    "/p/login",
    "/p/login/?next=/p/login",
    "/p/turn-the-table?token=abc",
  ])("is the home page instead of %j", (next) => expect(getNextPath("p", next)).toBe("/p/home"));

  it("stays in the retailer area for a retailer", () => {
    expect(getNextPath("ds", "/ds/order")).toBe("/ds/order");
    expect(getNextPath("ds", "/p/order")).toBe("/ds/home");
  });

  it("is always in the area and on the same origin, whatever is requested", () => {
    const piece = fc.constantFrom("/p/", "/", "\\", "..", "%2e", "%5c", "//", "@", ":", "a.example", "\t", "?", "#", "https:", "login");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const { origin, pathname } = new URL(getNextPath("p", `/p/${pieces.join("")}`), "https://here.example");
        expect(origin).toBe("https://here.example");
        expect(pathname).toMatch(/^\/p\//);
      }),
    );
  });
});

it("a username of digits only stays text", () => {
  expect([12345, "retailer01", undefined, { a: 1 }].map(toQueryText)).toEqual(["12345", "retailer01", "", ""]);
});
