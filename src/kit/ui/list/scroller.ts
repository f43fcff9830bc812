/** What the rows of a list scroll in: a box of their own, or the page. */
export interface Scroller {
  /** what tells of a scroll, a wheel and a finger */
  readonly hears: EventTarget;
  /** px of the rows that have gone above what is in sight, from 0 on */
  read(): number;
  write(px: number): void;
  /** px of rows that are in sight at most; 0 where nothing is laid out */
  sightPx(): number;
}

/** The rows' own box. @param headerPx of its header, which stays in sight */
export function boxScroller(box: HTMLElement, headerPx: number): Scroller {
  return {
    hears: box,
    read: () => box.scrollTop,
    write: (px) => {
      box.scrollTop = px;
    },
    sightPx: () => Math.max(0, box.clientHeight - headerPx),
  };
}

/**
 * The page, in which the rows stand at their whole height under the page's own head, which scrolls away. What stays above the page's main part
 * covers the rows: what is in sight of them begins below it.
 */
export function pageScroller(rows: HTMLElement): Scroller {
  const coveredPx = () => {
    const main = rows.closest("main");
    return main === null ? 0 : main.getBoundingClientRect().top + scrollY;
  };
  const sightPx = () => Math.max(0, document.documentElement.clientHeight - coveredPx());
  const gone = () => coveredPx() - rows.getBoundingClientRect().top;
  return {
    hears: window,
    // Before the rows, and behind them, the page scrolls by itself.
    read: () => Math.max(0, Math.min(gone(), rows.getBoundingClientRect().height - sightPx())),
    write: (px) => window.scrollTo({ top: scrollY + px - gone(), behavior: "instant" }),
    sightPx,
  };
}
