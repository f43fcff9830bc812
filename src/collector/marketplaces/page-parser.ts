import type { TimedParser, WrittenDocument } from "./timed-parser.rules.ts";
import { makeTimedParser } from "./timed-parser.rules.ts";

/**
 * An empty document without a window. In Firefox a content script cannot write into its own documents (SecurityError, Firefox 140): there the page
 * makes it, and gets to see the answer that its own server sent.
 */
function makeDocument(): WrittenDocument {
  const page: unknown = Reflect.get(window, "wrappedJSObject");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a page's own window is the only object here with a document
  const own = typeof page === "object" && page !== null && "document" in page ? (page as Window).document : document;
  return own.implementation.createHTMLDocument("");
}

/** Makes a parser for one page, in our own pages and in content scripts; its time limit starts now. */
export function makePageParser(mostSeconds: number): TimedParser {
  const parser = new DOMParser();
  return makeTimedParser({
    now: () => performance.now(),
    makeDocument,
    parse: (html) => parser.parseFromString(html, "text/html"),
    mostSeconds,
  });
}
