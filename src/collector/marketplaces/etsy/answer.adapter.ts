import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { Review } from "#src/collector/reviews/reviews.contract.ts";
import { readDeepDive } from "./review-json.adapter.ts";
import { readMarkup } from "./markup-versions.adapter.ts";
import { emptyReading } from "./reading.rules.ts";
import type { Reading } from "./reading.rules.ts";
import { findRefusal } from "./block-page.rules.ts";
import { buildReport } from "./format-changed-report.rules.ts";
import { getPageSize, getPath } from "./request.adapter.ts";
import { JsonReader, MissingFields, parseJson } from "#src/collector/marketplaces/json-reader.ts";
import { closingTags, isTooDeep } from "#src/collector/marketplaces/markup-depth.rules.ts";
import type {
  PageAnswer,
  PageFacts,
  PageQuery,
  Problem,
  ReadContext,
  ReviewPage,
  ReviewSource,
} from "#src/collector/marketplaces/marketplaces.contract.ts";
import { ReadingTooLong } from "#src/collector/marketplaces/timed-parser.rules.ts";

const specNames = ["deep_dive_reviews", "reviews"] as const;

/** The HTML in a response: under the spec's name in `output`, as text or by tab; '' if there is none. */
export function readAnswerHtml(answer: unknown): string {
  const output = new JsonReader(answer, "", new MissingFields()).at("output");
  for (const name of specNames) {
    const part = output.at(name);
    const tabs = part.isObject ? [part.at("same_listing_reviews"), ...Object.keys(Object(part.value)).map((key) => part.at(key))] : [];
    const html = [part, ...tabs].map((reader) => reader.value).find((value) => typeof value === "string" && value.includes("<"));
    if (typeof html === "string") return html;
  }
  return "";
}

