import { getFarEdge } from "./layout.rules.ts";
import type { Area } from "./layout.rules.ts";
import { farthestMm } from "./warehouses.rules.ts";

/** The visible rectangle of a map, in millimetres. */
export interface View {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The narrowest view: a few shelves. */
const leastMm = 2000;
const edgeMm = 500;

/** Returns the whole map, including what lies beyond the warehouse's measures. */
export function getWholeView({ width_mm, depth_mm }: { width_mm: number; depth_mm: number }, areas: readonly Area[]): View {
  const width = Math.max(width_mm, getFarEdge(areas, "width")) + 2 * edgeMm;
  const height = Math.max(depth_mm, getFarEdge(areas, "depth")) + 2 * edgeMm;
  return { x: -edgeMm, y: -edgeMm, width, height };
}

/**
 * Zooms the view in (factor over 1) or out, at most to the whole map.
 * @param about the fixed point as shares of the view: its centre, or the pointer
 */
export function zoomView(view: View, factor: number, whole: View, about: { x: number; y: number } = { x: 0.5, y: 0.5 }): View {
  const width = Math.min(whole.width, Math.max(Math.min(leastMm, whole.width), view.width / factor));
  const height = (width / whole.width) * whole.height;
  return within({ x: view.x + (view.width - width) * about.x, y: view.y + (view.height - height) * about.y, width, height }, whole);
}

/** Moves the view by shares of its size. */
export function panView(view: View, right: number, down: number, whole: View): View {
  return within({ ...view, x: view.x + right * view.width, y: view.y + down * view.height }, whole);
}

function within({ x, y, width, height }: View, whole: View): View {
  const clamp = (value: number, from: number, room: number) => Math.min(Math.max(value, from), from + Math.max(0, room));
  return { x: clamp(x, whole.x, whole.width - width), y: clamp(y, whole.y, whole.height - height), width, height };
}

/** Returns the length of the ruler in millimetres: 1, 2 or 5 times a power of ten, at most a fifth of the view. */
export function getRulerMm(widthMm: number): number {
  const most = widthMm / 5;
  const power = 10 ** Math.floor(Math.log10(most));
  const step = [5, 2, 1].find((times) => times * power <= most) ?? 1;
  return step * power;
}

/** Rounds a position to decimetres within the map's limits. */
export function snap(mm: number): number {
  return Math.min(farthestMm, Math.max(0, Math.round(mm / 100) * 100));
}

/** Unsaved moves of shelves, one step after another, so that each can be undone. */
export interface Moves {
  readonly steps: readonly { readonly shelf_uuid: string; readonly x_mm: number; readonly y_mm: number }[];
}

export const noMoves: Moves = { steps: [] };

/** Returns a shelf's area after the moves. */
export function applyMoves<S extends Area & { readonly shelf_uuid: string }>(shelf: S, { steps }: Moves): S {
  const last = steps.findLast(({ shelf_uuid }) => shelf_uuid === shelf.shelf_uuid);
  return last === undefined ? shelf : { ...shelf, x_mm: last.x_mm, y_mm: last.y_mm };
}

/** Adds a move; one that changes nothing is ignored. */
export function addMove(moves: Moves, shelf: Area & { readonly shelf_uuid: string }, x: number, y: number): Moves {
  const { shelf_uuid, x_mm, y_mm } = applyMoves(shelf, moves);
  const step = { shelf_uuid, x_mm: snap(x), y_mm: snap(y) };
  return step.x_mm === x_mm && step.y_mm === y_mm ? moves : { steps: [...moves.steps, step] };
}

/** Removes the last move. */
export function undoMove({ steps }: Moves): Moves {
  return { steps: steps.slice(0, -1) };
}

/** Returns how far below its position each of several is drawn: otherwise those at one position would overlap. */
export function spreadDown(places: readonly { readonly x_mm: number; readonly y_mm: number }[], stepMm: number): number[] {
  const seen = new Map<string, number>();
  return places.map(({ x_mm, y_mm }) => {
    const key = `${x_mm} ${y_mm}`;
    const before = seen.get(key) ?? 0;
    seen.set(key, before + 1);
    return before * stepMm;
  });
}

/** What the map shows about its shelves. */
export type Measure = "fill" | "heat";

/** Opacity of the fullest or busiest shelf, at which its text is still readable, and of the lowest one above zero. */
const [darkest, lightest] = [0.5, 0.08];

/** Returns the opacity of a shelf. Movements are scaled by square root: otherwise a few busy shelves would leave all others white. */
export function getShade(share: number, measure: Measure): number {
  if (share <= 0) return 0;
  return lightest + (darkest - lightest) * (measure === "heat" ? Math.sqrt(share) : share);
}
