import { expect, test } from "vitest";
import { marketplaceIds } from "#src/reviews/reviews.contract.ts";
import { marketplaceOf, savedReaders } from "./marketplaces.ts";

test("every id of the contract has its reader, once", () => {
  expect(savedReaders.map(({ id }) => id)).toEqual(marketplaceIds);
});

test.each(["https://www.etsy.com/listing/1", "https://etsy.com/", "https://www.etsy.com:8443/de/shop/X"])("%s is Etsy's", (url) => {
  expect(marketplaceOf(url)?.id).toBe("etsy");
});

test.each([
  "http://www.etsy.com/",
  "https://www.etsy.com.evil.example/",
  "https://notetsy.com/",
  "https://evil.example/www.etsy.com",
  "about:blank",
  "",
  "::",
])("%j is nobody's", (url) => {
  expect(marketplaceOf(url)).toBeNull();
});