/** Whether the body is markup, judging by its beginning. */
export function looksLikeHtml(body: string): boolean {
  return /^[\s\ufeff]*</.test(body.slice(0, 200));
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** The response's own HTML shows whether "&amp;" is an entity or was written by the buyer. */
function settleDoubt(review: Review, shown: Review, raw: Pick<Review, "text" | "originalText"> | undefined): void {
  if (!raw) return;
  for (const field of ["text", "originalText"] as const) {
    const [words, written] = [shown[field] ?? "", raw[field] ?? ""];
    if (words !== "" && squeezed(words) === squeezed(written)) review[field] = written;
  }
}

/** Completes a review of the JSON with fields from the HTML's card of the same id. */
function fillFrom(review: Review, shown: Review): void {
  review.rating ??= shown.rating;
  for (const field of ["date", "text", "originalText", "reviewer", "reviewerUrl", "variation", "sellerReply", "sellerReplyDate"] as const) {
    if (review[field] === "") review[field] = shown[field] ?? "";
  }
  if (review.images?.length === 0 && shown.images !== null) review.images = shown.images;
}

/** The JSON's reviews, completed by the HTML; only the HTML's if it has more distinct ones. */
function joined(json: Reading, html: Reading & { source: ReviewSource }): Reading & { source: ReviewSource } {
  // The older API never had jsData, so its fields are not reported as missing.
  const missing = html.source === "older" && !json.recognised ? html.missing : [...json.missing, ...html.missing].slice(0, 40);
  const totals = {
    counts: [...json.counts, ...html.counts.filter((count) => !json.counts.some((known) => known.meaning === count.meaning))],
    starCounts: json.starCounts ?? html.starCounts,
    page: json.page ?? html.page,
    totalPages: json.totalPages ?? html.totalPages,
    recognised: json.recognised || html.recognised,
    missing,
  };
  if (html.reviews.length > json.reviews.length) return { ...html, ...totals };
  const shownById = new Map(html.reviews.map((review) => [review.reviewId, review]));
  for (const review of json.reviews) {
    const shown = shownById.get(review.reviewId);
    if (!shown) continue;
    if (json.missing.length > 0) fillFrom(review, shown);
    settleDoubt(review, shown, json.doubtful.get(review.reviewId));
  }
  return { ...json, ...totals, source: "json" };
}

/**
 * Reads a response of the specs API: jsData first, and its HTML if jsData is missing, lacks fields or is ambiguous.
 * @param json the parsed body, or undefined if it is HTML
 */
export function readSpecs(json: unknown, body: string, context: ReadContext): Reading & { source: ReviewSource } {
  const fromJson = json === undefined ? emptyReading() : readDeepDive(json, context);
  if (fromJson.recognised && fromJson.missing.length === 0 && fromJson.doubtful.size === 0) return { ...fromJson, source: "json" };
  const html = json === undefined ? (looksLikeHtml(body) ? body : "") : readAnswerHtml(json);
  if (html !== "" && !isTooDeep(html)) return joined(fromJson, readMarkup(context.parseHtml(html), context));
  return { ...fromJson, source: "json" };
}

/** Whether this page should contain reviews, by the counts; null if there are none. */
function shouldHoldReviews(reading: Reading, query: PageQuery, facts: PageFacts): boolean | null {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- stars are whole numbers from 1 to 5
  const stars = query.stars === null ? undefined : reading.starCounts?.[String(query.stars) as "1" | "2" | "3" | "4" | "5"];
  const stated = (["answerTotal", "shopPage", "histogramAll", "histogram"] as const).map((meaning) =>
    reading.counts.find((count) => count.meaning === meaning),
  );
  const own = facts.counts.find((count) => count.meaning === "listing");
  const total = stars ?? stated.find((count) => count !== undefined)?.value ?? own?.value;
  if (total === undefined) return null;
  // The counts drift by one between themselves: one review short at the very end is no change of contract.
  const left = total - (query.page - 1) * getPageSize(facts, query.route);
  return query.page === 1 ? left > 0 : left > 1;
}

/** Reviews of which nothing is known but their ids are not worth a row. */
function isHollow(reviews: readonly Review[]): boolean {
  return reviews.length > 0 && reviews.every((review) => review.rating === null && review.date === "" && review.text === "");
}

/** Is this reading a page of reviews (be it empty, past the end), or has the contract changed? */
export function isReadable(reading: Reading, query: PageQuery, facts: PageFacts): boolean {
  if (reading.reviews.length > 0) return !isHollow(reading.reviews);
  if (!reading.recognised || reading.lost > 0) return false;
  return shouldHoldReviews(reading, query, facts) !== true;
}

/** The page of a reading, without the fields that only the decision needs. */
export function toReviewPage(reading: Reading & { source: ReviewSource }): ReviewPage {
  const { reviews, source, counts, starCounts, page, totalPages, missing, lost } = reading;
  return { reviews, source, counts, starCounts, page, totalPages, missing, lost };
}

type ContractChanged = Extract<Problem, { kind: "contractChanged" }>;

function changed(answer: PageAnswer, json: unknown, route: string, page: number, missing: readonly string[]): ContractChanged {
  const { status, body } = answer;
  const report = buildReport({ route, page, status, length: body.length, json, isHtml: looksLikeHtml(body), missing });
  return { kind: "contractChanged", missing: [...missing], report };
}

/** What was read, or that reading takes longer than it may. */
function readInTime<T>(read: () => T): T | ReadingTooLong {
  try {
    return read();
  } catch (error) {
    if (error instanceof ReadingTooLong) return error;
    throw error;
  }
}

/**
 * Reads the answer to a request: tells refusals apart, then reads what it holds.
 * @returns a page of reviews (empty past the end), or why there is none; never throws, whatever the body
 */
export function readEtsyAnswer(answer: PageAnswer, query: PageQuery, context: ReadContext): Result<ReviewPage, Problem> {
  const isShop = context.facts.kind === "shop";
  const path = isShop ? "" : getPath(query.route);
  const route = isShop ? "GET /shop/NAME/reviews" : `POST ${path}`;
  const refusal = findRefusal(answer, path, context.now);
  if (refusal)
    return refuse(
      refusal.kind === "contractChanged" ? changed(answer, parseJson(answer.body), route, query.page, refusal.missing) : refusal,
    );
  const json = isShop ? undefined : parseJson(answer.body);
  if (json === undefined && isTooDeep(answer.body)) return refuse(changed(answer, json, route, query.page, closingTags));
  const reading = readInTime(() => (isShop ? readMarkup(context.parseHtml(answer.body), context) : readSpecs(json, answer.body, context)));
  if (reading instanceof ReadingTooLong)
    return refuse({ ...changed(answer, json, route, query.page, closingTags), tooLongSeconds: reading.seconds });
  if (isReadable(reading, query, context.facts)) return ok(toReviewPage(reading));
  const fallback = isShop ? ["li[data-region=review]"] : ["jsData.reviews", `output.${specNames[query.route > 0 ? 1 : 0]}`];
  return refuse(changed(answer, json, route, query.page, reading.missing.length > 0 ? reading.missing : fallback));
}
