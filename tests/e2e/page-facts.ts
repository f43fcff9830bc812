import type { Page } from "puppeteer";

/** A visible text, and how much of its lines is hidden. */
export interface TextFact {
  /** `button.list-more < div.list-toolbar` */
  readonly where: string;
  readonly text: string;
  /** titles and names of the element and its ancestors, which may contain a cut text in full */
  readonly said: string;
  /** of a line */
  readonly heightPx: number;
  readonly lineCount: number;
  /** the text of a pressable element: a button, or a link that looks like one */
  readonly isOfButton: boolean;
  /** cut by a surrounding box or the page's edge */
  readonly hiddenPx: { readonly across: number; readonly down: number };
  /** overflow of its button, tag or panel */
  readonly spillPx: { readonly across: number; readonly down: number };
}

/** Something people read or hear: text, name, hint. */
export interface Words {
  readonly where: string;
  readonly text: string;
}

/** Facts read from a page. */
export interface PageFacts {
  readonly lang: string;
  readonly theme: string;
  readonly title: string;
  readonly h1: readonly string[];
  readonly texts: readonly TextFact[];
  /** texts in the page's language; excludes those marked as another language, as a name (`translate="no"`) or as a code */
  readonly words: readonly Words[];
}

/** Reads a page's texts, and how much of them is cut. */
export async function factsOf(page: Page): Promise<PageFacts> {
  return page.evaluate(gather);
}

