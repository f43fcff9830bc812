/** A rectangle on paper, in millimetres from the upper left corner. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A box with a margin taken off on each side. */
export function inset({ x, y, width, height }: Box, margin: number): Box {
  return { x: x + margin, y: y + margin, width: width - 2 * margin, height: height - 2 * margin };
}

/** Boxes below each other that fill a box by their shares, whatever the shares add up to, with a gap between them. */
export function below(box: Box, shares: readonly number[], gap: number): Box[] {
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

/** Boxes beside each other that fill a box by their shares, with a gap between them. */
export function beside({ x, y, width, height }: Box, shares: readonly number[], gap: number): Box[] {
  return below({ x: y, y: x, width: height, height: width }, shares, gap).map((turned) => ({
    x: turned.y,
    y: turned.x,
    width: turned.height,
    height: turned.width,
  }));
}
