import { isoOfSerial } from "#src/export/dates.rules.ts";
import type { ColumnId } from "#src/export/export.contract.ts";
import { columnIds } from "#src/export/export.contract.ts";
import { headersByLanguage, notReadByLanguage, yesNoByLanguage } from "#src/export/headers.rules.ts";
import type { Review } from "#src/reviews/reviews.contract.ts";
import { review } from "#src/reviews/reviews.contract.ts";
import type { NotReadField } from "#src/reviews/reviews.rules.ts";
import { emptyReview, notReadFields } from "#src/reviews/reviews.rules.ts";

/** A cell as a reader gives it; '' or null where it is empty. */
export type RawCell = string | number | boolean | null | undefined;

/** Which column of a file holds what, by place. */
export type Columns = ReadonlyMap<number, ColumnId>;

function wordKey(cell: RawCell): string {
  return String(cell ?? "")
    .normalize("NFC")
    .trim()
    .toLowerCase();
}

const idOfHeader: ReadonlyMap<string, ColumnId> = new Map(
  columnIds.flatMap((id) =>
    [id, ...Object.values(headersByLanguage).map((headers) => headers[id])].map((header) => [wordKey(header), id] as const),
  ),
);

/** Reads a header row in either language, or of our field names; columns that are not ours are passed over, a repeat too. */
export function columnsOf(header: readonly RawCell[]): Columns {
  const columns = new Map<number, ColumnId>();
  const found = new Set<ColumnId>();
  for (const [place, cell] of header.entries()) {
    const id = idOfHeader.get(wordKey(cell));
    if (id === undefined || found.has(id)) continue;
    columns.set(place, id);
    found.add(id);
  }
  return columns;
}

const yes = new Set(["true", "1", ...Object.values(yesNoByLanguage).map((words) => wordKey(words.yes))]);
const no = new Set(["false", "0", ...Object.values(yesNoByLanguage).map((words) => wordKey(words.no))]);

const notReadWords = new Set(Object.values(notReadByLanguage).map(wordKey));
/** Columns that say "not read" together with the field that they belong to. */
const notReadWith: Partial<Record<ColumnId, NotReadField>> = {
  imageCount: "images",
  language: "originalText",
  sellerReplyDate: "sellerReply",
};

/** The field of a cell that says "not read", or null for any other cell. */
function findNotRead(id: ColumnId, cell: RawCell): NotReadField | null {
  if (typeof cell !== "string" || !notReadWords.has(wordKey(cell))) return null;
  return notReadFields.find((field) => field === id) ?? notReadWith[id] ?? null;
}

function textOf(cell: RawCell): string {
  return String(cell ?? "");
}

function numberOf(cell: RawCell): number | null {
  const text = wordKey(cell);
  return text === "" ? null : Number(text);
}

/** `undefined`, which no schema takes, for a word that is neither yes nor no. */
function yesNoOf(cell: RawCell): boolean | null | undefined {
  const word = wordKey(cell);
  if (word === "") return null;
  if (yes.has(word)) return true;
  return no.has(word) ? false : undefined;
}

const spacedInstant = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})(?:\.\d+)?$/;

function dateOf(cell: RawCell): string {
  if (typeof cell === "number") return isoOfSerial(cell) ?? String(cell);
  return textOf(cell).trim().replace(spacedInstant, "$1T$2Z");
}

const readers: Readonly<Record<Exclude<ColumnId, "images" | "imageCount">, (cell: RawCell) => unknown>> = {
  reviewId: (cell) => textOf(cell).trim(),
  rating: numberOf,
  title: textOf,
  text: textOf,
  originalText: textOf,
  language: textOf,
  date: dateOf,
  reviewer: textOf,
  reviewerUrl: textOf,
  reviewerCountry: textOf,
  variation: textOf,
  sellerReply: textOf,
  sellerReplyDate: dateOf,
  recommended: yesNoOf,
  helpfulCount: numberOf,
  verified: yesNoOf,
  listingId: textOf,
  listingTitle: textOf,
  listingUrl: textOf,
  marketplace: (cell) => wordKey(cell),
  collectedAt: dateOf,
};

function imagesOf(cell: RawCell): Review["images"] {
  return textOf(cell)
    .split(/\s+/)
    .filter((url) => url !== "")
    .map((url) => ({ url, fallback: "" }));
}

/** The review of a row; null where it is not one (no id, a rating of 7, a word for yes that is none). */
export function reviewOf(row: readonly RawCell[], columns: Columns): Review | null {
  const read: Record<string, unknown> = emptyReview();
  for (const [place, id] of columns) {
    const notRead = findNotRead(id, row[place]);
    if (notRead !== null) read[notRead] = null;
    else if (id === "images") read[id] = imagesOf(row[place]);
    else if (id !== "imageCount") read[id] = readers[id](row[place]);
  }
  const parsed = review.safeParse(read);
  return parsed.success ? parsed.data : null;
}

/** Whether a row has nothing in any cell, as at the end of a file that was saved again. */
export function isBlank(row: readonly RawCell[]): boolean {
  return row.every((cell) => wordKey(cell) === "");
}
