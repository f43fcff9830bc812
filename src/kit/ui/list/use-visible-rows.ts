import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { ScrollPosition } from "./scroll-scale.rules.ts";
import {
  getPositionAfterScroll,
  getFarthest,
  isStuck,
  toScrollPosition,
  createScale,
  toTopPx,
  getTopToShow,
} from "./scroll-scale.rules.ts";
import type { Scroller } from "./scroller.ts";
import { boxScroller, pageScroller } from "./scroller.ts";

/** Scrolling has settled this long after its last event. */
export const settleMs = 100;
/** Smaller movements are ignored. */
const leastMovePx = 0.5;
/** Scrolling within this time after a wheel or touch event was caused by it. */
const byHandMs = 250;
/** What is seen where nothing is laid out, as in a test without a browser. */
const unseenPx = 640;
/** Extra rows rendered above and below the visible ones. */
const spareRows = 8;
/** Room that stays free below the box, for the count, the bar of what is selected, and the page's margin. */
const belowPx = 72;
const leastBoxPx = 320;

export interface SightOptions {
  readonly rows: number;
  readonly rowPx: number;
  /** of the header, which stays in sight inside of the scrollbox */
  readonly headerPx: number;
  /** no box of their own: the page scrolls the rows */
  readonly isOfPage: boolean;
  /** the end is an estimate: who stands there stays there when it is found to be somewhere else */
  readonly isEstimate: boolean;
  /** called with the top row when scrolling has settled */
  readonly onSettle: (row: number) => void;
}

