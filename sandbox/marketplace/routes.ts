import { readFile } from "node:fs/promises";
import { readLog, readTruth, reset, setControl, solve } from "./control-routes.ts";
import { deepDive } from "./deep-dive.ts";
import type { Handler } from "./exchange.ts";
import { image } from "./images.ts";
import { listingPage } from "./listing-page.ts";
import { olderReviews } from "./older-spec.ts";
import { homePage, signIn, signInPage } from "./pages.ts";
import { shopPage } from "./shop-page.ts";
import { variations } from "./variations.ts";

interface Route {
  method: "GET" | "POST";
  path: RegExp;
  handler: Handler;
}

function asset(file: string, type: string): Handler {
  return async () => ({ status: 200, type, body: await readFile(new URL(`assets/${file}`, import.meta.url)) });
}

const api = "/api/v3/ajax/bespoke";

/** All that www.etsy.com answers, in the order in which it is tried. */
export const routes: readonly Route[] = [
  { method: "POST", path: new RegExp(`^${api}/member/neu/specs/deep_dive_reviews$`), handler: deepDive },
  { method: "POST", path: new RegExp(`^${api}/member/neu/specs/reviews$`), handler: olderReviews },
  { method: "GET", path: new RegExp(`^${api}/public/neu/specs/listing_async_review_variations$`), handler: variations },
  { method: "GET", path: /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/)?listing\/(\d{1,15})(?:\/[^/]*)?\/?$/, handler: listingPage },
  { method: "GET", path: /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/)?shop\/(\w{1,40})(?:\/reviews)?\/?$/, handler: shopPage },
  { method: "GET", path: /^\/$/, handler: homePage },
  { method: "GET", path: /^\/signin$/, handler: signInPage },
  { method: "POST", path: /^\/signin$/, handler: signIn },
  { method: "GET", path: /^\/assets\/listing\.js$/, handler: asset("listing.js", "text/javascript; charset=utf-8") },
  { method: "GET", path: /^\/assets\/marketplace\.css$/, handler: asset("marketplace.css", "text/css; charset=utf-8") },
  { method: "POST", path: /^\/sandbox\/control$/, handler: setControl },
  { method: "POST", path: /^\/sandbox\/reset$/, handler: reset },
  { method: "POST", path: /^\/sandbox\/solve$/, handler: solve },
  { method: "GET", path: /^\/sandbox\/log$/, handler: readLog },
  { method: "GET", path: /^\/sandbox\/reviews\/(\d{10})$/, handler: readTruth },
];

/** All that the image host answers. */
export const imageRoutes: readonly Route[] = [{ method: "GET", path: /^\/.+\.jpg$/, handler: image }];
