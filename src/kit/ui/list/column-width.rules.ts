/** The specification's table columns (section 9): at least 80 px; text width, 10 of padding and 5 of slack. */
export const leastColumnPx = 80;
const paddingPx = 10;
const slackPx = 5;
/** More room before a text behind numbers: they end where it begins (`list.css` has the same). */
const apartPx = 12;
/** The widest a column gets unless it declares another limit. */
export const usualMostPx = 360;

/** Returns the width of a column whose widest text takes `textPx`. */
export function columnWidth(textPx: number, mostPx: number = usualMostPx): number {
  return Math.max(leastColumnPx, Math.min(Math.ceil(textPx) + paddingPx + slackPx, mostPx));
}

/** Returns the wider of two: during a visit a column only grows, so that it does not jump. */
export function growColumn(known: number | undefined, width: number): number {
  return Math.max(known ?? 0, width);
}

/** No character of our fonts is wider than this fraction of the font size: a text that cannot be the widest is not measured. */
const widestCharacter = 1.4;

/** Whether a text might be wider than the column is. */
export function mightBeWider(text: string, fontPx: number, width: number): boolean {
  return text.length * fontPx * widestCharacter + paddingPx + slackPx > width;
}

/** A column as the row's grid needs it. */
export interface Track {
  readonly widthPx: number;
  readonly align: "start" | "end";
  /** declared to hold long texts: shrinks before the others */
  readonly isLong?: boolean;
}

/** The width below which a column of long texts is never shrunk, and any other column of text: the number of a document is never cut. */
const leastLongPx = 104;
const leastTextPx = 144;
/** The first column says which row it is: up to this width, of a code or of a time at its longest (11/23/2026, 11:20:05 PM), it is never narrowed. */
const wholeFirstPx = 200;

/**
 * Tracks that fit into so many px, where they can: the widest texts give way, and are seen whole on hover and focus. Those that may be long give
 * way first; a time or a name that is always whole elsewhere is cut only after them.
 */
export function fittedTracks(tracks: readonly Track[], roomPx: number): readonly Track[] {
  if (roomPx <= 0) return tracks;
  const apart = tracks.filter(({ align }, index) => align === "start" && tracks[index - 1]?.align === "end").length * apartPx;
  const least = (all: readonly Track[], leastPx: number, gives: (track: Track, index: number) => boolean) => {
    const cut = (most: number) =>
      all.map((track, index) => (gives(track, index) ? { ...track, widthPx: Math.min(track.widthPx, most) } : track));
    let most = Math.max(...all.map(({ widthPx }) => widthPx));
    while (most > leastPx && cut(most).reduce((sum, { widthPx }) => sum + widthPx, apart) > roomPx) most -= 1;
    return cut(most);
  };
  return least(
    least(tracks, leastLongPx, ({ isLong }) => isLong === true),
    leastTextPx,
    ({ align, widthPx }, index) => align === "start" && (index > 0 || widthPx > wholeFirstPx),
  );
}

/**
 * The tracks of a row's CSS grid: what is left over goes to the last column of text, or to the last column where all are numbers.
 * @param beforePx width of what stands before the columns, `afterPx` behind them
 */
export function gridTemplate(tracks: readonly Track[], beforePx: number, afterPx: number): { template: string; leastPx: number } {
  const lastText = tracks.findLastIndex(({ align }) => align === "start");
  const growing = lastText === -1 ? tracks.length - 1 : lastText;
  const widths = tracks.map(
    ({ widthPx, align }, index) => widthPx + (align === "start" && tracks[index - 1]?.align === "end" ? apartPx : 0),
  );
  const columns = widths.map((widthPx, index) => (index === growing ? `minmax(${widthPx}px, 1fr)` : `${widthPx}px`));
  const sides = [beforePx, afterPx].map((px) => (px === 0 ? [] : [`${px}px`]));
  const leastPx = widths.reduce((sum, widthPx) => sum + widthPx, beforePx + afterPx);
  return { template: [...(sides[0] ?? []), ...columns, ...(sides[1] ?? [])].join(" "), leastPx };
}
