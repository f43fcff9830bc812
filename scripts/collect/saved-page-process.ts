import { JSDOM } from "jsdom";
import { savedReaders } from "#src/collector/marketplaces/marketplaces.ts";
import type { Problem } from "#src/collector/marketplaces/marketplaces.contract.ts";
import type { ReadNews, ReadOrder } from "./read-saved-page.ts";

function describeProblem(problem: Problem): string {
  switch (problem.kind) {
    case "notProductPage":
      return "not a page that it knows";
    case "blocked":
      return "the page of its risk control, not of reviews";
    case "signedOut":
      return "a sign-in page, not of reviews";
    case "contractChanged":
      return `of a form that is not known, without ${listFirst(problem.missing)}`;
    case "noReviews":
      return "none on it";
    case "tooManyRequests":
    case "offline":
    case "unavailable":
    case "diskFull":
      return problem.kind;
  }
}

/** The output promises one line, and a page can lack a hundred fields. */
function listFirst(names: readonly string[]): string {
  const shown = 3;
  return names.slice(0, shown).join(", ") + (names.length > shown ? ` and ${names.length - shown} more` : "");
}

/** Reads a saved page with each reader, until one finds reviews. */
function readSaved({ text, url, now }: ReadOrder): ReadNews {
  // One window for all documents; scripts of the page are never run.
  const parser = new new JSDOM("").window.DOMParser();
  const context = { parseHtml: (html: string) => parser.parseFromString(html, "text/html"), now };
  const refusals: string[] = [];
  for (const reader of savedReaders) {
    const result = reader.readSaved(text, url, context);
    if (result.ok && result.value.page.reviews.length > 0) return { ok: true, saved: result.value };
    refusals.push(`${reader.name}: ${result.ok ? "an empty page" : describeProblem(result.problem)}`);
  }
  return { ok: false, refusals };
}

// One order a process: read-saved-page.ts starts it, and kills it when its time is over.
process.once("message", (order: ReadOrder) => {
  process.send?.(readSaved(order), () => process.disconnect());
});
