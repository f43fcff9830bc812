import { cleanText } from "./text.rules.ts";

/** Elements inside a text that are not part of it. */
const notWords = "button,script,style,template,.screen-reader-only,.wt-screen-reader-only";
const walked = `br,${notWords}`;
const elementNode = 1;
/** NodeFilter's constants: adapters use no globals. */
const [showElementsAndText, accept, reject] = [0x1 | 0x4, 1, 2];

function isWord(node: Node): number {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a node of type 1 is an Element, and so is its clone
  return node.nodeType === elementNode && (node as Element).matches(notWords) ? reject : accept;
}

/** Walks instead of recursing: a hostile page may be nested very deep. */
function walkText(root: Element): string {
  const walker = root.ownerDocument.createTreeWalker(root, showElementsAndText, isWord);
  let words = "";
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node.nodeType !== elementNode) words += node.nodeValue ?? "";
    // A <br> and the line end that servers print after it count once.
    else if (node.nodeName === "BR") words = `${words.replace(/[ \t]*\r?\n[ \t]*$/, "")}\u2028`;
  }
  return words.replace(/\u2028[ \t]*\r?\n/g, "\u2028");
}

/**
 * The text of an element, as a person reads it: without buttons and hidden labels, with a newline for each <br> and for each
 * line end of the text itself, and without the indentation of the markup. '' for null.
 */
export function getText(element: Element | null | undefined): string {
  if (!element) return "";
  // Walking takes ten times as long as textContent, so it is used only if needed.
  const raw = element.firstElementChild && element.querySelector(walked) ? walkText(element) : (element.textContent ?? "");
  const words = cleanText(raw);
  return words.includes("\n") ? words.replace(/[ \u00a0]*\n[ \u00a0]*/g, "\n") : words;
}

/** The text of an element in one line. */
export function getLine(element: Element | null | undefined): string {
  return getText(element).replace(/\s{2,}|[^\S ]/g, " ");
}

/**
 * The element that the first successful selector finds. Chromium searches for a list of selectors five times as slowly as for
 * each of them (measured on a shop's page of 650 elements: 54 against 4-9 microseconds each), so lists are not used on whole pages.
 */
export function findFirst(root: ParentNode, selectors: readonly string[]): Element | null {
  for (const selector of selectors) {
    const found = root.querySelector(selector);
    if (found) return found;
  }
  return null;
}

/**
 * The first match of a selector that also fits, or null. Usually the first one does, and the rest of `root` is not searched.
 */
export function findFirstFitting(root: ParentNode, selector: string, fits: (element: Element) => boolean): Element | null {
  const first = root.querySelector(selector);
  if (!first || fits(first)) return first;
  for (const element of root.querySelectorAll(selector)) if (element !== first && fits(element)) return element;
  return null;
}

/** The last number in brackets that an element shows: "(1,434)" gives "1,434". */
export function readBracketedNumber(element: Element | null): string | undefined {
  return element?.textContent
    ?.match(/\([\d.,\s]{1,20}\)/g)
    ?.at(-1)
    ?.slice(1, -1);
}
