import { z } from "zod";
import type { Result } from "#src/kit/lib/result.ts";
import type { MarketplaceId } from "#src/collector/reviews/reviews.contract.ts";
import { marketplaceIds, review, statedCount } from "#src/collector/reviews/reviews.contract.ts";

/** A page that reviews can be collected from. */
export const pageKinds = ["listing", "shop"] as const;

/** The facts that the open page states. Everything but `url` may be missing on a real page, and is then empty. */
export const pageFacts = z.object({
  marketplace: z.enum(marketplaceIds),
  kind: z.enum(pageKinds),
  /** digits; '' on a shop page */
  listingId: z.string(),
  /** digits; '' if the page does not state it */
  shopId: z.string(),
  shopName: z.string(),
  title: z.string(),
  /** canonical address without query or fragment */
  url: z.string(),
  /** address of a small picture of the item, or '' */
  image: z.string(),
  /** the token that the marketplace's own requests carry; never stored or logged */
  csrf: z.string(),
  /** null if the page does not state it */
  signedIn: z.boolean().nullable(),
  counts: z.array(statedCount),
  /** values of the page's own sort menu, in its order: the words its server understands */
  sortOptions: z.array(z.string()),
  /** language of the page, BCP 47: dates are written in it */
  locale: z.string(),
});
export type PageFacts = z.infer<typeof pageFacts>;

/** Why collecting stopped or cannot start. Each has its own advice in both languages (`collect.problem.*`). */
export const problem = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("notProductPage") }),
  z.object({ kind: z.literal("signedOut") }),
  /** risk control: a 403, with or without a challenge in its body */
  z.object({ kind: z.literal("blocked"), status: z.number() }),
  z.object({ kind: z.literal("tooManyRequests"), retryAfterSeconds: z.number().nullable() }),
  /** the response has an unknown form: the missing fields, and a report without personal data that a person can copy */
  z.object({
    kind: z.literal("contractChanged"),
    missing: z.array(z.string()),
    report: z.string(),
    /** the time limit, if reading the markup was abandoned because it takes longer */
    tooLongSeconds: z.number().optional(),
  }),
  z.object({ kind: z.literal("offline") }),
  /** an error of the marketplace: 5xx, a time-out, an unexpected status */
  z.object({ kind: z.literal("unavailable"), status: z.number() }),
  z.object({ kind: z.literal("noReviews") }),
  z.object({ kind: z.literal("diskFull") }),
]);
export type Problem = z.infer<typeof problem>;

/** The source of a page of reviews, best first. */
export const reviewSources = ["json", "html", "overlay", "older", "shopPage", "jsonLd"] as const;

/** One page of reviews, read. */
export const reviewPage = z.object({
  reviews: z.array(review),
  source: z.enum(reviewSources),
  counts: z.array(statedCount),
  /** how many reviews have each number of stars, if the marketplace states it */
  starCounts: z.record(z.enum(["1", "2", "3", "4", "5"]), z.number()).nullable(),
  /** the page number that the response states, from 1; null if it does not */
  page: z.number().int().nullable(),
  totalPages: z.number().int().nullable(),
  /** fields that were expected and not found, although the page could be read */
  missing: z.array(z.string()),
  /** reviews without a readable id, which cannot be told apart */
  lost: z.number().int(),
});
export type ReviewPage = z.infer<typeof reviewPage>;
export type ReviewSource = (typeof reviewSources)[number];

/** The page to request: the adapter translates `sort` and `stars` into the marketplace's terms if it can. */
export interface PageQuery {
  /** from 1 */
  page: number;
  sort: "newest" | "suggested";
  /** one number of stars to filter by on the server; null for all */
  stars: number | null;
  /** which of `Marketplace.routes(facts)` to use: 0 is the best known, the next is tried when the contract changed */
  route: number;
}

/** A request as the content script sends it: same origin, with the person's own cookies. */
export interface PageRequest {
  method: "GET" | "POST";
  /** absolute, on the page's own origin */
  url: string;
  headers: Record<string, string>;
  body: string | null;
}

/** A response as the content script received it. */
export interface PageAnswer {
  status: number;
  /** address after redirects */
  url: string;
  /** value of Retry-After, or null */
  retryAfter: string | null;
  body: string;
}

/** One of the page's own requests. Untrusted: `checkObserved` returns only known fields of a known path. */
export interface ObservedRequest {
  url: string;
  method: string;
  body: string;
  csrf: string;
}

/** The checked part of an observed request; opaque to all but the adapter that made it. */
export interface ObservedFacts {
  readonly marketplace: MarketplaceId;
  readonly spec: string | null;
  readonly params: Readonly<Record<string, string | number | boolean | null>>;
  readonly csrf: string | null;
}

/** Parses HTML: DOMParser in a page, jsdom in Node. Never runs scripts. */
export type ParseHtml = (html: string) => Document;

/** What reading needs besides the response. */
export interface ReadContext {
  facts: PageFacts;
  parseHtml: ParseHtml;
  /** ISO 8601, goes into `collectedAt` */
  now: string;
}

/** One marketplace: pure, no globals, so that it runs alike in a page, a worker and Node. */
export interface Marketplace {
  readonly id: MarketplaceId;
  /** as people say it: "Etsy" */
  readonly name: string;
  /** match patterns, as in a manifest */
  readonly hosts: readonly string[];
  /** Reads the open page. Refuses with notProductPage if there is nothing to collect. */
  readPage(document: Document, url: string): Result<PageFacts, Problem>;
  /** How many routes this page has. */
  routes(facts: PageFacts): number;
  /** Checks one of the page's own requests; null if its path is unknown or it has no known field. */
  checkObserved(observed: ObservedRequest, facts: PageFacts): ObservedFacts | null;
  /** Builds the request for one page of reviews. */
  request(facts: PageFacts, query: PageQuery, observed: ObservedFacts | null): PageRequest;
  /** How many reviews a full page has on this route. */
  pageSize(facts: PageFacts, route: number): number;
  /** Reads a response: distinguishes errors, then reads JSON, or HTML, or the older markup. */
  readAnswer(answer: PageAnswer, query: PageQuery, context: ReadContext): Result<ReviewPage, Problem>;
  /** Reads the reviews that the open page shows (Etsy: the open reviews panel); an empty page if it shows none. */
  readOpenPage(document: Document, context: ReadContext): ReviewPage;
  /**
   * Reads a saved page or a saved answer of any known form (JSON, its HTML, the whole page).
   * @param url its address if known, '' otherwise
   */
  readSaved(text: string, url: string, context: Omit<ReadContext, "facts">): Result<SavedPage, Problem>;
}

/** A reader of saved pages: every marketplace, and the reader of any other shop's pages. */
export type SavedReader = Pick<Marketplace, "id" | "name" | "readSaved">;

/** The contents of a saved page: its facts and its reviews. */
export interface SavedPage {
  facts: PageFacts;
  page: ReviewPage;
}
