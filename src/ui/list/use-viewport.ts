import type { RefCallback } from "react";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { Scale } from "./scroll-scale.rules.ts";
import { boxScroller, pageScroller } from "./scroller.ts";
import type { Scroller } from "./scroller.ts";
import { afterScroll, bounded, farthest, scaleOf, scrollTopOf, topToShow } from "./scroll-scale.rules.ts";
import { settleMs } from "./use-pages.ts";

/** Less than this is no move. */
const leastMovePx = 0.5;
/** So long after a wheel or a finger moved, what scrolls is theirs. */
const byHandMs = 250;

/** What is seen where nothing is laid out, as in a test without a browser. */
const unseenPx = 640;

interface ViewportOptions {
  readonly rows: number;
  readonly rowPx: number;
  /** of the header, which stays in sight inside of the scrollbox */
  readonly headerPx: number;
  /** no box of their own: the page scrolls the rows */
  readonly isOfPage: boolean;
  /** the row that is at the top at first */
  readonly firstRow: number;
  /** the end is an estimate: who stands there stays there when it is found to be somewhere else */
  readonly isEstimate: boolean;
  /** told of the row at the top when scrolling has settled */
  readonly onSettle: (row: number) => void;
}

/** A scrollbox over rows of one height, however many; or the page, where it scrolls them. */
export interface Viewport {
  readonly boxRef: RefCallback<HTMLDivElement>;
  readonly scale: Scale;
  /** the row at the top */
  readonly topRow: number;
  /** px from the content's place of a row to the element's, where the element is scaled */
  readonly drift: number;
  readonly direction: 1 | -1;
  /** Brings a row into sight. */
  show(row: number): void;
  /** Puts a row at the top. */
  putAtTop(row: number): void;
  /** Moves by rows, for those that came or went above. */
  shift(rows: number): void;
}

interface Seen {
  readonly topRow: number;
  readonly drift: number;
  readonly direction: 1 | -1;
}

/** Follows a scrollbox; the component is drawn again when another row comes to the top, and not with each px. */
export function useViewport({ rows, rowPx, headerPx, isOfPage, firstRow, isEstimate, onSettle }: ViewportOptions): Viewport {
  const [box, setBox] = useState<HTMLDivElement | null>(null);
  const scroller = useRef<Scroller | null>(null);
  const [viewportPx, setViewportPx] = useState(unseenPx);
  const [seen, setSeen] = useState<Seen>({ topRow: firstRow, drift: 0, direction: 1 });
  const place = useRef({ top: firstRow * rowPx, scrollTop: 0 });
  const scale = useMemo(() => scaleOf(rows, rowPx, viewportPx), [rows, rowPx, viewportPx]);
  const latest = useRef({ scale, rowPx, onSettle });
  useLayoutEffect(() => {
    latest.current = { scale, rowPx, onSettle };
  });

  const tell = useCallback((direction?: 1 | -1) => {
    const { top, scrollTop } = place.current;
    const topRow = Math.floor(top / latest.current.rowPx);
    const drift = scrollTop - top;
    setSeen((old) => {
      const next = { topRow, drift, direction: direction ?? old.direction };
      return old.topRow === topRow && old.drift === drift && old.direction === next.direction ? old : next;
    });
  }, []);

  /** Brings the scrollbar to where the content stands. What is read back is what the browser made of it. */
  const align = useCallback(
    (top: number) => {
      place.current = { top, scrollTop: scrollTopOf(latest.current.scale, top) };
      const { current } = scroller;
      if (current !== null && Math.abs(current.read() - place.current.scrollTop) > leastMovePx) {
        current.write(place.current.scrollTop);
        if (current.sightPx() > 0) place.current.scrollTop = current.read();
      }
      tell();
    },
    [tell],
  );

  useLayoutEffect(() => {
    if (box === null) return undefined;
    const scrolled = isOfPage ? pageScroller(box) : boxScroller(box, headerPx);
    scroller.current = scrolled;
    // Another box, as of the list's other form, begins where the one before it stood.
    align(place.current.top);
    const measure = () => setViewportPx(scrolled.sightPx() || unseenPx);
    measure();
    const observer = typeof ResizeObserver === "undefined" ? null : new ResizeObserver(measure);
    observer?.observe(box);
    if (isOfPage) addEventListener("resize", measure);
    return () => {
      scroller.current = null;
      observer?.disconnect();
      removeEventListener("resize", measure);
      // What comes in the place of the list begins at the top.
      if (isOfPage && scrollY > 0) window.scrollTo({ top: 0, behavior: "instant" });
    };
  }, [box, headerPx, isOfPage, align]);

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const settle = useCallback(() => {
    const { top, scrollTop } = place.current;
    // Momentum would end if the scrollbar were put right while it moves.
    if (Math.abs(scrollTop - scrollTopOf(latest.current.scale, top)) > 1) align(top);
    latest.current.onSettle(Math.floor(top / latest.current.rowPx));
  }, [align]);
  const settleSoon = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(settle, settleMs);
  }, [settle]);

  useEffect(() => {
    const { current } = scroller;
    if (box === null || current === null) return undefined;
    let movedAt = -Infinity;
    const byHand = () => {
      movedAt = performance.now();
    };
    const follow = () => {
      const scrollTop = current.read();
      const before = place.current;
      // What was moved by ourselves is known already.
      if (Math.abs(scrollTop - before.scrollTop) < leastMovePx) return;
      const top = afterScroll(latest.current.scale, before, scrollTop, performance.now() - movedAt < byHandMs);
      place.current = { top, scrollTop };
      tell(scrollTop < before.scrollTop ? -1 : 1);
      // At the scrollbar's end with rows left: there must be room to go on.
      if (scrollTop <= 0 && top > 0) settle();
      else settleSoon();
    };
    const listening = new AbortController();
    const options = { passive: true, signal: listening.signal };
    current.hears.addEventListener("scroll", follow, options);
    current.hears.addEventListener("wheel", byHand, options);
    current.hears.addEventListener("touchmove", byHand, options);
    return () => {
      clearTimeout(timer.current);
      listening.abort();
    };
  }, [box, tell, settle, settleSoon]);

  const former = useRef({ ...scale, rowPx });
  useLayoutEffect(() => {
    const before = former.current;
    former.current = { ...scale, rowPx };
    // Another form of the list has rows of another height: the same row stays at the top.
    const top = (place.current.top / before.rowPx) * rowPx;
    const wasAtEnd = isEstimate && top > 0 && before.rowPx === rowPx && before.contentPx !== scale.contentPx && top >= farthest(before) - 1;
    const next = wasAtEnd ? farthest(scale) : bounded(scale, top);
    align(next);
    if (next !== top) settleSoon();
  }, [scale, rowPx, isEstimate, align, settleSoon]);

  const go = (top: number) => {
    align(bounded(latest.current.scale, top));
    settleSoon();
  };
  return {
    boxRef: setBox,
    scale,
    ...seen,
    show: (row) => {
      const top = topToShow(latest.current.scale, place.current.top, row, rowPx);
      if (top !== place.current.top) go(top);
    },
    putAtTop: (row) => go(row * rowPx),
    shift: (count) => go(place.current.top + count * rowPx),
  };
}
