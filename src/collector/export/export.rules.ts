import type { Job } from "#src/collector/jobs/jobs.contract.ts";
import { toDay } from "#src/kit/lib/days.ts";
import type { Review } from "#src/collector/reviews/reviews.contract.ts";
import { cleanText } from "#src/kit/lib/sheets/safe-cell-text.ts";
import type { CellDate } from "./dates.rules.ts";
import { parseCellDate } from "./dates.rules.ts";
import type { ColumnId, ExportFormat } from "#src/collector/reviews/review-file.contract.ts";
import { isLinkable } from "./links.rules.ts";

/** The content of one cell, independent of the format. Texts are clean (`cleanText`), and neither guarded nor cut. */
export type Cell =
  | { kind: "empty" }
  /** the source may leave it out: it is neither present nor known to be missing */
  | { kind: "notRead" }
  | { kind: "text"; text: string }
  | { kind: "number"; value: number }
  | { kind: "boolean"; value: boolean }
  | { kind: "date"; date: CellDate }
  /** `url` is safe to click (`isLinkable`) */
  | { kind: "link"; text: string; url: string };

const empty: Cell = { kind: "empty" };
const notRead: Cell = { kind: "notRead" };

function textCell(text: string | null): Cell {
  if (text === null) return notRead;
  return text === "" ? empty : { kind: "text", text: cleanText(text) };
}

function numberCell(value: number | null): Cell {
  return value === null || !Number.isFinite(value) ? empty : { kind: "number", value };
}

function booleanCell(value: boolean | null): Cell {
  return value === null ? empty : { kind: "boolean", value };
}

function dateCell(iso: string): Cell {
  const date = iso === "" ? null : parseCellDate(iso);
  return date === null ? textCell(iso) : { kind: "date", date };
}

function linkCell(text: string, url: string): Cell {
  return isLinkable(url) ? { kind: "link", text: cleanText(text), url } : textCell(text);
}

/** Every picture's address, one per line; a click opens the first. */
function imagesCell(review: Review): Cell {
  if (review.images === null) return notRead;
  const [first] = review.images;
  return first === undefined ? empty : linkCell(review.images.map((image) => image.url).join("\n"), first.url);
}

// One entry per column, so that the compiler asks for a new one.
const cells: Readonly<Record<ColumnId, (review: Review) => Cell>> = {
  reviewId: (review) => textCell(review.reviewId),
  rating: (review) => numberCell(review.rating),
  title: (review) => textCell(review.title),
  text: (review) => textCell(review.text),
  originalText: (review) => textCell(review.originalText),
  language: (review) => (review.originalText === null && review.language === "" ? notRead : textCell(review.language)),
  date: (review) => dateCell(review.date),
  reviewer: (review) => textCell(review.reviewer),
  reviewerUrl: (review) => linkCell(review.reviewerUrl, review.reviewerUrl),
  reviewerCountry: (review) => textCell(review.reviewerCountry),
  variation: (review) => textCell(review.variation),
  images: imagesCell,
  imageCount: (review) => (review.images === null ? notRead : numberCell(review.images.length)),
  sellerReply: (review) => textCell(review.sellerReply),
  sellerReplyDate: (review) => (review.sellerReply === null ? notRead : dateCell(review.sellerReplyDate)),
  recommended: (review) => booleanCell(review.recommended),
  helpfulCount: (review) => numberCell(review.helpfulCount),
  verified: (review) => booleanCell(review.verified),
  listingId: (review) => textCell(review.listingId),
  listingTitle: (review) => textCell(review.listingTitle),
  listingUrl: (review) => linkCell(review.listingUrl, review.listingUrl),
  marketplace: (review) => textCell(review.marketplace),
  collectedAt: (review) => dateCell(review.collectedAt),
};

/** The cell of a review in a column. */
export function toCell(review: Review, column: ColumnId): Cell {
  return cells[column](review);
}

/** Columns of digits that are written as text, because a number loses digits past the 15th. */
export const idColumns: ReadonlySet<ColumnId> = new Set<ColumnId>(["reviewId", "listingId"]);

/** Width of each column in characters, as Excel counts them. */
export const columnWidths: Readonly<Record<ColumnId, number>> = {
  reviewId: 16,
  rating: 8,
  title: 24,
  text: 70,
  originalText: 40,
  language: 10,
  date: 12,
  reviewer: 20,
  reviewerUrl: 30,
  reviewerCountry: 10,
  variation: 28,
  images: 40,
  imageCount: 9,
  sellerReply: 40,
  sellerReplyDate: 12,
  recommended: 14,
  helpfulCount: 9,
  verified: 10,
  listingId: 14,
  listingTitle: 40,
  listingUrl: 40,
  marketplace: 13,
  collectedAt: 20,
};

const longestName = 120;
/** Most file systems count bytes, and a Chinese character has three. */
const mostBytes = 240;

/** Lowercase letters, digits and single hyphens, in any script: valid in every file system. */
function slug(text: string): string {
  return text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, "-")
    .replace(/^[-\p{M}]+|-+$/gu, "");
}

function countBytes(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/** The longest prefix of `text` within both limits, cut between characters. */
function cutName(text: string, length: number, bytes: number): string {
  let cut = "";
  for (const character of text) {
    if (cut.length + character.length > length || countBytes(cut + character) > bytes) break;
    cut += character;
  }
  return cut.replace(/-+$/, "");
}

/**
 * The name of an exported file: `etsy-1000001240-handmade-oak-tray-2026-11-21.xlsx`. Valid on Windows, macOS and Linux: at most
 * 120 characters and 240 bytes, no reserved name (it begins with the marketplace), no trailing dot; letters of any script stay.
 * @param of what the file is of; a shop's page is named by the shop alone
 * @param now its day (UTC) goes into the name
 */
export function buildFileName(of: Pick<Job, "marketplace" | "kind" | "subject" | "title">, format: ExportFormat, now: Date): string {
  const front = [of.marketplace, cutName(slug(of.subject), 40, 80)].filter((part) => part !== "").join("-");
  const end = `-${toDay(now)}.${format}`;
  const wanted = of.kind === "shop" ? "" : slug(of.title);
  const title = cutName(wanted, longestName - front.length - end.length - 1, mostBytes - countBytes(front) - end.length - 1);
  return `${front}${title === "" ? "" : `-${title}`}${end}`;
}