/** Runs in the page, so it must be self-contained. */
function gather(): PageFacts {
  interface Box {
    left: number;
    top: number;
    right: number;
    bottom: number;
  }
  const edges = ({ left, top, right, bottom }: DOMRect): Box => ({ left, top, right, bottom });
  const nameOf = (element: Element) => {
    const name = element.classList.item(0);
    return element.localName + (element.id === "" || element.id.includes(":") ? "" : `#${element.id}`) + (name === null ? "" : `.${name}`);
  };
  const whereOf = (element: Element) => {
    const parts: string[] = [];
    for (let at: Element | null = element; at !== null && at !== document.body && parts.length < 4; at = at.parentElement)
      parts.push(nameOf(at));
    return parts.join(" < ");
  };
  const isHeardOnly = (element: Element) => {
    for (let at: Element | null = element; at !== null; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.clipPath.startsWith("inset(50%") || style.clip.startsWith("rect(0px, 0px, 0px, 0px")) return true;
      const { width, height } = at.getBoundingClientRect();
      if (style.overflow !== "visible" && width <= 1 && height <= 1) return true;
    }
    return false;
  };
  /** A link that stays off-screen until it is focused. */
  const isSkipLink = (element: Element) => element.closest('a[href^="#"]') !== null && element.closest("nav, main") === null;
  const saidAround = (element: Element) => {
    const said: string[] = [];
    let at: Element | null = element;
    for (let depth = 0; at !== null && depth < 5; depth += 1, at = at.parentElement)
      for (const name of ["title", "aria-label"]) said.push(at.getAttribute(name) ?? "");
    return said.join("\n");
  };
  const scrolls = (overflow: string) => overflow === "auto" || overflow === "scroll";
  const cuts = (overflow: string) => overflow === "hidden" || overflow === "clip";
  const isPainted = (style: CSSStyleDeclaration) => {
    const hasGround = !/^rgba\(\d+, \d+, \d+, 0\)$|^transparent$/.test(style.backgroundColor);
    const hasFrame = parseFloat(style.borderLeftWidth) > 0 && parseFloat(style.borderRightWidth) > 0;
    return (hasGround || hasFrame) && style.display !== "inline";
  };
  const over = (box: Box, limit: Box) => ({
    across: Math.max(0, limit.left - box.left, box.right - limit.right),
    down: Math.max(0, limit.top - box.top, box.bottom - limit.bottom),
  });

  /** Walks up from a line of text and clips it by each box around it. */
  const follow = (line: DOMRect, from: Element) => {
    const box = edges(line);
    const hiddenPx = { across: 0, down: 0 };
    const spillPx = { across: 0, down: 0 };
    let panelSeen = false;
    // An absolutely positioned box is clipped by its containing block and above, not by boxes in between.
    let isLoose = false;
    let isFixed = false;
    for (let at: Element | null = from; at !== null && at !== document.body && at !== document.documentElement; at = at.parentElement) {
      const style = getComputedStyle(at);
      const holds = !isLoose || style.position !== "static" || style.transform !== "none";
      if (holds) {
        isLoose = false;
        const frame = edges(at.getBoundingClientRect());
        if (!panelSeen && isPainted(style)) {
          panelSeen = true;
          Object.assign(spillPx, over(box, frame));
        }
        if (style.display !== "inline" && style.display !== "contents") {
          const inner = {
            left: frame.left + at.clientLeft,
            top: frame.top + at.clientTop,
            right: frame.left + at.clientLeft + at.clientWidth,
            bottom: frame.top + at.clientTop + at.clientHeight,
          };
          const beyond = over(box, inner);
          if (cuts(style.overflowX)) hiddenPx.across = Math.max(hiddenPx.across, beyond.across);
          if (cuts(style.overflowY)) hiddenPx.down = Math.max(hiddenPx.down, beyond.down);
          if (cuts(style.overflowX) || scrolls(style.overflowX)) Object.assign(box, { left: frame.left, right: frame.right });
          if (cuts(style.overflowY) || scrolls(style.overflowY)) Object.assign(box, { top: frame.top, bottom: frame.bottom });
          if (style.overflowX !== "visible" || style.overflowY !== "visible") panelSeen = true;
        }
      }
      if (style.position === "fixed") {
        isFixed = true;
        break;
      }
      if (style.position === "absolute") isLoose = true;
    }
    const width = document.documentElement.clientWidth;
    hiddenPx.across = Math.max(hiddenPx.across, -box.left, box.right - width);
    hiddenPx.down = Math.max(hiddenPx.down, isFixed ? Math.max(-box.top, box.bottom - window.innerHeight) : -(box.top + window.scrollY));
    return { hiddenPx, spillPx };
  };

  const pen = new OffscreenCanvas(1, 1).getContext("2d");
  const widthOf = (text: string, element: Element) => {
    if (pen === null) return 0;
    const { fontWeight, fontSize, fontFamily } = getComputedStyle(element);
    pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
    return pen.measureText(text).width;
  };
  const isSeen = (element: Element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });

  const texts: TextFact[] = [];
  const words: Words[] = [];
  const pageLang = document.documentElement.lang;
  const isInPageLanguage = (element: Element) =>
    element.closest<HTMLElement>("[lang]")?.lang === pageLang && element.closest('[translate="no"], code, kbd') === null;

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = (node.nodeValue ?? "").replace(/\s+/g, " ").trim();
    if (element === null || text === "" || element.closest("script, style, noscript, template, option") !== null || !isSeen(element))
      continue;
    const where = whereOf(element);
    if (isInPageLanguage(element)) words.push({ where, text });
    if (isHeardOnly(element) || isSkipLink(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const said = saidAround(element);
    const { textOverflow } = getComputedStyle(element);
    const cutByDots = textOverflow === "ellipsis" ? Math.max(0, element.scrollWidth - element.clientWidth) : 0;
    const lines = [...range.getClientRects()].filter(({ width, height }) => width >= 1 && height >= 1);
    if (lines.length === 0) continue;
    const seen = lines.map((line) => follow(line, element));
    const most = (part: "hiddenPx" | "spillPx") => ({
      across: Math.max(...seen.map((one) => one[part].across)),
      down: Math.max(...seen.map((one) => one[part].down)),
    });
    const hiddenPx = most("hiddenPx");
    hiddenPx.across = Math.max(hiddenPx.across, cutByDots);
    texts.push({
      where,
      text,
      said,
      heightPx: lines[0]?.height ?? 0,
      hiddenPx,
      spillPx: most("spillPx"),
      lineCount: lines.length,
      isOfButton: element.closest("button, .button") !== null,
    });
  }

  for (const element of document.querySelectorAll("[aria-label], [title], [placeholder], [alt]")) {
    if (!isSeen(element) || !isInPageLanguage(element) || element.closest('[aria-hidden="true"]') !== null) continue;
    for (const name of ["aria-label", "title", "placeholder", "alt"]) {
      const text = element.getAttribute(name)?.trim() ?? "";
      if (text !== "") words.push({ where: `${whereOf(element)} [${name}]`, text });
    }
  }

  // Text in inputs is not part of the page's text: measured separately.
  for (const element of document.querySelectorAll<HTMLInputElement | HTMLSelectElement>("input[placeholder], select")) {
    const isMenu = element instanceof HTMLSelectElement;
    const text = isMenu ? (element.selectedOptions[0]?.text ?? "") : element.value === "" ? element.placeholder : "";
    if (text === "" || !isSeen(element)) continue;
    const { paddingLeft, paddingRight, appearance } = getComputedStyle(element);
    const room = element.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - (isMenu && appearance !== "none" ? 16 : 0);
    const hiddenPx = { across: Math.max(0, widthOf(text, element) - room), down: 0 };
    texts.push({
      where: whereOf(element),
      text,
      said: saidAround(element),
      heightPx: 20,
      hiddenPx,
      spillPx: { across: 0, down: 0 },
      lineCount: 1,
      isOfButton: false,
    });
    if (isMenu && isInPageLanguage(element)) words.push({ where: whereOf(element), text });
  }

  return {
    lang: pageLang,
    theme: document.documentElement.dataset["theme"] ?? "",
    title: document.title,
    h1: [...document.querySelectorAll("h1")].filter(isSeen).map((heading) => heading.innerText.trim()),
    texts,
    words,
  };
}
