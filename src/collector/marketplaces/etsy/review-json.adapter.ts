import { toIsoDay } from "#src/kit/lib/parse-date.ts";
import type { Review } from "#src/collector/reviews/reviews.contract.ts";
import { distinctImages, readImages } from "./images.rules.ts";
import { blankReview, listCounts, emptyReading, sumHistogram, setListing, readStarCounts } from "./reading.rules.ts";
import type { Reading } from "./reading.rules.ts";
import { JsonReader, MissingFields } from "#src/collector/marketplaces/json-reader.ts";
import { toAbsoluteLink, toBareLink, parseListingId } from "#src/collector/marketplaces/links.rules.ts";
import type { ReadContext } from "#src/collector/marketplaces/marketplaces.contract.ts";
import { cleanText, parseCount, decodeText, parseRating } from "#src/collector/marketplaces/text.rules.ts";

const languageTag = /^[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,3}$/;
const entity = /&(?:#\w{1,8}|[a-z]{2,8});/i;

type Context = Pick<ReadContext, "facts" | "now">;

/** The jsData of an answer: beside `output`, under the spec's name in it, or the whole file where somebody saved it alone. */
function findJsData(answer: unknown, missing: MissingFields): JsonReader {
  const root = new JsonReader(answer, "", missing);
  const jsData = root.at("jsData");
  if (jsData.at("reviews").present || jsData.at("totalReviews").present) return jsData;
  const named = jsData.at("deep_dive_reviews");
  if (named.isObject) return named;
  if (!jsData.present && root.at("reviews").isList) return new JsonReader(answer, "jsData", missing);
  return jsData;
}

function readReviewId(entry: JsonReader): string {
  const id = entry.at("transactionId");
  const text = id.text().trim();
  if (/^[\w-]{1,64}$/.test(text)) return text;
  id.lost();
  return "";
}

function readInfo(review: Review, info: JsonReader, context: Context): void {
  info.need();
  const rating = info.at("rating");
  review.rating = parseRating(rating.value);
  if (review.rating === null) rating.lost();
  const date = info.at("reviewDate");
  review.date = toIsoDay(date.value, context.facts.locale);
  if (review.date === "") date.lost();
  review.recommended = info.at("isRecommended").flag();
  review.variation = decodeText(info.at("variationSummary").text());
  const bought = info.at("transactionData");
  const link = toBareLink(bought.at("listingUrl").text(), context.facts.url);
  const listingId = parseListingId(link) || (/^\d{1,20}$/.exec(bought.at("listingId").text())?.[0] ?? "");
  setListing(review, listingId, link, decodeText(bought.at("listingTitle").text()));
}

function readBuyer(review: Review, buyer: JsonReader, base: string): void {
  if (buyer.need().at("isAnonymous").flag() === true) return;
  review.reviewer = decodeText(buyer.at("name").text());
  review.reviewerUrl = toBareLink(buyer.at("profileUrl").text(), base);
}

/** The text shown and, if it is a translation, the original. */
function readTexts(content: JsonReader, clean: (raw: string) => string): Pick<Review, "text" | "originalText"> {
  const written = clean(content.at("reviewText").text());
  const translated = clean(content.at("reviewTextTranslated").text());
  if (translated === "" || translated === written) return { text: written, originalText: "" };
  return { text: translated, originalText: written };
}

function readContent(review: Review, content: JsonReader, base: string): void {
  if (!content.need().at("reviewText").present && !Object.hasOwn(Object(content.value), "reviewText")) content.at("reviewText").lost();
  Object.assign(review, readTexts(content, decodeText));
  review.images = readImages(content.at("appreciationPhotoUrl").value, base);
}

function readLanguage(translation: JsonReader): string {
  const keys = [
    "sourceLanguage",
    "originalLanguage",
    "source_language",
    "original_language",
    "detectedLanguage",
    "reviewLanguage",
    "language",
  ] as const;
  const tag = translation.any(...keys).text();
  return languageTag.test(tag) ? tag.replaceAll("_", "-") : "";
}

function readReply(review: Review, reply: JsonReader, locale: string): void {
  review.sellerReply = decodeText(typeof reply.value === "string" ? reply.value : reply.at("responseText").text());
  if (review.sellerReply !== "")
    review.sellerReplyDate = toIsoDay(reply.any("responseDate", "date", "createDate", "createdAt").value, locale);
}

function readReview(entry: JsonReader, context: Context): Review | null {
  const reviewId = readReviewId(entry);
  if (reviewId === "") return null;
  const review = blankReview(context.facts, context.now);
  review.reviewId = reviewId;
  readInfo(review, entry.at("reviewInfo"), context);
  readBuyer(review, entry.at("buyerInfo"), context.facts.url);
  readContent(review, entry.at("reviewContent"), context.facts.url);
  readReply(review, entry.at("sellerResponse"), context.facts.locale);
  review.language = readLanguage(entry.at("translationContext"));
  return review;
}

/** The pane of photos may know more pictures of a review than the review itself. */
function addPanePhotos(reviews: readonly Review[], photos: JsonReader, base: string): void {
  const byId = new Map(reviews.map((review) => [review.reviewId, review]));
  for (const photo of photos.items()) {
    const review = byId.get(photo.any("transactionId", "reviewId").text());
    if (review) review.images = distinctImages([...(review.images ?? []), ...readImages(photo.value, base)]);
  }
}

function noteDoubt(reading: Reading, review: Review, entry: JsonReader): void {
  const content = entry.at("reviewContent");
  if (!entity.test(content.at("reviewText").text()) && !entity.test(content.at("reviewTextTranslated").text())) return;
  reading.doubtful.set(review.reviewId, readTexts(content, cleanText));
}

function readTotals(reading: Reading, jsData: JsonReader): void {
  const byStars = jsData.at("ratingCounts").need();
  reading.starCounts = readStarCounts((stars) => byStars.at(stars).value);
  const total = jsData.at("totalReviews").need().value;
  const all = byStars.any("All", "all").value;
  reading.counts = listCounts([
    ["answerTotal", total],
    ["histogram", sumHistogram(reading.starCounts)],
    ["histogramAll", all],
  ]);
  reading.page = parseCount(jsData.at("currentPage").need().value);
  reading.totalPages = parseCount(jsData.at("totalPages").need().value);
}

/**
 * Reads the `jsData` of a deep_dive_reviews answer.
 * @param answer the parsed answer, of any shape
 * @returns what could be read; entries without an id are counted as lost, other lacks are noted by path
 */
export function readDeepDive(answer: unknown, context: Context): Reading {
  const missing = new MissingFields();
  const reading = emptyReading();
  const jsData = findJsData(answer, missing);
  if (!jsData.isObject) return { ...reading, missing: ["jsData"] };
  const list = jsData.at("reviews");
  if (!list.isList) list.lost();
  for (const entry of list.items()) {
    const review = readReview(entry, context);
    if (!review) reading.lost += 1;
    else {
      reading.reviews.push(review);
      noteDoubt(reading, review, entry);
    }
  }
  readTotals(reading, jsData);
  addPanePhotos(reading.reviews, jsData.at("media").at("photos"), context.facts.url);
  reading.recognised = list.isList || reading.counts.length > 0;
  reading.missing = missing.paths;
  return reading;
}

/** The listing that an answer's own first review names: its id, address and title, or null. */
export function readAnswerListing(answer: unknown): { id: string; url: string; title: string } | null {
  for (const entry of findJsData(answer, new MissingFields()).at("reviews").items()) {
    const bought = entry.at("reviewInfo").at("transactionData");
    const url = toBareLink(toAbsoluteLink(bought.at("listingUrl").text(), "https://www.etsy.com"), "");
    const id = parseListingId(url);
    if (id !== "") return { id, url, title: decodeText(bought.at("listingTitle").text()) };
  }
  return null;
}
