import type { ParseHtml } from "./marketplaces.contract.ts";

/** Thrown if reading a page exceeds its time limit. */
export class ReadingTooLong extends Error {
  override readonly name = "ReadingTooLong";
  /** the time limit */
  readonly seconds: number;

  constructor(seconds: number) {
    super(`marketplaces: not read within ${seconds} s`);
    this.seconds = seconds;
  }
}

/** Code units written between two checks of the clock. Unclosed formatting elements make each tag slower than the one before. */
const chunkLength = 1_024;

/** A document that is written in parts. */
export type WrittenDocument = Pick<Document, "write" | "close">;

interface ParserParts {
  /** in ms, from any origin */
  readonly now: () => number;
  /** an empty document without a window, as `document.implementation.createHTMLDocument()` makes it: it loads and runs nothing */
  readonly makeDocument: () => WrittenDocument;
  /** parses the whole page at once */
  readonly parse: ParseHtml;
  /** time limit for all of the reading: it blocks the page in which it runs */
  readonly mostSeconds: number;
}

export interface TimedParser {
  /** @throws ReadingTooLong if parsing would take too long */
  parseHtml(html: string): Document;
  /** @throws ReadingTooLong once the time limit is exceeded */
  check(): void;
}

/** The end of the part that begins at `from`, not within a surrogate pair. */
function findEnd(html: string, from: number): number {
  const end = Math.min(from + chunkLength, html.length);
  const last = html.charCodeAt(end - 1);
  return end < html.length && last >= 0xd800 && last <= 0xdbff ? end - 1 : end;
}

/**
 * Makes a parser for the reading of one page, whose time begins now. `DOMParser` cannot be interrupted (measured: 9 s for 100 kB of unclosed
 * formatting elements, and without end for 1 MB), so a page is first written on trial into a document part by part, with a look at the clock before
 * each; a usual page takes some 20 ms of that. The trial's document itself is not read: it treats `noscript` as a page with scripts does.
 *
 * The trial has a quarter of the time: after it the page is parsed at once by each reader, which nothing can interrupt and which takes as long as
 * the trial did.
 */
export function makeTimedParser({ now, makeDocument, parse, mostSeconds }: ParserParts): TimedParser {
  const start = now();
  const tried = new Set<string>();
  function checkUntil(end: number): void {
    if (now() > end) throw new ReadingTooLong(mostSeconds);
  }
  function tryParsing(html: string): void {
    const end = now() + (mostSeconds / 4) * 1000;
    const trial = makeDocument();
    for (let from = 0; from < html.length;) {
      checkUntil(end);
      const until = findEnd(html, from);
      trial.write(html.slice(from, until));
      from = until;
    }
    trial.close();
  }
  return {
    parseHtml(html) {
      if (!tried.has(html)) tryParsing(html);
      tried.add(html);
      return parse(html);
    },
    check: () => checkUntil(start + mostSeconds * 1000),
  };
}
