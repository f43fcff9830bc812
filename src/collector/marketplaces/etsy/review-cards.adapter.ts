import { toIsoDay } from "#src/kit/lib/parse-date.ts";
import type { Review, ReviewImage } from "#src/collector/reviews/reviews.contract.ts";
import { findFirstFitting, getLine, getText } from "#src/collector/marketplaces/dom-text.ts";
import { distinctImages, toReviewImage } from "./images.rules.ts";
import { blankReview, setListing } from "./reading.rules.ts";
import { MissingFields } from "#src/collector/marketplaces/json-reader.ts";
import { toBareLink, parseListingId } from "#src/collector/marketplaces/links.rules.ts";
import type { ReadContext, ReviewSource } from "#src/collector/marketplaces/marketplaces.contract.ts";
import { cleanText, parseRating } from "#src/collector/marketplaces/text.rules.ts";

/** One form of the marketplace's review markup: the selectors within a card. */
export interface CardMarkup {
  readonly source: ReviewSource;
  readonly cards: string;
  readonly text: string;
  /** elements that hold the date, alone or after the name */
  readonly dates: string;
}

type Context = Pick<ReadContext, "facts" | "now">;

/** Features that few pages have: searched once in all cards, so that the cards of other pages need not be searched one by one. */
interface Rarities {
  /** selector of the images that may be a review's */
  readonly photos: string;
  readonly originals: boolean;
  readonly variations: boolean;
}

const plainPhoto = "img[src*='/iap/']";
const laterPhoto = "img:is([data-src*='/iap/'],[srcset*='/iap/'],[data-srcset*='/iap/']):not([src*='/iap/'])";

function findRarities(root: ParentNode): Rarities {
  return {
    photos: root.querySelector(laterPhoto) ? "img" : plainPhoto,
    originals: root.querySelector("[data-original-content]") !== null,
    variations: root.querySelector(".variation-info") !== null,
  };
}

/** Parts of a card whose text is not the review's. */
const asides = "[data-region='response'],[data-region='listing'],[data-original-content],[data-variation],.variation-info,a";
const replyPart = "[data-region='response']";

const elementNode = 1;

/** The date is at the end of the attribution; a longer text is not a date. */
const dateLength = 60;

function readId(card: Element): string {
  const own = card.getAttribute("data-review-region") || card.getAttribute("data-transaction-id");
  if (own) return own.trim();
  const inner = card.querySelector("[data-review-region],[data-transaction-id]");
  return (inner?.getAttribute("data-review-region") || inner?.getAttribute("data-transaction-id") || "").trim();
}

/** "Rating: 4 out of 5 stars"; some languages name the five first, and then the last number is the rating. */
function starsOfLabel(label: string, locale: string): number | null {
  const numbers = label.match(/\d(?:[.,]\d+)?/g) ?? [];
  return parseRating((/^(?:ja|ko|zh)\b/i.test(locale) ? numbers.at(-1) : numbers[0])?.replace(",", "."));
}

function ratingIn(card: Element, locale: string): number | null {
  const input = card.querySelector("input[name='rating']");
  if (input) return parseRating(input.getAttribute("value"));
  const label = card.querySelector("[role='img'][aria-label^='Rating']") ?? card.querySelector("[role='img'][aria-label*='5']");
  return label ? starsOfLabel(label.getAttribute("aria-label") ?? "", locale) : null;
}

/** @param name the text of `person`, '' if there is none */
function dateIn(card: Element, markup: CardMarkup, person: Element | null, name: string, locale: string): string {
  let day = "";
  findFirstFitting(card, markup.dates, (element) => {
    if (element.closest(replyPart)) return false;
    let words = getLine(element);
    // A name may end in a date; the one after it is the review's.
    if (person && element.contains(person)) words = words.slice(words.indexOf(name) + name.length);
    day = toIsoDay(words.slice(-dateLength), locale);
    return day !== "";
  });
  return day;
}

function isOwnText(element: Element): boolean {
  if (element.closest(asides)) return false;
  return !element.firstElementChild || !element.querySelector("a[href*='/listing/'],a[href*='/people/']");
}

/** The original of a text that is marked as translated. */
function readTexts(review: Review, card: Element, markup: CardMarkup, mayBeTranslated: boolean): void {
  review.text = getText(findFirstFitting(card, markup.text, isOwnText));
  const original = mayBeTranslated ? card.querySelector("[data-original-content]") : null;
  if (!original || !card.querySelector("[data-is-translated='true']")) return;
  const written = getText(original);
  if (written === "" || written === review.text) return;
  if (review.text === "") review.text = written;
  else {
    review.originalText = written;
    review.language = original.getAttribute("lang") ?? "";
  }
}

/** Attributes of a picture's address: loaded at once, or later. */
const addressAttributes = ["src", "data-src", "srcset", "data-srcset"] as const;

/** The first address of a review's picture in an image element, or ''. */
function photoAddress(picture: Element): string {
  for (const name of addressAttributes) {
    const address = picture.getAttribute(name);
    if (address?.includes("/iap/")) return address.trim().split(/[\s,]+/, 1)[0] ?? "";
  }
  return "";
}

