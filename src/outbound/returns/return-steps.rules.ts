import type { ReturnDetail, ReturnLine } from "./returns.contract.ts";
import { listOpenPieces } from "./returns.rules.ts";
import type { OpenPieces } from "./returns.rules.ts";

/** Pieces of a line that somebody carries out next. */
export interface NextPieces extends OpenPieces {
  readonly line: ReturnLine;
}

/** Lists what is still to be carried out in a decided return: what goes to a shelf first. */
export function listNext({ lines }: Pick<ReturnDetail, "lines">): NextPieces[] {
  const all = lines.flatMap((line) => listOpenPieces(line).map((open) => ({ ...open, line })));
  return [...all.filter(({ decision }) => decision === "restock"), ...all.filter(({ decision }) => decision !== "restock")];
}

/** Finds the pieces that a scanned product means among those; null if none wait. @param code as it was scanned */
export function findNext(next: readonly NextPieces[], code: string): NextPieces | null {
  const sought = code.trim().toLowerCase();
  return next.find(({ line }) => line.codes.some((one) => one.toLowerCase() === sought)) ?? null;
}

/** Counts the pieces that were announced and not found yet. */
export function countMissing({ lines }: Pick<ReturnDetail, "lines">): number {
  return lines.reduce((sum, { expected, good, damaged }) => sum + Math.max(0, expected - good - damaged), 0);
}
