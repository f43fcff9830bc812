/** The tallest element that we create: Firefox renders nothing past 17.8 million px, and other browsers have limits too. */
export const tallestPx = 8_000_000;

/** How a list of any length scrolls: through an element of all its rows or, if that would be too tall, of as many as fit. */
export interface Scale {
  readonly rows: number;
  readonly rowPx: number;
  /** px of visible rows */
  readonly sightPx: number;
  /** the number of rows that fit into the element */
  readonly elementRows: number;
}

/** The scroll position of a list: the element's first row is the list's row `lead`, and the element is scrolled by `scrollTop` px. */
export interface ScrollPosition {
  readonly lead: number;
  readonly scrollTop: number;
}

/** Returns the scale of a list. */
export function createScale(rows: number, rowPx: number, sightPx: number, tallest = tallestPx): Scale {
  return { rows, rowPx, sightPx, elementRows: Math.min(rows, Math.floor(tallest / rowPx)) };
}

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}

/** Returns the maximum scroll position of the element. */
function elementEnd({ elementRows, rowPx, sightPx }: Scale): number {
  return Math.max(0, elementRows * rowPx - sightPx);
}

/** Returns the maximum scroll position of the list, in px of all its rows. */
export function getFarthest({ rows, rowPx, sightPx }: Scale): number {
  return Math.max(0, rows * rowPx - sightPx);
}

/** Converts a position to px of all rows. */
export function toTopPx({ rowPx }: Pick<Scale, "rowPx">, { lead, scrollTop }: ScrollPosition): number {
  return lead * rowPx + scrollTop;
}

/** Converts px of all rows to a position: the scrollbar shows the share of the whole, and rows align with the element's rows. */
export function toScrollPosition(scale: Scale, top: number): ScrollPosition {
  const { rows, rowPx, elementRows } = scale;
  const end = getFarthest(scale);
  const wanted = within(top, 0, end);
  if (rows === elementRows) return { lead: 0, scrollTop: wanted };
  const share = Math.round(((rows - elementRows) * wanted) / end);
  const lead = within(share, Math.ceil((wanted - elementEnd(scale)) / rowPx), Math.floor(wanted / rowPx));
  return { lead, scrollTop: wanted - lead * rowPx };
}

/**
 * Returns the list's position after its element was scrolled. A wheel, finger or key scrolls row by row; a longer distance is a jump of the scrollbar,
 * which counts as a share of the whole if not all rows fit into the element.
 * @param isByHand a wheel or finger is scrolling: never a jump, however far
 */
export function getPositionAfterScroll(scale: Scale, before: ScrollPosition, scrollTop: number, isByHand = false): ScrollPosition {
  const isJump = !isByHand && Math.abs(scrollTop - before.scrollTop) > scale.sightPx;
  const end = elementEnd(scale);
  const spare = scale.rows - scale.elementRows;
  if (!isJump || end === 0) return { lead: Math.min(before.lead, spare), scrollTop };
  return { lead: within(Math.round((spare * scrollTop) / end), 0, spare), scrollTop };
}

/** Whether the element is at an end and the list is not, so that it must be repositioned. */
export function isStuck(scale: Scale, { lead, scrollTop }: ScrollPosition): boolean {
  return (scrollTop <= 0 && lead > 0) || (scrollTop >= elementEnd(scale) && lead < scale.rows - scale.elementRows);
}

/** Returns the position, in px of all rows, that makes a row visible with the least movement. */
export function getTopToShow(scale: Scale, top: number, index: number): number {
  const { rowPx, sightPx } = scale;
  const start = index * rowPx;
  if (start < top) return start;
  return start + rowPx > top + sightPx ? start + rowPx - sightPx : top;
}
