import type { ColumnId } from "#src/export/export.contract.ts";
import type { Result } from "#src/lib/result.ts";
import { ok, refuse } from "#src/lib/result.ts";
import type { Problem, SavedPage } from "#src/marketplaces/marketplaces.contract.ts";
import type { Review } from "#src/reviews/reviews.contract.ts";
import { importLimits, readExport } from "./import.reader.ts";

/** What a file holds, ready to become a job. */
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

/**
 * Reads whatever a person chooses: a saved page, a saved answer, or a file that Quayside exported. What it is, its content says.
 * @param url address of the page where the person knows it, '' otherwise
 */
export async function readFile(
  bytes: Uint8Array<ArrayBuffer>,
  url: string,
  readSaved: ReadSaved,
): Promise<Result<FoundReviews, FileProblem>> {
  const start = new TextDecoder()
    .decode(bytes.subarray(0, 512))
    .replace(/^\uFEFF/, "")
    .trimStart();
  // Pages begin with a tag and answers with an object; our own JSON is a list.
  if (start.startsWith("<") || start.startsWith("{")) return readPage(bytes, url, readSaved);
  const exported = await readExport(bytes);
  if (exported.ok) return ok(ofExport(exported.value.reviews, exported.value.skipped));
  if (exported.problem.kind !== "unreadable" || bytes[0] === 0x50) return refuse(exported.problem);
  const page = readPage(bytes, url, readSaved);
  return page.ok ? page : refuse(exported.problem);
}

function readPage(bytes: Uint8Array<ArrayBuffer>, url: string, readSaved: ReadSaved): Result<FoundReviews, FileProblem> {
  const mostBytes = Math.min(mostPageBytes, importLimits.textBytes);
  if (bytes.length > mostBytes) return refuse({ kind: "tooLarge", mostBytes });
  const read = readSaved(new TextDecoder().decode(bytes), url);
  if (!read.ok) return refuse(problemOf(read.problem));
  const { facts, page } = read.value;
  if (page.reviews.length === 0) return refuse({ kind: "nothing" });
  return ok({ reviews: page.reviews, facts, title: facts.title || facts.shopName, url: facts.url, missing: page.missing, skipped: 0 });
}

function problemOf(problem: Problem): FileProblem {
  if (problem.kind === "blocked" || problem.kind === "tooManyRequests") return { kind: "challenge" };
  return problem.kind === "contractChanged" ? { kind: "changed", fields: problem.missing } : { kind: "nothing" };
}

function ofExport(reviews: Review[], skipped: number): FoundReviews {
  const titles = new Set(reviews.map(({ listingTitle }) => listingTitle));
  const urls = new Set(reviews.map(({ listingUrl }) => listingUrl));
  // A file of several listings is of none in particular.
  const only = (values: Set<string>) => (values.size === 1 ? ([...values][0] ?? "") : "");
  return { reviews, facts: null, title: only(titles), url: only(urls), missing: [], skipped };
}
