import { parseSerial } from "#src/collector/export/dates.rules.ts";
import type { ColumnId } from "#src/collector/reviews/review-file.contract.ts";
import { columnIds } from "#src/collector/reviews/review-file.contract.ts";
import { headersByLanguage, notReadByLanguage, yesNoByLanguage } from "#src/collector/export/known-headers.rules.ts";
import type { Review } from "#src/collector/reviews/reviews.contract.ts";
import { review } from "#src/collector/reviews/reviews.contract.ts";
import type { NotReadField } from "#src/collector/reviews/reviews.rules.ts";
import { emptyReview, notReadFields } from "#src/collector/reviews/reviews.rules.ts";

/** A cell as a reader returns it; '' or null if it is empty. */
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
export function findColumns(header: readonly RawCell[]): Columns {
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

function toText(cell: RawCell): string {
  return String(cell ?? "");
}

function readNumber(cell: RawCell): number | null {
  const text = wordKey(cell);
  return text === "" ? null : Number(text);
}

/** `undefined`, which no schema takes, for a word that is neither yes nor no. */
function readYesNo(cell: RawCell): boolean | null | undefined {
  const word = wordKey(cell);
  if (word === "") return null;
  if (yes.has(word)) return true;
  return no.has(word) ? false : undefined;
}

const spacedInstant = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})(?:\.\d+)?$/;

function readDate(cell: RawCell): string {
  if (typeof cell === "number") return parseSerial(cell) ?? String(cell);
  return toText(cell).trim().replace(spacedInstant, "$1T$2Z");
}

const readers: Readonly<Record<Exclude<ColumnId, "images" | "imageCount">, (cell: RawCell) => unknown>> = {
  reviewId: (cell) => toText(cell).trim(),
  rating: readNumber,
  title: toText,
  text: toText,
  originalText: toText,
  language: toText,
  date: readDate,
  reviewer: toText,
  reviewerUrl: toText,
  reviewerCountry: toText,
  variation: toText,
  sellerReply: toText,
  sellerReplyDate: readDate,
  recommended: readYesNo,
  helpfulCount: readNumber,
  verified: readYesNo,
  listingId: toText,
  listingTitle: toText,
  listingUrl: toText,
  marketplace: (cell) => wordKey(cell),
  collectedAt: readDate,
};

function readImages(cell: RawCell): Review["images"] {
  return toText(cell)
    .split(/\s+/)
    .filter((url) => url !== "")
    .map((url) => ({ url, fallback: "" }));
}

/** Reads a row as a review; null if it is not one (no id, a rating of 7, an unknown word for yes). */
export function readReview(row: readonly RawCell[], columns: Columns): Review | null {
  const read: Record<string, unknown> = emptyReview();
  for (const [place, id] of columns) {
    const notRead = findNotRead(id, row[place]);
    if (notRead !== null) read[notRead] = null;
    else if (id === "images") read[id] = readImages(row[place]);
    else if (id !== "imageCount") read[id] = readers[id](row[place]);
  }
  const parsed = review.safeParse(read);
  return parsed.success ? parsed.data : null;
}

/** Whether a row has nothing in any cell, as at the end of a file that was saved again. */
export function isBlank(row: readonly RawCell[]): boolean {
  return row.every((cell) => wordKey(cell) === "");
}
