/** What the dialog of a split has for a line: its pieces, and how many of them move. */
export interface SplitLine {
  readonly line_uuid: string;
  readonly quantity: number;
  /** null for none */
  readonly moved: number | null;
}

/** Why a line's number is wrong: there are not so many pieces, or it is no number of pieces. */
export type SplitLineProblem = "tooMany" | "notWhole";

/** What is wrong with a split: numbers of lines, or, where each of these is possible, that no piece moves or none stays. */
export interface SplitProblems {
  readonly lines: Readonly<Record<string, SplitLineProblem>>;
  readonly isAllOrNothing: boolean;
}

function findLineProblem({ quantity, moved }: SplitLine): SplitLineProblem | null {
  if (moved === null) return null;
  if (moved < 0 || !Number.isInteger(moved)) return "notWhole";
  return moved > quantity ? "tooMany" : null;
}

/** Checks what a split moves; returns null if it is possible. */
export function findSplitProblems(lines: readonly SplitLine[]): SplitProblems | null {
  const wrong = lines.flatMap((line) => {
    const problem = findLineProblem(line);
    return problem === null ? [] : [[line.line_uuid, problem] as const];
  });
  if (wrong.length > 0) return { lines: Object.fromEntries(wrong), isAllOrNothing: false };
  const moved = lines.reduce((sum, line) => sum + (line.moved ?? 0), 0);
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return moved === 0 || moved >= pieces ? { lines: {}, isAllOrNothing: true } : null;
}
