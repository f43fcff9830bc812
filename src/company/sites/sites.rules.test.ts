import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toComparableHost, getHostRefusal } from "./sites.rules.ts";

describe("a site's host", () => {
  test.each([
    "localhost",
    "shop.example.com",
    "shop.example.com:8080",
    "127.0.0.1:8081",
    "xn--fiq228c.example",
    "a-b.c",
    "1.example:65535",
  ])("%s is valid", (host) => {
    expect(getHostRefusal(host)).toBeNull();
  });

  test.each([
    "",
    " ",
    "Shop.example.com",
    "https://shop.example.com",
    "shop.example.com/",
    "shop.example.com.",
    "shop..example.com",
    "-shop.example.com",
    "shop-.example.com",
    "shop.example.com:0",
    "shop.example.com:65536",
    "shop.example.com:",
    "shop example.com",
    "shop.example.com:80:80",
    "user@shop.example.com",
    "店.example.com",
    `${"a".repeat(64)}.example.com`,
    "shop.example.com\nevil.example",
  ])("%j is invalid", (host) => {
    expect(getHostRefusal(host)).toBe("sites.hostShape");
  });
});

describe("a Host header normalised for comparison", () => {
  test.each([
    ["Shop.Example.COM", "shop.example.com"],
    [" shop.example.com ", "shop.example.com"],
    ["shop.example.com.", "shop.example.com"],
    ["shop.example.com.:8080", "shop.example.com:8080"],
    ["shop.example.com:80", "shop.example.com"],
    ["shop.example.com:443", "shop.example.com"],
    ["shop.example.com.:443", "shop.example.com"],
    ["shop.example.com:8080", "shop.example.com:8080"],
    ["shop.example.com:8443", "shop.example.com:8443"],
    ["127.0.0.1:8081", "127.0.0.1:8081"],
    ["", ""],
  ])("%j becomes %j", (header, host) => {
    expect(toComparableHost(header)).toBe(host);
  });

  test("is unchanged when it is normalised again", () => {
    fc.assert(
      fc.property(fc.domain(), fc.option(fc.integer({ min: 1, max: 65_535 })), (domain, port) => {
        const once = toComparableHost(port === null ? domain : `${domain}:${port}`);
        expect(toComparableHost(once)).toBe(once);
      }),
    );
  });
});
