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

const tag = /<(?:!--|(\/?)([a-z][a-z0-9-]*)[^<>]*?(\/?)>)/gi;

/** The number of open elements, by name; an end tag without a start tag closes nothing. */
class OpenElements {
  readonly #counts = new Map<string, number>();
  total = 0;
  formatting = 0;

  change(name: string, by: 1 | -1): void {
    const count = this.#counts.get(name) ?? 0;
    if (by === -1 && count === 0) return;
    this.#counts.set(name, count + by);
    this.total += by;
    if (formatting.has(name)) this.formatting += by;
  }
}

/**
 * Whether markup nests so deeply that parsing it would not end in a reasonable time: a parser's time grows with the square of the depth, and
 * neither jsdom nor the browser's parser can be interrupted. Looks at each tag once.
 */
export function isTooDeep(html: string): boolean {
  const open = new OpenElements();
  tag.lastIndex = 0;
  for (let found = tag.exec(html); found !== null; found = tag.exec(html)) {
    const [whole, slash = "", written = "", selfClosing = ""] = found;
    const name = written.toLowerCase();
    if (whole === "<!--") tag.lastIndex = findEnd(html, "-->", tag.lastIndex);
    else if (slash !== "") open.change(name, -1);
    else if (textOnly.has(name)) tag.lastIndex = findEnd(html, `</${written}`, tag.lastIndex);
    else if (!uncounted.has(name) && (selfClosing === "" || formatting.has(name) || name === "div" || name === "span"))
      open.change(name, 1);
    if (open.total > mostNested || open.formatting > mostFormatting) return true;
  }
  return false;
}

/** The index after the next `end`; the end of the text if there is none. */
function findEnd(html: string, end: string, from: number): number {
  const at = html.indexOf(end, from);
  return at === -1 ? html.length : at + end.length;
}
