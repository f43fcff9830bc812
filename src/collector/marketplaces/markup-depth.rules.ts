/** Elements whose unclosed start tags a parser repeats in every following block: their cost grows fastest. */
const formatting = new Set("a b big code em font i nobr s small strike strong tt u".split(" "));
/** Elements without content, and elements whose end tag may be left out because the next one implies it. */
const uncounted = new Set(
  "area base br col embed hr img input link meta param source track wbr body colgroup dd dt head html li optgroup option p rp rt tbody td tfoot th thead tr".split(
    " ",
  ),
);
/** Elements whose content is always text. */
const textOnly = new Set("script style textarea title xmp noscript".split(" "));

/** What too deeply nested markup lacks, as the problem names it. */
export const closingTags: readonly string[] = ["closing tags"];

/** Real pages nest fewer than 100 elements, and Chromium keeps no more than 512. */
const mostNested = 5_000;
const mostFormatting = 500;

/** The elements of one name: what they are, and how many of them are open. */
interface OpenElements {
  readonly isFormatting: boolean;
  readonly isUncounted: boolean;
  readonly isTextOnly: boolean;
  /** `<br/>` opens nothing, but a parser ignores the slash of these */
  readonly ignoresSlash: boolean;
  count: number;
}

function createOpenElements(name: string): OpenElements {
  const isFormatting = formatting.has(name);
  return {
    isFormatting,
    isUncounted: uncounted.has(name),
    isTextOnly: textOnly.has(name),
    ignoresSlash: isFormatting || name === "div" || name === "span",
    count: 0,
  };
}

/** A comment's start is no tag; its content is skipped. */
const commentStart = "!--";

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

/** The index after a tag's name that begins at `from`; `from` itself if no name begins there. */
function findNameEnd(html: string, from: number): number {
  let at = from;
  if (!isLetter(html.charCodeAt(at))) return from;
  for (let code = html.charCodeAt(at); isLetter(code) || (code >= 48 && code <= 57) || code === 45; code = html.charCodeAt(at)) at += 1;
  return at;
}

/** The beginnings of the names in `formatting` that are longer than a letter. */
const formattingStarts = new Set(["bi", "co", "em", "fo", "no", "sm", "st", "tt"]);

/** Whether there are enough start tags for that, formatting ones or any: few pages have them. Counts too many rather than too few. */
function mayBeTooDeep(html: string): boolean {
  let [tags, formattingTags] = [0, 0];
  for (let at = html.indexOf("<"); at !== -1; at = html.indexOf("<", at + 1)) {
    const first = html.charCodeAt(at + 1);
    if (!isLetter(first)) continue;
    tags += 1;
    // A name of one letter is taken for one of them, so is one that begins like one.
    if (!isLetter(html.charCodeAt(at + 2)) || formattingStarts.has(html.slice(at + 1, at + 3).toLowerCase())) formattingTags += 1;
    if (tags > mostNested || formattingTags > mostFormatting) return true;
  }
  return false;
}

/**
 * Whether markup nests so deeply that parsing it would not end in a reasonable time: a parser's time grows with the square of the depth, and
 * neither jsdom nor the browser's parser can be interrupted. Looks at each tag once, without a regular expression: its matches took a tenth of the time
 * that a browser takes to parse the page.
 */
export function isTooDeep(html: string): boolean {
  return mayBeTooDeep(html) && nestsTooDeep(html);
}

/** Follows the open elements through all tags. */
function nestsTooDeep(html: string): boolean {
  // By the name as written: a page writes a name in one way.
  const byName = new Map<string, OpenElements>();
  let [total, totalFormatting] = [0, 0];
  const change = (elements: OpenElements, by: 1 | -1): void => {
    // An end tag without a start tag closes nothing.
    if (by === -1 && elements.count === 0) return;
    elements.count += by;
    total += by;
    if (elements.isFormatting) totalFormatting += by;
  };
  let close = -1;
  let at = html.indexOf("<");
  while (at !== -1) {
    if (html.startsWith(commentStart, at + 1)) {
      at = html.indexOf("<", findEnd(html, "-->", at + 1 + commentStart.length));
      continue;
    }
    const isEnd = html.charCodeAt(at + 1) === 47;
    const nameStart = isEnd ? at + 2 : at + 1;
    const nameEnd = findNameEnd(html, nameStart);
    let next = html.indexOf("<", nameEnd);
    if (nameEnd > nameStart) {
      // Searched once for all tags before it, so that many tags without an end cost no more than one.
      if (close < nameEnd) close = html.indexOf(">", nameEnd);
      if (close === -1) return false;
      if (next === -1 || close < next) {
        const name = html.slice(nameStart, nameEnd);
        let elements = byName.get(name);
        if (elements === undefined) {
          const lowerCase = name.toLowerCase();
          elements = byName.get(lowerCase) ?? createOpenElements(lowerCase);
          byName.set(lowerCase, elements);
          byName.set(name, elements);
        }
        if (isEnd) change(elements, -1);
        else if (elements.isTextOnly) next = html.indexOf("<", findEnd(html, `</${name}`, close + 1));
        else if (!elements.isUncounted && (elements.ignoresSlash || html.charCodeAt(close - 1) !== 47)) change(elements, 1);
        if (total > mostNested || totalFormatting > mostFormatting) return true;
      }
    }
    at = next;
  }
  return false;
}

/** The index after the next `end`; the end of the text if there is none. */
function findEnd(html: string, end: string, from: number): number {
  const at = html.indexOf(end, from);
  return at === -1 ? html.length : at + end.length;
}
