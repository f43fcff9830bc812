import type { ColumnId } from "#src/export/export.contract.ts";
import type { Result } from "#src/lib/result.ts";
import { ok, refuse } from "#src/lib/result.ts";
import type { Problem, SavedPage } from "#src/marketplaces/marketplaces.contract.ts";
import type { Review } from "#src/reviews/reviews.contract.ts";
import type { ImportedFile, ImportProblem } from "./import.reader.ts";
import { importLimits } from "./import.reader.ts";

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
}

export type FileProblem =
  | { kind: "tooLarge"; mostBytes: number }
  | { kind: "columns"; missing: ColumnId[] }
  | { kind: "nothing" | "unreadable" | "challenge" }
  | { kind: "changed"; fields: string[] };

/** Reads a saved page or answer: `Marketplace.readSaved` with the page's own parser and clock. */
export type ReadSaved = (text: string, url: string) => Result<SavedPage, Problem>;

/** Larger pages are no pages; the largest saved one known has 0.6 MB. */
const mostPageBytes = 50_000_000;

/** The two ways to read a file. Pages need the page's own parser; files of ours are large, and are read in a worker. */
export interface FileReaders<Ours> {
  page: ReadSaved;
  ours: (file: Blob) => Promise<Result<Ours, ImportProblem>>;
}

/**
 * Reads whatever a person chooses: a saved page, a saved answer, or a file that Quayside exported. What it is, its content says.
 * @param url address of the page where the person knows it, '' otherwise
 */
export async function readFile<Ours>(
  file: Blob,
  url: string,
  readers: FileReaders<Ours>,
): Promise<Result<{ from: "page"; found: FoundReviews } | { from: "ours"; found: Ours }, FileProblem>> {
  const head = await textOf(file.slice(0, 512));
  if (head === null) return refuse({ kind: "unreadable" });
  // Pages begin with a tag and answers with an object; our own JSON is a list.
  const start = head.replace(/^\uFEFF/, "").trimStart();
  if (start.startsWith("<") || start.startsWith("{")) return readPage(file, url, readers.page);
  const exported = await readers.ours(file);
  if (exported.ok) return ok({ from: "ours", found: exported.value });
  // A packed file is a workbook or nothing.
  if (exported.problem.kind !== "unreadable" || head.startsWith("PK")) return refuse(exported.problem);
  const page = await readPage(file, url, readers.page);
  return page.ok ? page : refuse(exported.problem);
}

/** Null where the file cannot be read any more: moved, or changed since it was chosen. */
async function textOf(file: Blob): Promise<string | null> {
  return file.text().catch(() => null);
}

async function readPage(
  file: Blob,
  url: string,
  readSaved: ReadSaved,
): Promise<Result<{ from: "page"; found: FoundReviews }, FileProblem>> {
  const mostBytes = Math.min(mostPageBytes, importLimits.textBytes);
  if (file.size > mostBytes) return refuse({ kind: "tooLarge", mostBytes });
  const text = await textOf(file);
  if (text === null) return refuse({ kind: "unreadable" });
  const read = readSaved(text, url);
  if (!read.ok) return refuse(problemOf(read.problem));
  const { facts, page } = read.value;
  if (page.reviews.length === 0) return refuse({ kind: "nothing" });
  const title = facts.title || facts.shopName;
  return ok({ from: "page", found: { reviews: page.reviews, facts, title, url: facts.url, missing: page.missing, skipped: page.lost } });
}

function problemOf(problem: Problem): FileProblem {
  if (problem.kind === "blocked" || problem.kind === "tooManyRequests") return { kind: "challenge" };
  return problem.kind === "contractChanged" ? { kind: "changed", fields: problem.missing } : { kind: "nothing" };
}

/** What a file that we exported says of itself. */
export function ofExport({ reviews, skipped }: ImportedFile): FoundReviews {
  const titles = new Set(reviews.map(({ listingTitle }) => listingTitle));
  const urls = new Set(reviews.map(({ listingUrl }) => listingUrl));
  // A file of several listings is of none in particular.
  const only = (values: Set<string>) => (values.size === 1 ? ([...values][0] ?? "") : "");
  return { reviews, facts: null, title: only(titles), url: only(urls), missing: [], skipped };
}
