import { toIsoDay } from "#src/kit/lib/parse-date.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { Review, ReviewImage } from "#src/collector/reviews/reviews.contract.ts";
import { emptyReview, withNotRead } from "#src/collector/reviews/reviews.rules.ts";
import { JsonReader, MissingFields, parseJson } from "./json-reader.ts";
import { toAbsoluteLink, toBareLink } from "./links.rules.ts";
import { closingTags, isTooDeep } from "./markup-depth.rules.ts";
import type { Problem, ReadContext, SavedPage } from "./marketplaces.contract.ts";
import { parseCount, decodeText } from "./text.rules.ts";

type Context = Omit<ReadContext, "facts">;

/** A page has a few hundred entities at most. */
const mostThings = 200_000;
const reviewType = /(?:^|\/)(?:User|Critic|Employer|Media)?Review$/;

function hasType(thing: JsonReader, pattern: RegExp): boolean {
  const type = thing.at("@type");
  return (type.isList ? type.items() : [type]).some((one) => pattern.test(one.text()));
}

/** A review in the data, with the entity that contains it (its product, in most pages). */
interface FoundReview {
  readonly entry: JsonReader;
  readonly parent: JsonReader | null;
}

/** All reviews in a block, at any depth: walked with a list instead of recursion, because the data may be nested very deep. */
function findReviews(root: JsonReader): FoundReview[] {
  const found: FoundReview[] = [];
  const waiting: FoundReview[] = [{ entry: root, parent: null }];
  for (let looked = 0; waiting.length > 0 && looked < mostThings; looked += 1) {
    const { entry, parent } = waiting.pop() ?? { entry: root, parent: null };
    if (entry.isObject && hasType(entry, reviewType)) found.push({ entry, parent });
    else if (Array.isArray(entry.value)) for (const item of entry.items()) waiting.push({ entry: item, parent });
    else if (entry.isObject)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `isObject`, or a comparison before it, has checked this
      for (const key of Object.keys(entry.value as object)) if (key !== "@type") waiting.push({ entry: entry.at(key), parent: entry });
  }
  // The last one put aside is looked at first.
  return found.toReversed();
}

/** The name of an entity that may be text or an object. */
function getName(thing: JsonReader): string {
  return decodeText(thing.isObject ? thing.at("name").text() : thing.text());
}

/** Stars from 1 to 5; a rating on another scale ("8 of 10") is converted. */
function getRating(rating: JsonReader): number | null {
  const number = (reader: JsonReader): number => Number(reader.text().trim().replace(",", ".") || Number.NaN);
  const value = number(rating.isObject ? rating.at("ratingValue") : rating);
  const best = number(rating.at("bestRating")) || 5;
  const worst = number(rating.at("worstRating")) || (best > 5 ? 0 : 1);
  if (!Number.isFinite(value) || best <= worst || value < worst || value > best) return null;
  const stars = best === 5 && worst === 1 ? value : 1 + ((value - worst) / (best - worst)) * 4;
  return Math.round(stars * 10) / 10;
}

function listImages(image: JsonReader, base: string): ReviewImage[] {
  const addresses = (image.isList ? image.items() : [image]).map((one) =>
    toAbsoluteLink(one.isObject ? one.any("contentUrl", "url").text() : one.text(), base),
  );
  return [...new Set(addresses)].filter((url) => url !== "").map((url) => ({ url, fallback: "" }));
}

/** A stable id for a review that has none: the same words give the same id (53 bits of two multiplicative hashes). */
function hashId(words: string): string {
  let [one, other] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < words.length; at += 1) {
    const code = words.charCodeAt(at);
    one = Math.imul(one ^ code, 2_654_435_761);
    other = Math.imul(other ^ code, 1_597_334_677);
  }
  one = Math.imul(one ^ (one >>> 16), 2_246_822_507) ^ Math.imul(other ^ (other >>> 13), 3_266_489_909);
  other = Math.imul(other ^ (other >>> 16), 2_246_822_507) ^ Math.imul(one ^ (one >>> 13), 3_266_489_909);
  return `ld-${(4_294_967_296 * (2_097_151 & other) + (one >>> 0)).toString(36)}`;
}

