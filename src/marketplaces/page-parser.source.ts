import type { TimedParser, WrittenDocument } from "./timed-parser.rules.ts";
import { makeTimedParser } from "./timed-parser.rules.ts";

/**
 * An empty document without a window. Firefox lets a content script write into no document of its own (SecurityError, Firefox 140): there the page
 * makes it, and gets to see the answer that its own server sent.
 */
function makeDocument(): WrittenDocument {
  const page: unknown = Reflect.get(window, "wrappedJSObject");
  const own = typeof page === "object" && page !== null && "document" in page ? (page as Window).document : document;
  return own.implementation.createHTMLDocument("");
}

/** A parser for the reading of one page, in a page of ours or a content script; its time begins now. */
export function makePageParser(mostSeconds: number): TimedParser {
  const parser = new DOMParser();
  return makeTimedParser({
    now: () => performance.now(),
    makeDocument,
    parse: (html) => parser.parseFromString(html, "text/html"),
    mostSeconds,
  });
}
