import { useLayoutEffect, useState } from "react";

/** Room that stays free below a list, for its count, the bar of what is selected, and the page's margin. */
const belowPx = 72;
const leastPx = 320;

/** How high a box may be so that it, and what stands under it, end where the window does; and how wide it is. */
export function useFill(box: HTMLElement | null): { heightPx: number; widthPx: number } {
  const [size, setSize] = useState({ heightPx: leastPx * 2, widthPx: 0 });
  useLayoutEffect(() => {
    if (box === null) return undefined;
    const measure = () => {
      const above = box.getBoundingClientRect().top + (document.scrollingElement?.scrollTop ?? 0);
      const heightPx = Math.max(leastPx, Math.floor(innerHeight - above - belowPx));
      setSize((old) => (old.heightPx === heightPx && old.widthPx === box.clientWidth ? old : { heightPx, widthPx: box.clientWidth }));
    };
    measure();
    addEventListener("resize", measure);
    // Filters above it may wrap into further lines.
    const observer = typeof ResizeObserver === "undefined" ? null : new ResizeObserver(measure);
    if (box.parentElement !== null) observer?.observe(box.parentElement);
    return () => {
      removeEventListener("resize", measure);
      observer?.disconnect();
    };
  }, [box]);
  return size;
}
