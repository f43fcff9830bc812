import { readBracketedNumber, findFirst, getLine } from "#src/collector/marketplaces/dom-text.ts";
import { readCards } from "./review-cards.adapter.ts";
import type { CardMarkup } from "./review-cards.adapter.ts";
import { withNotRead } from "#src/collector/reviews/reviews.rules.ts";
import { listCounts, emptyReading, sumHistogram, readStarCounts } from "./reading.rules.ts";
import type { Reading } from "./reading.rules.ts";
import type { ReadContext, ReviewSource } from "#src/collector/marketplaces/marketplaces.contract.ts";
import { parseCount } from "#src/collector/marketplaces/text.rules.ts";

/** The reviews panel of 2025-26: inside the open sheet, or as the HTML half of an answer. */
const deepDive: CardMarkup = {
  source: "html",
  cards: "[data-review-region]",
  text: "[data-review-text],.wt-text-body",
  dates: "span.wt-text-body-small--tight,time,.wt-text-body-small",
};

/** A listing's reviews of 2021-24. */
const older: CardMarkup = {
  source: "older",
  cards: ".review-card",
  text: "[id^='review-preview-toggle'],[data-review-text],.wt-text-body,.wt-text-body-01,p.prose.break-word",
  dates: ".wt-text-caption,.wt-text-body-small,[data-review-date],time",
};

/** A shop's reviews page. */
const shop: CardMarkup = {
  source: "shopPage",
  cards: "li[data-region='review'][data-review-region]",
  text: "p.prose.break-word",
  dates: ".shop2-review-attribution",
};

/** Elements that only a shop's reviews page has; one without reviews has only the empty frame. */
const shopList = ["[data-region='review-list']", ".reviews-total", "li[data-region='review']"];

const sheet = ".deep-dive-sheet[role='dialog'][aria-modal='true']";
const hidden = "[hidden],[aria-hidden='true'],.wt-display-none,[style*='display:none'],[style*='display: none']";
const container = "[data-deep-dive-reviews-container='true']";

type Context = Pick<ReadContext, "facts" | "now">;

/** A reading of markup, with the source that it came from. */
export interface MarkupReading extends Reading {
  source: ReviewSource;
}

/** Reviews from markup that replaces a listing's data: it may leave out fields that the data would have. */
function withNotReadReviews(reading: MarkupReading): MarkupReading {
  return { ...reading, reviews: reading.reviews.map(withNotRead) };
}

function cardsReading(root: ParentNode, markup: CardMarkup, source: ReviewSource, context: Context): MarkupReading {
  return { ...emptyReading(), ...readCards(root, markup, context), source, recognised: true };
}

/** The number of reviews in a bar of the histogram: the number in its text that is neither its stars nor a percentage. */
function barCount(root: ParentNode, stars: string): number | null {
  const bar = root.querySelector(`[data-reviews-histogram] button[data-rating-value='${stars}']`);
  if (!bar) return null;
  const words = bar.getAttribute("aria-label") ?? getLine(bar);
  const numbers: string[] = words.replace(/\d+(?:[.,]\d+)?\s*%/g, " ").match(/\d+(?:[.,]\d{3})*/g) ?? [];
  const own = numbers.indexOf(stars);
  const others = numbers.filter((_, index) => index !== own);
  return others.length === 1 ? parseCount(others[0]) : null;
}

/** Whether this item of a pager is the current page. */
function isCurrent(step: Element): boolean {
  const current = step.getAttribute("aria-current");
  return current === "page" || current === "true" || step.hasAttribute("data-active-page");
}

function readPager(reading: Reading, pager: Element | null): void {
  if (!pager) return;
  const steps = [...pager.querySelectorAll("[data-page],[data-active-page],a,button,[aria-current]")];
  const numbers = steps.map((step) => parseCount(step.getAttribute("data-active-page") ?? step.getAttribute("data-page") ?? getLine(step)));
  const current = steps.findIndex(isCurrent);
  reading.page = numbers[current] ?? null;
  const last = Math.max(0, ...numbers.map((number) => number ?? 0));
  reading.totalPages = last > 0 ? last : null;
}

function readDeepDiveMarkup(root: Element, source: ReviewSource, context: Context): MarkupReading {
  const list = root.matches(container) ? root : (root.querySelector(container) ?? root);
  const reading = withNotReadReviews(cardsReading(list, deepDive, source, context));
  // Histogram and pager are inside the sheet; in a response's HTML they are beside the list.
  const scope = source === "overlay" ? root : root.ownerDocument;
  reading.starCounts = readStarCounts((stars) => barCount(scope, stars));
  reading.counts = listCounts([["histogram", sumHistogram(reading.starCounts)]]);
  readPager(reading, scope.querySelector("nav[aria-label*='agination']"));
  return reading;
}

function readOlder(root: ParentNode, context: Context): MarkupReading {
  const reading = withNotReadReviews(cardsReading(root, older, "older", context));
  readPager(reading, findFirst(root, ["nav[aria-label*='agination']", "[data-reviews-pagination]"]));
  return reading;
}

function readShop(root: ParentNode, context: Context): MarkupReading {
  const reading = cardsReading(root, shop, "shopPage", context);
  const total = root.querySelector(".reviews-total");
  const numbers = (): string[] | null => getLine(total).match(/\d[\d.,]*/g);
  reading.counts = listCounts([["shopPage", readBracketedNumber(total) ?? numbers()?.at(-1)]]);
  readPager(reading, findFirst(root, ["[data-reviews-pagination]", "nav[data-toolkit-pagination-container]"]));
  // One page of reviews has no pager.
  if (reading.totalPages === null && reading.reviews.length > 0 && total) reading.totalPages = 1;
  return reading;
}

/**
 * Reads the reviews that a document shows, in whichever of the known markups: the open panel, the panel's HTML, a shop's page,
 * the older panel. Never reads a hidden panel.
 * @returns the reading; `recognised` is false if there is none of these
 */
export function readMarkup(document: Document, context: Context): MarkupReading {
  const open = [...document.querySelectorAll(sheet)].find((element) => element.closest(hidden) === null);
  if (open) return readDeepDiveMarkup(open, "overlay", context);
  const inline = [...document.querySelectorAll(container)].find((element) => element.closest(sheet) === null);
  if (inline) return readDeepDiveMarkup(inline, "html", context);
  if (findFirst(document, context.facts.kind === "shop" ? [...shopList, "[data-reviews-container]"] : shopList))
    return readShop(document, context);
  const panel = document.querySelector("#same-listing-reviews-panel") ?? (document.querySelector(older.cards) ? document : null);
  if (panel) return readOlder(panel, context);
  const bare = [...document.querySelectorAll(deepDive.cards)].find((element) => element.closest(sheet) === null)?.parentElement;
  return bare ? readDeepDiveMarkup(bare, "html", context) : { ...emptyReading(), source: "html" };
}
