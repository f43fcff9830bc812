import { useLayoutEffect, useState } from "react";

/** Room that stays free below a list, for its count and the page's margin. */
const belowPx = 72;
const leastPx = 320;

/** How high a box may be so that it, and what stands under it, end where the window does. */
export function useFill(box: HTMLElement | null): number {
  const [height, setHeight] = useState(leastPx * 2);
  useLayoutEffect(() => {
    if (box === null) return undefined;
    const measure = () => {
      const above = box.getBoundingClientRect().top + (document.scrollingElement?.scrollTop ?? 0);
      setHeight(Math.max(leastPx, Math.floor(innerHeight - above - belowPx)));
    };
    measure();
    addEventListener("resize", measure);
    // Filters and chips above it may wrap into further lines.
    const observer = typeof ResizeObserver === "undefined" ? null : new ResizeObserver(measure);
    if (box.parentElement !== null) observer?.observe(box.parentElement);
    return () => {
      removeEventListener("resize", measure);
      observer?.disconnect();
    };
  }, [box]);
  return height;
}