function imagesIn(card: Element, photos: string, base: string): ReviewImage[] {
  const images: ReviewImage[] = [];
  for (const picture of card.querySelectorAll(photos)) {
    const address = photoAddress(picture);
    const image = address === "" ? null : toReviewImage(address, base);
    if (image) images.push(image);
  }
  return images.length > 1 ? distinctImages(images) : images;
}

/** The link to the listing: the one in the card's listing part, or the first. */
function listingLink(card: Element, links: readonly Element[]): Element | null {
  const found = links.filter((link) => link.getAttribute("href")?.includes("/listing/"));
  return (found.length > 1 ? card.querySelector("[data-region='listing'] a[href*='/listing/']") : null) ?? found[0] ?? null;
}

function readListing(review: Review, link: Element | null, base: string): void {
  if (!link) return;
  const url = toBareLink(link.getAttribute("href") ?? "", base);
  const title = cleanText(link.getAttribute("aria-label") ?? "") || getLine(link.querySelector("p")) || getLine(link);
  const id = parseListingId(url);
  if (id !== "") setListing(review, id, url, title);
}

/** The variation's parts as the page words them: "Size: L, Colour: Oak". */
function variationIn(root: Element): string {
  const parts = [...root.querySelectorAll(".variation-info")].map((part) => {
    const words = [...part.querySelectorAll("p")].map((line) => getLine(line).replace(/:$/, "")).filter((word) => word !== "");
    return words.length > 0 ? words.join(": ") : getLine(part);
  });
  return parts.filter((part) => part !== "").join(", ");
}

function readReply(review: Review, card: Element, locale: string): void {
  const region = card.querySelector(replyPart);
  if (!region || !region.firstElementChild) return;
  const words = region.querySelectorAll(".review-text p");
  review.sellerReply =
    words.length > 0 ? [...words].map(getText).join("\n").trim() : getText(region.querySelector(".review-text,.wt-text-body"));
  if (review.sellerReply === "") return;
  for (const element of region.querySelectorAll("p,span,time")) {
    if (element.closest(".review-text")) continue;
    review.sellerReplyDate = toIsoDay(getLine(element).slice(-dateLength), locale);
    if (review.sellerReplyDate !== "") return;
  }
}

function readCard(card: Element, id: string, markup: CardMarkup, rarities: Rarities, context: Context): Review {
  const { facts, now } = context;
  const review = blankReview(facts, now);
  const links = [...card.querySelectorAll("a")];
  const person = links.find((link) => link.getAttribute("href")?.includes("/people/")) ?? null;
  review.reviewId = id;
  review.rating = ratingIn(card, facts.locale);
  review.reviewer = getLine(person);
  review.date = dateIn(card, markup, person, review.reviewer, facts.locale);
  review.reviewerUrl = person ? toBareLink(person.getAttribute("href") ?? "", facts.url) : "";
  readTexts(review, card, markup, rarities.originals);
  review.images = imagesIn(card, rarities.photos, facts.url);
  readListing(review, listingLink(card, links), facts.url);
  readReply(review, card, facts.locale);
  if (rarities.variations) review.variation = variationIn(card);
  return review;
}

/**
 * Copies a card without the other cards inside it. If the markup lacks closing tags, each card contains all that follow, and
 * searching every card in full took 12 s for 100 KB.
 */
function copyOwnPart(card: Element, id: string, markup: CardMarkup): Element {
  const isOther = (node: Node): boolean =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a node of type 1 is an Element, and so is its clone
    node.nodeType === elementNode && (node as Element).matches(markup.cards) && readId(node as Element) !== id;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a node of type 1 is an Element, and so is its clone
  const copy = card.cloneNode(false) as Element;
  const waiting: [Node, Node][] = [[card, copy]];
  for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop()) {
    const [from, to] = pair;
    for (let child = from.firstChild; child !== null; child = child.nextSibling) {
      if (isOther(child)) continue;
      const own = to.appendChild(child.cloneNode(false));
      if (child.firstChild !== null) waiting.push([child, own]);
    }
  }
  return copy;
}

/**
 * Reads the cards of one markup under `root`, each id once (a card may be there twice, for wide and for narrow screens).
 * @returns the reviews in the page's order, how many cards have no id, and the paths of missing fields
 */
export function readCards(root: ParentNode, markup: CardMarkup, context: Context): { reviews: Review[]; lost: number; missing: string[] } {
  const byId = new Map<string, Review>();
  const missing = new MissingFields();
  const rarities = findRarities(root);
  const cards = [...root.querySelectorAll(markup.cards)];
  // In document order, a card that contains another one contains the next.
  const areNested = cards.some((card, at) => at > 0 && cards[at - 1]?.contains(card) === true);
  let lost = 0;
  for (const [index, card] of cards.entries()) {
    const id = readId(card);
    if (byId.has(id)) continue;
    if (!/^[\w-]{1,64}$/.test(id)) {
      lost += 1;
      missing.add(`${markup.source}.reviews[${index}].transactionId`);
      continue;
    }
    const review = readCard(areNested ? copyOwnPart(card, id, markup) : card, id, markup, rarities, context);
    byId.set(id, review);
    if (review.rating === null) missing.add(`${markup.source}.reviews[${index}].rating`);
    if (review.date === "") missing.add(`${markup.source}.reviews[${index}].date`);
  }
  return { reviews: [...byId.values()], lost, missing: missing.paths };
}
