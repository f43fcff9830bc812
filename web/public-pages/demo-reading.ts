import type { Result } from "#src/kit/lib/result.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import { readSavedEtsy } from "#src/collector/marketplaces/etsy/saved-page.adapter.ts";
import type { PageFacts, ParseHtml, Problem, SavedPage } from "#src/collector/marketplaces/marketplaces.contract.ts";
import type { Review, StatedCount } from "#src/collector/reviews/reviews.contract.ts";
import { looksLikeMhtml, pageOfMhtml } from "./mhtml.ts";

/** The content of a saved page. */
export interface Found {
  readonly reviews: readonly Review[];
  readonly facts: PageFacts;
  readonly counts: readonly StatedCount[];
  /** the total number of reviews according to the page; null if it states none */
  readonly expected: number | null;
  /** expected fields that were not found */
  readonly missing: readonly string[];
}

/** Why there is nothing to show; the texts are under `publicPages.demo.problem`. */
export type DemoProblem =
  | { readonly kind: "empty" | "nothing" | "notPage" | "challenge" | "unreadable" }
  | { readonly kind: "changed"; readonly fields: readonly string[] }
  | { readonly kind: "tooLarge"; readonly bytes: number };

/** A page is parsed at once, on the main thread; the largest known saved page has 0.6 MB. */
export const mostDemoBytes = 20_000_000;

/** The counts on a page by how well they state the number of reviews, the best first. */
const bestFirst = ["answerTotal", "shopPage", "listing", "histogramAll", "histogram"] as const;

function getProblem(problem: Problem): DemoProblem {
  switch (problem.kind) {
    case "notProductPage":
      return { kind: "notPage" };
    case "blocked":
    case "tooManyRequests":
      return { kind: "challenge" };
    case "contractChanged":
      return { kind: "changed", fields: problem.missing };
    default:
      return { kind: "nothing" };
  }
}

function foundIn({ facts, page }: SavedPage): Found {
  const counts = [...page.counts, ...facts.counts];
  const best = bestFirst.map((meaning) => counts.find((count) => count.meaning === meaning)).find((count) => count !== undefined);
  return { reviews: page.reviews, facts, counts, expected: best?.value ?? null, missing: page.missing };
}

/** Decodes UTF-8, or UTF-16 if there is a byte order mark. */
function getText(bytes: Uint8Array<ArrayBuffer>): string {
  const utf16 = (bytes[0] === 0xff && bytes[1] === 0xfe && "utf-16le") || (bytes[0] === 0xfe && bytes[1] === 0xff && "utf-16be");
  return new TextDecoder(utf16 === false ? "utf-8" : utf16).decode(bytes);
}

/**
 * Parses the user's file: a page saved as HTML or MHTML, or a JSON response of the reviews list. The content decides the type.
 * @param parseHtml the browser's parser, which runs no script and fetches nothing
 * @param now ISO 8601
 */
export async function readDemoFile(file: Blob, parseHtml: ParseHtml, now: string): Promise<Result<Found, DemoProblem>> {
  if (file.size === 0) return refuse({ kind: "empty" });
  if (file.size > mostDemoBytes) return refuse({ kind: "tooLarge", bytes: file.size });
  // A file that was moved or changed after it was chosen can no longer be read.
  const buffer = await file.arrayBuffer().catch(() => null);
  if (buffer === null) return refuse({ kind: "unreadable" });
  const bytes = new Uint8Array(buffer);
  const text = getText(bytes);
  if (text.trim() === "") return refuse({ kind: "empty" });
  if (text.includes("\u0000")) return refuse({ kind: "unreadable" });
  const saved = looksLikeMhtml(text.slice(0, 4_000)) ? pageOfMhtml(bytes) : { html: text, url: "" };
  if (saved === null || !/^[\s\ufeff]*[<{[]/.test(saved.html.slice(0, 200))) return refuse({ kind: "unreadable" });
  const read = readSavedEtsy(saved.html, saved.url, { parseHtml, now });
  if (!read.ok) return refuse(getProblem(read.problem));
  return read.value.page.reviews.length === 0 ? refuse({ kind: "nothing" }) : ok(foundIn(read.value));
}
