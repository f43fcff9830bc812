import type { TFunction } from "i18next";
import { dateFormat } from "#src/kit/lib/formats.ts";
import type { Review } from "#src/collector/reviews/reviews.contract.ts";
import { createDemoElement } from "./demo-elements.ts";

/** How many rows are shown; the file contains all. */
export const shownRows = 20;
const columns = ["rating", "text", "date", "photos"] as const;

/** Formats a day for a locale; returns an invalid date unchanged. */
function dayIn(locale: string, date: string): string {
  const time = Date.parse(date);
  return Number.isNaN(time) ? date : dateFormat(locale, { dateStyle: "medium", timeZone: "UTC" }).format(time);
}

function ratingCell(rating: number | null, t: TFunction): HTMLElement {
  if (rating === null) return createDemoElement("td", "");
  const stars = createDemoElement("span", "", "★".repeat(Math.round(rating)));
  stars.ariaHidden = "true";
  return createDemoElement("td", "demo-rating", [
    stars,
    createDemoElement("span", "visually-hidden", t("publicPages.demo.ratingText", { rating })),
  ]);
}

function toRow(review: Review, t: TFunction, locale: string): HTMLElement {
  const words =
    review.text === "" ? createDemoElement("span", "demo-none", t("publicPages.demo.noText")) : document.createTextNode(review.text);
  const photos = review.images?.length ?? 0;
  return createDemoElement("tr", "", [
    ratingCell(review.rating, t),
    createDemoElement("td", "demo-words", [words]),
    createDemoElement("td", "", dayIn(locale, review.date)),
    createDemoElement("td", "demo-count", photos === 0 ? "" : String(photos)),
  ]);
}

/** Renders the first reviews as a table in a scrolling container. */
export function buildTable(reviews: readonly Review[], t: TFunction, locale: string): HTMLElement {
  const heads = columns.map((column) => {
    const head = createDemoElement("th", "", t(`publicPages.demo.column.${column}`));
    head.scope = "col";
    return head;
  });
  const rows = reviews.slice(0, shownRows).map((review) => toRow(review, t, locale));
  const box = createDemoElement("div", "demo-scroll", [
    createDemoElement("table", "", [
      createDemoElement("thead", "", [createDemoElement("tr", "", heads)]),
      createDemoElement("tbody", "", rows),
    ]),
  ]);
  box.tabIndex = 0;
  box.role = "region";
  box.ariaLabel = t("publicPages.demo.tableLabel");
  return box;
}