function readReview({ entry, parent }: FoundReview, base: string, context: Context): Review | null {
  const review = { ...emptyReview(), marketplace: "other" as const, collectedAt: context.now };
  const author = entry.any("author", "creator");
  const written = author.isList ? (author.items()[0] ?? author) : author;
  review.reviewer = getName(written);
  review.reviewerUrl = toBareLink(written.at("url").text(), base);
  review.rating = getRating(entry.at("reviewRating"));
  review.title = decodeText(entry.any("name", "headline").text());
  review.text = decodeText(entry.any("reviewBody", "description", "text").text());
  review.date = toIsoDay(entry.any("datePublished", "dateCreated").value, "en");
  review.language = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/.exec(entry.at("inLanguage").text())?.[0] ?? "";
  review.images = listImages(entry.any("image", "associatedMedia"), base);
  review.sellerReply = decodeText(entry.at("comment").at("text").text());
  const item = entry.at("itemReviewed").present ? entry.at("itemReviewed") : parent;
  review.listingTitle = item === null ? "" : getName(item);
  review.listingUrl = item === null ? "" : toBareLink(item.at("url").text(), base);
  if (review.rating === null && review.text === "" && review.title === "") return null;
  const own = decodeText(entry.any("identifier", "@id").text());
  review.reviewId =
    own.length > 0 && own.length <= 200 ? own : hashId([review.reviewer, review.date, review.title, review.text].join("\n"));
  return withNotRead(review);
}

function listBlocks(document: Document): JsonReader[] {
  const scripts = [...document.getElementsByTagName("script")].filter((script) => /^application\/ld\+json/i.test(script.type));
  return scripts
    .map((script) => new JsonReader(parseJson(script.textContent ?? ""), "", new MissingFields()))
    .filter((block) => block.present);
}

/**
 * Reads the reviews that a saved page of any shop states as JSON-LD (schema.org `Review`): those that the shop shows to search
 * engines, often the first few. Uses the page's own ids if there are any.
 * @param url the page's address if known, '' otherwise
 * @returns refuses with notProductPage if it is not a page, noReviews if it states none
 */
export function readJsonLd(text: string, url: string, context: Context): Result<SavedPage, Problem> {
  if (!text.includes("ld+json")) return refuse({ kind: text.trimStart().startsWith("<") ? "noReviews" : "notProductPage" });
  if (isTooDeep(text)) return refuse({ kind: "contractChanged", missing: [...closingTags], report: "" });
  const document = context.parseHtml(text);
  const canonical = document.querySelector("link[rel='canonical']")?.getAttribute("href") ?? "";
  const address = toAbsoluteLink(url.trim(), "") || toAbsoluteLink(canonical, "");
  const found = listBlocks(document).flatMap(findReviews);
  const reviews = found.flatMap((one) => readReview(one, address, context) ?? []);
  if (reviews.length === 0) return refuse({ kind: "noReviews" });
  const titles = new Set(reviews.map(({ listingTitle }) => listingTitle));
  const [only = ""] = titles;
  const title = titles.size === 1 && only !== "" ? only : decodeText(document.querySelector("title")?.textContent ?? "");
  const total = parseCount(found[0]?.parent?.at("aggregateRating").any("reviewCount", "ratingCount").value);
  const facts = {
    marketplace: "other",
    kind: titles.size === 1 ? "listing" : "shop",
    listingId: "",
    shopId: "",
    shopName: "",
    title,
    url: toBareLink(address, ""),
    image: "",
    csrf: "",
    signedIn: null,
    counts: total === null ? [] : [{ meaning: "listing" as const, value: total }],
    sortOptions: [],
    locale: "",
  } as const;
  const page = {
    reviews,
    source: "jsonLd",
    counts: [],
    starCounts: null,
    page: null,
    totalPages: null,
    missing: [],
    lost: found.length - reviews.length,
  } as const;
  return ok({ facts: { ...facts, counts: [...facts.counts], sortOptions: [] }, page: { ...page, counts: [], missing: [] } });
}
