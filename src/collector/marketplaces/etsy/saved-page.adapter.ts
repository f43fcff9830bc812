import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { isReadable, looksLikeHtml, toReviewPage, readSpecs } from "./answer.adapter.ts";
import { readAnswerListing } from "./review-json.adapter.ts";
import { readMarkup } from "./markup-versions.adapter.ts";
import { readUrl, isEtsy, readEtsyPage } from "./page-facts.adapter.ts";
import type { Reading } from "./reading.rules.ts";
import { emptyReading } from "./reading.rules.ts";
import { isChallengeBody } from "./block-page.rules.ts";
import { buildReport } from "./format-changed-report.rules.ts";
import { isSignInPage } from "./sign-in.rules.ts";
import { parseJson } from "#src/collector/marketplaces/json-reader.ts";
import { toAbsoluteLink, parseShopName } from "#src/collector/marketplaces/links.rules.ts";
import { closingTags, isTooDeep } from "#src/collector/marketplaces/markup-depth.rules.ts";
import type { PageFacts, Problem, ReadContext, ReviewSource, SavedPage } from "#src/collector/marketplaces/marketplaces.contract.ts";

type Context = Omit<ReadContext, "facts">;

/** The base of relative links in a file that does not state its page. */
const home = "https://www.etsy.com/";
/** Browsers and SingleFile write the address into the first lines of a saved page. */
const headLength = 2_000;
const savedFrom = /<!--\s*saved from url=\(\d{1,6}\)(\S+)/i;
const singleFile = /Page saved with SingleFile\s+url:\s*(\S+)/i;

function nothingKnown(url: string): PageFacts {
  const empty = {
    listingId: "",
    shopId: "",
    shopName: "",
    title: "",
    image: "",
    csrf: "",
    signedIn: null,
    counts: [],
    sortOptions: [],
    locale: "",
  };
  return { marketplace: "etsy", kind: "listing", url, ...empty };
}

function webAddress(address: string | null | undefined): string {
  return toAbsoluteLink(address?.trim() ?? "", "");
}

/** The address that a saved page states; a shop's list of reviews states it only in its pager. */
function findAddress(text: string, document: Document): string {
  const head = text.slice(0, headLength);
  const savedAddress = webAddress(savedFrom.exec(head)?.[1]) || webAddress(singleFile.exec(head)?.[1]);
  const linked =
    document.querySelector("link[rel='canonical']")?.getAttribute("href") ??
    document.querySelector("meta[property='og:url']")?.getAttribute("content");
  const own = savedAddress || webAddress(linked);
  if (own !== "") return own;
  const pager = webAddress(document.querySelector("a[data-page][href*='/shop/']")?.getAttribute("href"));
  const shopName = parseShopName(pager);
  return isEtsy(pager) && shopName !== "" ? `${new URL(pager).origin}/shop/${shopName}/reviews` : "";
}

function changedReport(reading: Reading, text: string, json: unknown): Problem {
  const { missing } = reading;
  const report = buildReport({
    route: "saved file",
    page: 1,
    status: 200,
    length: text.length,
    json,
    isHtml: looksLikeHtml(text),
    missing,
  });
  return { kind: "contractChanged", missing, report };
}

/** The result of reading a saved file. A file may be any page, so no count tells whether it should contain reviews. */
function settle(reading: Reading & { source: ReviewSource }, facts: PageFacts, text: string, json: unknown): Result<SavedPage, Problem> {
  if (reading.reviews.length === 0 && reading.lost === 0) return refuse({ kind: "noReviews" });
  const query = { page: 1, sort: "newest", stars: null, route: 0 } as const;
  if (!isReadable(reading, query, facts)) return refuse(changedReport(reading, text, json));
  // The token of a saved page is useless to us and may still work for somebody else.
  return ok({ facts: { ...facts, csrf: "", url: facts.url === home ? "" : facts.url }, page: toReviewPage(reading) });
}

function readSavedAnswer(json: unknown, text: string, url: string, context: Context): Result<SavedPage, Problem> {
  const named = readAnswerListing(json);
  const facts = readUrl(url) ?? (named && readUrl(named.url)) ?? nothingKnown(home);
  const titled = named && named.id === facts.listingId ? { ...facts, title: named.title } : facts;
  const reading = readSpecs(json, text, { ...context, facts: titled });
  return reading.recognised ? settle(reading, titled, text, json) : refuse({ kind: "notProductPage" });
}

function readSavedHtml(text: string, url: string, context: Context): Result<SavedPage, Problem> {
  if (isTooDeep(text)) return refuse(changedReport({ ...emptyReading(), missing: [...closingTags] }, text, undefined));
  const document = context.parseHtml(text);
  const address = url || findAddress(text, document);
  const page = address === "" ? null : readEtsyPage(document, address);
  const facts = page?.ok ? page.value : nothingKnown(home);
  const reading = readMarkup(document, { facts, now: context.now });
  if (reading.recognised) return settle(reading, facts, text, undefined);
  if (isSignInPage(text)) return refuse({ kind: "signedOut" });
  return refuse(page?.ok ? { kind: "noReviews" } : { kind: "notProductPage" });
}

/**
 * Reads a saved page or answer of any known form: a listing with its open reviews panel, a shop's reviews page, an answer as
 * JSON, its HTML alone, the older markup.
 * @param url its address if known, '' otherwise; an address elsewhere refuses, a file's own address is as good as none
 * @returns what it was of and its reviews; refuses with notProductPage where it is none of these, noReviews where it holds none
 */
export function readSavedEtsy(text: string, url: string, context: Context): Result<SavedPage, Problem> {
  const address = webAddress(url);
  if (address !== "" && !isEtsy(address)) return refuse({ kind: "notProductPage" });
  if (isChallengeBody(text)) return refuse({ kind: "blocked", status: 403 });
  const json = /^[\s\ufeff]*[{[]/.test(text.slice(0, 200)) ? parseJson(text.replace(/^\ufeff/, "")) : undefined;
  if (json !== undefined) return readSavedAnswer(json, text, address, context);
  return looksLikeHtml(text) ? readSavedHtml(text, address, context) : refuse({ kind: "notProductPage" });
}
