import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { marketplaceIds } from "#src/collector/reviews/reviews.contract.ts";
import { findMarketplace, marketplaces, savedReaders } from "./marketplaces.ts";
import { findSiteId, sites } from "./sites.ts";

test("every id in the contract has exactly one reader", () => {
  expect(savedReaders.map(({ id }) => id)).toEqual(marketplaceIds);
});

test("every site has a folder and an adapter named by its id, and its home page is recognised as its own", () => {
  expect(marketplaces.map(({ id }) => id)).toEqual(sites.map(({ id }) => id));
  for (const { id, homeUrl } of sites) {
    expect(existsSync(new URL(`./${id}/${id}.adapter.ts`, import.meta.url))).toBe(true);
    expect(findSiteId(homeUrl)).toBe(id);
  }
});

test.each(["https://www.etsy.com/listing/1", "https://etsy.com/", "https://www.etsy.com:8443/de/shop/X"])("%s belongs to Etsy", (url) => {
  expect(findSiteId(url)).toBe("etsy");
  expect(findMarketplace(url)?.id).toBe("etsy");
});

test.each([
  "http://www.etsy.com/",
  "ftp://www.etsy.com/",
  "https://www.etsy.com.evil.example/",
  "https://notetsy.com/",
  "https://evil.example/www.etsy.com",
  "about:blank",
  "",
  "::",
])("%j belongs to no marketplace", (url) => {
  expect(findSiteId(url)).toBeNull();
  expect(findMarketplace(url)).toBeNull();
});
