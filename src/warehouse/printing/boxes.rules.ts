/** A rectangle on paper, in millimetres from the upper left corner. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Shrinks a box by a margin on each side. */
export function inset({ x, y, width, height }: Box, margin: number): Box {
  return { x: x + margin, y: y + margin, width: width - 2 * margin, height: height - 2 * margin };
}

/** Splits a box into rows by shares, with a gap between them. Shares need not add up to 1. */
export function splitIntoRows(box: Box, shares: readonly number[], gap: number): Box[] {
  const whole = shares.reduce((sum, share) => sum + share, 0);
  const room = box.height - gap * (shares.length - 1);
  let { y } = box;
  return shares.map((share) => {
    const height = (room * share) / whole;
    const each = { ...box, y, height };
    y += height + gap;
    return each;
  });
}

/** Splits a box into columns by shares, with a gap between them. */
export function splitIntoColumns({ x, y, width, height }: Box, shares: readonly number[], gap: number): Box[] {
  return splitIntoRows({ x: y, y: x, width: height, height: width }, shares, gap).map((turned) => ({
    x: turned.y,
    y: turned.x,
    width: turned.height,
    height: turned.width,
  }));
}