/** The visible rows of a list of any length: follows a scroll box, or the page, over rows of one height. The scale maps the rows of react-virtual to the list. */
export function useSight({ rows, rowPx, headerPx, isOfPage, isEstimate, onSettle }: SightOptions) {
  const [box, setBox] = useState<HTMLElement | null>(null);
  const [sightPx, setSightPx] = useState(unseenPx);
  const [heightPx, setHeightPx] = useState(leastBoxPx * 2);
  const [widthPx, setWidthPx] = useState(0);
  const [lead, setLead] = useState(0);
  const scroller = useRef<Scroller | null>(null);
  const place = useRef<ScrollPosition>({ lead: 0, scrollTop: 0 });
  const tell = useRef<(scrollTop: number, isScrolling: boolean) => void>(() => undefined);
  const movedAt = useRef(-Infinity);
  const direction = useRef<1 | -1>(1);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const scale = useMemo(() => createScale(rows, rowPx, sightPx), [rows, rowPx, sightPx]);
  const latest = useRef({ scale, onSettle });
  useLayoutEffect(() => {
    latest.current = { scale, onSettle };
  });

  const settle = () => {
    const top = toTopPx(latest.current.scale, place.current);
    // Correcting the scrollbar during momentum scrolling would stop it.
    if (Math.abs(toScrollPosition(latest.current.scale, top).scrollTop - place.current.scrollTop) > 1) put(top);
    tell.current(place.current.scrollTop, false);
    latest.current.onSettle(Math.floor(top / latest.current.scale.rowPx));
  };
  const settleSoon = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(settle, settleMs);
  };
  /** Goes to a place in px of all rows. What is read back is what the browser made of it. */
  const put = (top: number) => {
    place.current = toScrollPosition(latest.current.scale, top);
    setLead(place.current.lead);
    const { current } = scroller;
    if (current !== null && Math.abs(current.read() - place.current.scrollTop) > leastMovePx) {
      current.write(place.current.scrollTop);
      if (current.sightPx() > 0) place.current = { ...place.current, scrollTop: current.read() };
    }
    tell.current(place.current.scrollTop, false);
  };
  const go = (top: number) => {
    put(top);
    settleSoon();
  };
  const follow = (scrollTop: number) => {
    // Ignore scrolling that we caused.
    if (Math.abs(scrollTop - place.current.scrollTop) < leastMovePx) return;
    direction.current = scrollTop < place.current.scrollTop ? -1 : 1;
    place.current = getPositionAfterScroll(latest.current.scale, place.current, scrollTop, performance.now() - movedAt.current < byHandMs);
    setLead(place.current.lead);
    tell.current(scrollTop, true);
    if (isStuck(latest.current.scale, place.current)) settle();
    else settleSoon();
  };

  const virtual = useVirtualizer<Element, Element>({
    count: scale.elementRows,
    estimateSize: () => rowPx,
    overscan: spareRows,
    initialRect: { width: 0, height: unseenPx },
    useFlushSync: false,
    getScrollElement: () => {
      scroller.current = box === null ? null : isOfPage ? pageScroller(box) : boxScroller(box, headerPx);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the virtualizer passes it on to our own observers only
      return (scroller.current?.hears as Element | undefined) ?? null;
    },
    observeElementRect: (_, say) => {
      const { current } = scroller;
      if (current === null || box === null) return;
      const measure = () => {
        const above = box.getBoundingClientRect().top + (document.scrollingElement?.scrollTop ?? 0);
        setHeightPx(Math.max(leastBoxPx, Math.floor(innerHeight - above - belowPx)));
        setWidthPx(box.clientWidth);
        const height = current.sightPx() || unseenPx;
        setSightPx(height);
        say({ width: 0, height });
      };
      measure();
      const observer = typeof ResizeObserver === "undefined" ? null : new ResizeObserver(measure);
      observer?.observe(box);
      // Filters above it may wrap into further lines.
      if (box.parentElement !== null) observer?.observe(box.parentElement);
      addEventListener("resize", measure);
      return () => {
        observer?.disconnect();
        removeEventListener("resize", measure);
      };
    },
    observeElementOffset: (_, say) => {
      const { current } = scroller;
      if (current === null) return;
      tell.current = say;
      const byHand = () => (movedAt.current = performance.now());
      const hear = () => follow(current.read());
      const listening = new AbortController();
      const options = { passive: true, signal: listening.signal };
      current.hears.addEventListener("scroll", hear, options);
      for (const name of ["wheel", "touchmove"]) current.hears.addEventListener(name, byHand, options);
      // Another box, as of the list's other form, begins where the one before it stood.
      put(toTopPx(latest.current.scale, place.current));
      return () => {
        clearTimeout(timer.current);
        listening.abort();
      };
    },
    // Where it is scrolled to, is said by the scale alone.
    scrollToFn: () => undefined,
  });

  // What comes in the place of a list that the page scrolled begins at the top.
  useEffect(() => {
    if (!isOfPage || box === null) return undefined;
    return () => {
      if (scrollY > 0) window.scrollTo({ top: 0, behavior: "instant" });
    };
  }, [isOfPage, box]);

  const former = useRef(scale);
  useLayoutEffect(() => {
    const before = former.current;
    former.current = scale;
    if (before === scale) return;
    if (before.rowPx !== rowPx) virtual.measure();
    // Rows of another height: the same row stays at the top.
    const top = (toTopPx(before, place.current) / before.rowPx) * rowPx;
    const wasAtEnd = isEstimate && top > 0 && before.rowPx === rowPx && before.rows !== rows && top >= getFarthest(before) - 1;
    const next = wasAtEnd ? getFarthest(scale) : Math.min(top, getFarthest(scale));
    put(next);
    if (next !== top) settleSoon();
  });

  const items = virtual.getVirtualItems();
  const perSight = Math.ceil(sightPx / rowPx);
  const fitting = Math.max(1, Math.floor(sightPx / rowPx));
  const topRow = Math.min((virtual.range?.startIndex ?? 0) + lead, Math.max(0, rows - 1));
  return {
    box,
    boxRef: setBox,
    /** how high the box may be so that it, and what stands under it, end where the window does; and how wide it is */
    heightPx,
    widthPx,
    topRow,
    /** the last fully visible row */
    lastRow: topRow + fitting >= rows - 1 ? rows - 1 : topRow + fitting - 1,
    /** the number of rows that fit */
    perSight,
    direction: direction.current,
    /** the rendered rows */
    indexes: items.map(({ index }) => index + lead).filter((index) => index < rows),
    /** where the first of them stands in the element, and how tall that is */
    startPx: items[0]?.start ?? 0,
    elementPx: scale.elementRows * rowPx,
    /** Scrolls a row into view. */
    show(row: number): void {
      const top = toTopPx(scale, place.current);
      const wanted = getTopToShow(scale, top, row);
      if (wanted !== top) go(wanted);
    },
    /** Scrolls a row to the top. */
    putAtTop: (row: number) => go(row * rowPx),
    /** Scrolls by rows, to compensate for rows added or removed above. */
    shift: (count: number) => go(toTopPx(scale, place.current) + count * rowPx),
  };
}

export type Sight = ReturnType<typeof useSight>;
