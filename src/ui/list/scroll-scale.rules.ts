/** The tallest element that we make: Firefox draws nothing past 17.8 million px, and other browsers have limits of their own. */
export const tallestPx = 8_000_000;

/** How a list of any length is scrolled: by an element of all its rows or, where that would be too tall, of as many as fit. */
export interface Scale {
  readonly rows: number;
  readonly rowPx: number;
  /** px of the rows that are in sight */
  readonly sightPx: number;
  /** rows that the element has room for */
  readonly elementRows: number;
}

/** Where a list stands: the element's first row is the list's row number `lead`, and the element is scrolled by so many px. */
export interface Place {
  readonly lead: number;
  readonly scrollTop: number;
}

/** The scale of a list. */
export function scaleOf(rows: number, rowPx: number, sightPx: number, tallest = tallestPx): Scale {
  return { rows, rowPx, sightPx, elementRows: Math.min(rows, Math.floor(tallest / rowPx)) };
}

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}

/** The farthest that the element can be scrolled. */
function elementEnd({ elementRows, rowPx, sightPx }: Scale): number {
  return Math.max(0, elementRows * rowPx - sightPx);
}

/** The farthest that the list can be scrolled, in px of all its rows. */
export function farthest({ rows, rowPx, sightPx }: Scale): number {
  return Math.max(0, rows * rowPx - sightPx);
}

/** A place in px of all rows. */
export function topOf({ rowPx }: Pick<Scale, "rowPx">, { lead, scrollTop }: Place): number {
  return lead * rowPx + scrollTop;
}

/** The place that shows px of all rows: the scrollbar stands where that is of the whole, and a row begins where a row of the element does. */
export function placeOf(scale: Scale, top: number): Place {
  const { rows, rowPx, elementRows } = scale;
  const end = farthest(scale);
  const wanted = within(top, 0, end);
  if (rows === elementRows) return { lead: 0, scrollTop: wanted };
  const share = Math.round(((rows - elementRows) * wanted) / end);
  const lead = within(share, Math.ceil((wanted - elementEnd(scale)) / rowPx), Math.floor(wanted / rowPx));
  return { lead, scrollTop: wanted - lead * rowPx };
}

/**
 * Where a list stands after its element was scrolled. A wheel, a finger or a key moves it row by row; a longer way is a jump of the scrollbar, taken
 * as a share of the whole where the element has not room for all rows.
 * @param isByHand a wheel or a finger moves it now: however far, that is no jump
 */
export function afterScroll(scale: Scale, before: Place, scrollTop: number, isByHand = false): Place {
  const isJump = !isByHand && Math.abs(scrollTop - before.scrollTop) > scale.sightPx;
  const end = elementEnd(scale);
  const spare = scale.rows - scale.elementRows;
  if (!isJump || end === 0) return { lead: Math.min(before.lead, spare), scrollTop };
  return { lead: within(Math.round((spare * scrollTop) / end), 0, spare), scrollTop };
}

/** Whether the element is at an end, and the list is not: it must be placed anew to go on. */
export function isStuck(scale: Scale, { lead, scrollTop }: Place): boolean {
  return (scrollTop <= 0 && lead > 0) || (scrollTop >= elementEnd(scale) && lead < scale.rows - scale.elementRows);
}

/** The px of all rows that bring a row into sight with the least movement. */
export function topToShow(scale: Scale, top: number, index: number): number {
  const { rowPx, sightPx } = scale;
  const start = index * rowPx;
  if (start < top) return start;
  return start + rowPx > top + sightPx ? start + rowPx - sightPx : top;
}
