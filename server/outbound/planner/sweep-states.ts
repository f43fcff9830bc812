/**
 * The classes of partial tours over several blocks, as the sweep over the aisles meets them. A class says of each crossing of the current aisle
 * whether the partial tour visits it an odd or an even number of times or not at all, and which of those visited are connected. This is
 * Ratliff and Rosenthal's idea for any number of cross aisles, as in Pansart, Catusse and Cambazard, "Exact algorithms for the order picking
 * problem", Computers & Operations Research 100 (2018).
 */
export interface SweepStates {
  readonly count: number;
  /** Number of the class of a tour that has not begun. */
  readonly start: number;
  /** whether a class is a whole tour: one part, each crossing visited an even number of times */
  readonly isWhole: readonly boolean[];
  /** The class after a move, or -1 if it is impossible: `(move * crossAisles + row) * count + class`. */
  readonly after: Int32Array;
}

/** What a tour may do in a segment (the first six, at the row of its front end), and between an aisle and the next along a cross aisle. */
export const moves = ["none", "through", "twice", "front", "back", "gap", "leave", "oneWay", "bothWays"] as const;
export type Move = (typeof moves)[number];

/** Returns the number of a move in `SweepStates.after`. */
export function getMoveNumber(move: Move): number {
  return moves.indexOf(move);
}

/** A class: each crossing is 0 if not visited, else twice its part's number (1 and up, in order of appearance) plus 1 if odd. */
type Class = readonly number[];

function renumber(crossings: Class): Class {
  const names = new Map<number, number>();
  return crossings.map((crossing) => {
    if (crossing === 0) return 0;
    const part = crossing >> 1;
    if (!names.has(part)) names.set(part, names.size + 1);
    return 2 * (names.get(part) ?? 0) + (crossing & 1);
  });
}

/** Visits a crossing that was not visited yet, as a part of its own. */
function visit(crossings: Class, row: number): Class {
  return crossings[row] === 0 ? crossings.with(row, 2 * (crossings.length + 1 + row)) : crossings;
}

/** Connects two neighbouring crossings by one passage or two. */
function connect(crossings: Class, row: number, passages: number): Class {
  const visited = visit(visit(crossings, row), row + 1);
  const [one = 0, other = 0] = [visited[row], visited[row + 1]];
  const joined = visited.map((crossing) => (crossing >> 1 === other >> 1 ? ((one >> 1) << 1) | (crossing & 1) : crossing));
  return passages === 2 ? joined : joined.map((crossing, at) => (at === row || at === row + 1 ? crossing ^ 1 : crossing));
}

/** Replaces an aisle's crossing by the next aisle's. Null if the tour would be odd at the crossing or lose a part there. */
function advance(crossings: Class, row: number, passages: number): Class | null {
  const crossing = crossings[row] ?? 0;
  if ((crossing & 1) !== (passages & 1)) return null;
  if (passages > 0) return crossing === 0 ? null : crossings;
  const isLast = crossing !== 0 && !crossings.some((other, at) => at !== row && other >> 1 === crossing >> 1);
  return isLast ? null : crossings.with(row, 0);
}

function applyMove(crossings: Class, move: Move, row: number): Class | null {
  if (move === "leave" || move === "oneWay" || move === "bothWays") {
    return advance(crossings, row, move === "leave" ? 0 : move === "oneWay" ? 1 : 2);
  }
  if (row === crossings.length - 1) return null;
  switch (move) {
    case "none":
      return crossings;
    case "through":
      return connect(crossings, row, 1);
    case "twice":
      return connect(crossings, row, 2);
    case "front":
      return visit(crossings, row);
    case "back":
      return visit(crossings, row + 1);
    case "gap":
      return visit(visit(crossings, row), row + 1);
  }
}

function isWholeTour(crossings: Class): boolean {
  const visited = crossings.filter((crossing) => crossing !== 0);
  return visited.length > 0 && visited.every((crossing) => crossing === 2);
}

/** Lists the classes that can be reached with a number of cross aisles, and what each move makes of them. */
export function listSweepStates(crossAisles: number): SweepStates {
  const numbers = new Map<string, number>();
  const found: Class[] = [];
  const number = (crossings: Class): number => {
    const key = crossings.join();
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, found.length);
    found.push(crossings);
    return found.length - 1;
  };
  const start = number(Array.from({ length: crossAisles }, () => 0));
  const rows: number[][] = [];
  for (let at = 0; at < found.length; at += 1) {
    const crossings = found[at] ?? [];
    const next: number[] = [];
    for (const move of moves) {
      for (let row = 0; row < crossAisles; row += 1) {
        const after = applyMove(crossings, move, row);
        next.push(after === null ? -1 : number(renumber(after)));
      }
    }
    rows.push(next);
  }
  const count = found.length;
  const after = new Int32Array(moves.length * crossAisles * count);
  for (const [state, next] of rows.entries()) for (const [at, to] of next.entries()) after[at * count + state] = to;
  return { count, start, isWhole: found.map(isWholeTour), after };
}
