/** The tallest element that we make: Firefox draws nothing past 17.8 million px, and other browsers have limits of their own. */
export const tallestPx = 8_000_000;

/**
 * How a list of any length is scrolled. `contentPx` is what all rows would take, `elementPx` what the element inside of the scrollbox takes:
 * the same up to `tallestPx`, and scaled down past it.
 */
export interface Scale {
  readonly contentPx: number;
  readonly elementPx: number;
  readonly viewportPx: number;
}

/** Where a scrollbox stands: `top` in px of the content, `scrollTop` in px of the element. */
export interface ScrollPlace {
  readonly top: number;
  readonly scrollTop: number;
}

/** The scale of a list. */
export function scaleOf(rows: number, rowPx: number, viewportPx: number, tallest = tallestPx): Scale {
  const contentPx = rows * rowPx;
  return { contentPx, elementPx: Math.max(Math.min(contentPx, tallest), viewportPx), viewportPx };
}

function isScaled({ contentPx, elementPx }: Scale): boolean {
  return contentPx > elementPx;
}

/** The farthest that the content can be scrolled. */
export function farthest({ contentPx, viewportPx }: Scale): number {
  return Math.max(0, contentPx - viewportPx);
}

/** A place of the content within its bounds. */
export function bounded(scale: Scale, top: number): number {
  return Math.min(Math.max(0, top), farthest(scale));
}

/** The scrollTop that shows how far a place of the content is. */
export function scrollTopOf(scale: Scale, top: number): number {
  if (!isScaled(scale)) return bounded(scale, top);
  return (bounded(scale, top) / farthest(scale)) * (scale.elementPx - scale.viewportPx);
}

/** The place of the content that a scrollTop stands for. */
export function topOf(scale: Scale, scrollTop: number): number {
  if (!isScaled(scale)) return bounded(scale, scrollTop);
  return bounded(scale, (scrollTop / (scale.elementPx - scale.viewportPx)) * farthest(scale));
}

/**
 * Where the content stands after the scrollbox has moved to `scrollTop`. Where the element is scaled, a wheel, a finger or a key moves the content by
 * as many px as the element, row by row; a longer way is a jump of the scrollbar and is taken as a share of the whole. Either end is an end.
 * @param isByHand a wheel or a finger moves it now: however far, that is no jump
 */
export function afterScroll(scale: Scale, { top, scrollTop: before }: ScrollPlace, scrollTop: number, isByHand = false): number {
  if (!isScaled(scale)) return bounded(scale, scrollTop);
  const moved = scrollTop - before;
  if (!isByHand && Math.abs(moved) > scale.viewportPx) return topOf(scale, scrollTop);
  return bounded(scale, top + moved);
}

/** The rows in sight, with some above and below so that a quick finger sees no gap. */
export function rowsInSight(top: number, rowPx: number, viewportPx: number, rows: number, spare: number): { first: number; last: number } {
  const first = Math.floor(top / rowPx) - spare;
  const last = Math.ceil((top + viewportPx) / rowPx) - 1 + spare;
  return { first: Math.max(0, first), last: Math.min(rows - 1, last) };
}

/** The place that brings a row into sight with the least movement. */
export function topToShow(scale: Scale, top: number, index: number, rowPx: number): number {
  const start = index * rowPx;
  if (start < top) return bounded(scale, start);
  const end = start + rowPx;
  return end > top + scale.viewportPx ? bounded(scale, end - scale.viewportPx) : bounded(scale, top);
}
