import { farEdge } from "./layout.rules.ts";
import type { Area } from "./layout.rules.ts";
import { farthestMm } from "./warehouses.rules.ts";

/** What is seen of a map: a rectangle, in millimetres. */
export interface View {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The narrowest view: a few shelves. */
const leastMm = 2000;
const edgeMm = 500;

/** The whole map, with what lies past the warehouse's own measures. */
export function wholeView({ width_mm, depth_mm }: { width_mm: number; depth_mm: number }, areas: readonly Area[]): View {
  const width = Math.max(width_mm, farEdge(areas, "width")) + 2 * edgeMm;
  const height = Math.max(depth_mm, farEdge(areas, "depth")) + 2 * edgeMm;
  return { x: -edgeMm, y: -edgeMm, width, height };
}

/**
 * The view nearer (a factor over 1) or farther; never farther than the whole.
 * @param about what stays where it is, as shares of the view: its middle, or where a pointer is
 */
export function zoomed(view: View, factor: number, whole: View, about: { x: number; y: number } = { x: 0.5, y: 0.5 }): View {
  const width = Math.min(whole.width, Math.max(Math.min(leastMm, whole.width), view.width / factor));
  const height = (width / whole.width) * whole.height;
  return within({ x: view.x + (view.width - width) * about.x, y: view.y + (view.height - height) * about.y, width, height }, whole);
}

/** The view moved by parts of itself. */
export function panned(view: View, right: number, down: number, whole: View): View {
  return within({ ...view, x: view.x + right * view.width, y: view.y + down * view.height }, whole);
}

function within({ x, y, width, height }: View, whole: View): View {
  const clamp = (value: number, from: number, room: number) => Math.min(Math.max(value, from), from + Math.max(0, room));
  return { x: clamp(x, whole.x, whole.width - width), y: clamp(y, whole.y, whole.height - height), width, height };
}

/** The length of the ruler: 1, 2 or 5 times a power of ten, at most a fifth of what is seen. In millimetres. */
export function rulerMm(widthMm: number): number {
  const most = widthMm / 5;
  const power = 10 ** Math.floor(Math.log10(most));
  const step = [5, 2, 1].find((times) => times * power <= most) ?? 1;
  return step * power;
}

/** A place on the map: whole decimetres, within what a map can show. */
export function snapped(mm: number): number {
  return Math.min(farthestMm, Math.max(0, Math.round(mm / 100) * 100));
}

/** Places of shelves that were moved and not saved yet, one step after another, so that each can be undone. */
export interface Moves {
  readonly steps: readonly { readonly shelf_uuid: string; readonly x_mm: number; readonly y_mm: number }[];
}

export const noMoves: Moves = { steps: [] };

/** Where a shelf stands after the moves. */
export function placeAfter<S extends Area & { readonly shelf_uuid: string }>(shelf: S, { steps }: Moves): S {
  const last = steps.findLast(({ shelf_uuid }) => shelf_uuid === shelf.shelf_uuid);
  return last === undefined ? shelf : { ...shelf, x_mm: last.x_mm, y_mm: last.y_mm };
}

/** The moves with one more; one that goes nowhere is none. */
export function moved(moves: Moves, shelf: Area & { readonly shelf_uuid: string }, x: number, y: number): Moves {
  const { shelf_uuid, x_mm, y_mm } = placeAfter(shelf, moves);
  const step = { shelf_uuid, x_mm: snapped(x), y_mm: snapped(y) };
  return step.x_mm === x_mm && step.y_mm === y_mm ? moves : { steps: [...moves.steps, step] };
}

/** The moves without the last one. */
export function undone({ steps }: Moves): Moves {
  return { steps: steps.slice(0, -1) };
}

/** How far below its place each of several is drawn: those at one place would hide one another. */
export function spreadDown(places: readonly { readonly x_mm: number; readonly y_mm: number }[], stepMm: number): number[] {
  const seen = new Map<string, number>();
  return places.map(({ x_mm, y_mm }) => {
    const key = `${x_mm} ${y_mm}`;
    const before = seen.get(key) ?? 0;
    seen.set(key, before + 1);
    return before * stepMm;
  });
}

/** What the map shows of its shelves. */
export type Measure = "fill" | "heat";

/** Opacity of the fullest or busiest shelf, at which its text is still readable, and of the least one that is not zero. */
const [darkest, lightest] = [0.5, 0.08];

/** Gets the opacity of a shelf. Movements count by their square root: otherwise a few busy shelves would leave all others white. */
export function getShade(share: number, measure: Measure): number {
  if (share <= 0) return 0;
  return lightest + (darkest - lightest) * (measure === "heat" ? Math.sqrt(share) : share);
}
