import { z } from "zod";

const key = "receiving.open";
/** By person: a hand-held is shared, and nobody opens what another has begun. */
const kept = z.record(z.string(), z.object({ receiptNumber: z.string(), boxNumber: z.int().nullable() }));

/** The receipt that a person works on, and the box in hand. */
export type KeptReceipt = z.infer<typeof kept>[string];

function readAll(): z.infer<typeof kept> {
  try {
    return kept.parse(JSON.parse(localStorage.getItem(key) ?? "{}"));
  } catch {
    return {};
  }
}

/** The receipt that a person had open when the page was loaded last; null for none. */
export function readOpenReceipt(person: string): KeptReceipt | null {
  return readAll()[person] ?? null;
}

/** Keeps which receipt a person has open, over a reload; null forgets it. A browser that keeps nothing asks for the label again. */
export function writeOpenReceipt(person: string, open: KeptReceipt | null): void {
  const { [person]: _before, ...others } = readAll();
  try {
    localStorage.setItem(key, JSON.stringify(open === null ? others : { ...others, [person]: open }));
  } catch {
    // Storage is full or closed.
  }
}
