import { create } from "zustand";
import type { ReturnDetail, ReturnRow } from "./returns.contract.ts";
import type { FoundOrder, ReturnChoice } from "./returns-work.contract.ts";
import type { NextPieces } from "./return-steps.rules.ts";

/** What a person is asked. */
export type ReturnQuestion =
  | { readonly kind: "which"; readonly returns: readonly ReturnRow[] }
  /** nothing was announced: is it a parcel that came back? */
  | { readonly kind: "unannounced"; readonly code: string; readonly order: FoundOrder | null }
  | { readonly kind: "product"; readonly code: string; readonly lot: string; readonly choices: readonly ReturnChoice[] }
  | { readonly kind: "quantity" }
  | { readonly kind: "finish"; readonly missing: number }
  /** the location is full, or holds other goods */
  | { readonly kind: "location"; readonly location: string };

/** A person's state at the returns. */
export interface Returning {
  readonly open: ReturnDetail | null;
  /** the next pieces are damaged */
  readonly isDamaged: boolean;
  /** pieces that the next scan counts, or that go to the next location; null for one, or for all that wait */
  readonly quantity: number | null;
  /** what is taken to a shelf now, with the location that is suggested */
  readonly inHand: { readonly pieces: NextPieces; readonly location: string } | null;
  readonly question: ReturnQuestion | null;
}
export const noReturning: Returning = { open: null, isDamaged: false, quantity: null, inHand: null, question: null };

/** The work of each person. It survives leaving the screen, and nobody takes over another's. */
export const useReturnings = create<{ readonly returnings: Readonly<Record<string, Returning>> }>(() => ({ returnings: {} }));

/** Returns a person's current state. */
export function getReturning(person: string): Returning {
  return useReturnings.getState().returnings[person] ?? noReturning;
}

/** Changes a person's state. */
export function changeReturning(person: string, change: Partial<Returning>): void {
  useReturnings.setState(({ returnings }) => ({
    returnings: { ...returnings, [person]: { ...(returnings[person] ?? noReturning), ...change } },
  }));
}
