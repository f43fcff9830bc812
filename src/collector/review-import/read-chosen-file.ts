import type { ColumnId } from "#src/collector/reviews/review-file.contract.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Problem, SavedPage } from "#src/collector/marketplaces/marketplaces.contract.ts";
import { ReadingTooLong } from "#src/collector/marketplaces/timed-parser.rules.ts";
import type { Review } from "#src/collector/reviews/reviews.contract.ts";
import { findFlaw, findPacker, isWorkbookHead } from "./file-format.rules.ts";
import type { ImportedFile, ImportProblem } from "./read-export.ts";
import { importLimits } from "./read-export.ts";

/** What a saved page, or a file that we exported, holds. */
export interface FoundReviews {
  reviews: Review[];
  /** what the page says of itself; null for a file that we exported */
  facts: SavedPage["facts"] | null;
  title: string;
  url: string;
  /** fields that were expected and not found */
  missing: string[];
  /** rows without a usable review */
  skipped: number;
  /** the file is incomplete, so that reviews may be missing */
  isTruncated: boolean;
}

export type FileProblem =
  | { kind: "tooLarge"; mostBytes: number }
  | { kind: "columns"; missing: ColumnId[] }
  | { kind: "nothing" | "unreadable" | "challenge" | "empty" }
  | { kind: "truncated"; what: "JSON" | "HTML" }
  /** `by`: the packer */
  | { kind: "compressed"; by: string }
  | { kind: "tooLong"; seconds: number }
  | { kind: "changed"; fields: string[] };

/** Reads a saved page or answer: `Marketplace.readSaved` with the page's own parser and clock. Throws `ReadingTooLong`. */
export type ReadSaved = (text: string, url: string) => Result<SavedPage, Problem>;

/** How long the reading of one saved page may take: the page that shows the dashboard stands still meanwhile. */
export const mostSeconds = 20;

/** Larger pages are no pages; the largest saved one known has 0.6 MB. */
const mostPageBytes = 50_000_000;

/** The two ways to read a file. Pages need the page's own parser; our own files are large, and are read in a worker. */
export interface FileReaders<Ours> {
  page: ReadSaved;
  ours: (file: Blob) => Promise<Result<Ours, ImportProblem>>;
}

/**
 * Reads whatever a person chooses: a saved page, a saved answer, or a file that Quayside exported. What it is, its content says.
 * @param url address of the page if the person knows it, '' otherwise
 */
export async function readFile<Ours>(
  file: Blob,
  url: string,
  readers: FileReaders<Ours>,
): Promise<Result<{ from: "page"; found: FoundReviews } | { from: "ours"; found: Ours }, FileProblem>> {
  const headBytes = await readBytes(file.slice(0, 512));
  if (headBytes === null) return refuse({ kind: "unreadable" });
  const packer = findPacker(headBytes);
  if (packer !== null && !(packer === "zip" && isWorkbookHead(headBytes))) return refuse({ kind: "compressed", by: packer });
  const head = new TextDecoder().decode(headBytes);
  // Pages begin with a tag and answers with an object; our own JSON is a list.
  const start = head.replace(/^\uFEFF/, "").trimStart();
  if (start.startsWith("<") || start.startsWith("{")) return readPage(file, url, readers.page);
  const exported = await readers.ours(file);
  if (exported.ok) return ok({ from: "ours", found: exported.value });
  // A packed file is a workbook or nothing.
  if (exported.problem.kind !== "unreadable" || head.startsWith("PK")) return refuse(exported.problem);
  const page = await readPage(file, url, readers.page);
  return page.ok || page.problem.kind === "empty" || page.problem.kind === "truncated" ? page : refuse(exported.problem);
}

/** As `readText`, for what may be no text. */
async function readBytes(file: Blob): Promise<Uint8Array | null> {
  return file
    .arrayBuffer()
    .then((buffer) => new Uint8Array(buffer))
    .catch(() => null);
}

/** Reads the file; null if it was moved or changed since it was chosen. */
async function readText(file: Blob): Promise<string | null> {
  return file.text().catch(() => null);
}

async function readPage(
  file: Blob,
  url: string,
  readSaved: ReadSaved,
): Promise<Result<{ from: "page"; found: FoundReviews }, FileProblem>> {
  const mostBytes = Math.min(mostPageBytes, importLimits.textBytes);
  if (file.size > mostBytes) return refuse({ kind: "tooLarge", mostBytes });
  const text = await readText(file);
  if (text === null) return refuse({ kind: "unreadable" });
  const flaw = findFlaw(text);
  if (flaw?.kind === "empty") return refuse(flaw);
  const read = readInTime(text, url, readSaved);
  if (!read.ok) return refuse(read.problem.kind === "tooLong" ? read.problem : (flaw ?? read.problem));
  const { facts, page } = read.value;
  if (page.reviews.length === 0) return refuse(flaw ?? { kind: "nothing" });
  const { reviews, missing, lost: skipped } = page;
  const about = { facts, title: facts.title || facts.shopName, url: facts.url };
  return ok({ from: "page", found: { ...about, reviews, missing, skipped, isTruncated: flaw !== null } });
}

function readInTime(text: string, url: string, readSaved: ReadSaved): Result<SavedPage, FileProblem> {
  try {
    const read = readSaved(text, url);
    return read.ok ? read : refuse(toFileProblem(read.problem));
  } catch (error) {
    if (error instanceof ReadingTooLong) return refuse({ kind: "tooLong", seconds: error.seconds });
    throw error;
  }
}

function toFileProblem(problem: Problem): FileProblem {
  if (problem.kind === "blocked" || problem.kind === "tooManyRequests") return { kind: "challenge" };
  return problem.kind === "contractChanged" ? { kind: "changed", fields: problem.missing } : { kind: "nothing" };
}

/** What a file that we exported says of itself. */
export function isExport({ reviews, skipped }: ImportedFile): FoundReviews {
  const titles = new Set(reviews.map(({ listingTitle }) => listingTitle));
  const urls = new Set(reviews.map(({ listingUrl }) => listingUrl));
  // A file of several listings is of none in particular.
  const only = (values: Set<string>) => (values.size === 1 ? ([...values][0] ?? "") : "");
  return { reviews, facts: null, title: only(titles), url: only(urls), missing: [], skipped, isTruncated: false };
}
