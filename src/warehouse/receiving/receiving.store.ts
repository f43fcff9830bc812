import { z } from "zod";
import { create } from "zustand";
import type { InputOf } from "#src/kit/api/define-call.ts";
import type { Scan } from "#src/kit/ui/scan/scan.rules.ts";
import type { ScanChoice, inspect } from "#src/warehouse/receipts/receiving.contract.ts";
import { defineSavedWork } from "#src/warehouse/scanning/saved-work.storage.ts";
import type { InHand } from "./put-away.rules.ts";
import type { OpenReceipt, ScanPreset } from "./receive.rules.ts";
import { noPreset } from "./receive.rules.ts";

/** A count being sent, with the scan it came from. */
export interface Count {
  readonly entry: string;
  readonly code: string;
  readonly input: InputOf<typeof inspect>;
  /** what was entered before the scan */
  readonly preset: ScanPreset;
  /** the lot was part of the product's code and not typed */
  readonly hasLotOfCode: boolean;
}

/** A question that must be answered first. It belongs to a scan in the list; Escape dismisses it. */
export type ReceiveQuestion =
  | { readonly kind: "quantity"; readonly entry: string }
  /** `scan`: a product scanned instead of an answer; it is counted with the reason */
  | { readonly kind: "reason"; readonly entry: string; readonly scan: Scan | null }
  | { readonly kind: "lot" | "expiry" | "over" | "unannounced"; readonly entry: string; readonly count: Count }
  | { readonly kind: "product"; readonly entry: string; readonly count: Count; readonly choices: readonly ScanChoice[] }
  | { readonly kind: "otherReceipt"; readonly entry: string; readonly code: string };

/** A person's state in receiving. */
export interface Receive {
  readonly open: OpenReceipt | null;
  readonly preset: ScanPreset;
  readonly question: ReceiveQuestion | null;
}

/** A question about goods being put away. */
export type PutQuestion =
  | { readonly kind: "quantity"; readonly entry: string }
  | { readonly kind: "goods"; readonly entry: string; readonly choices: readonly InHand[] }
  | { readonly kind: "other" | "anyway"; readonly entry: string; readonly location: string };

/** A person's state in putting away. */
export interface Put {
  readonly inHand: InHand | null;
  /** pieces that go to the next location; null for all that wait */
  readonly quantity: number | null;
  /** continues with the next task after each */
  readonly isWalking: boolean;
  /** lines postponed in the walk */
  readonly putOff: readonly string[];
  /** tasks that are done or queued: the list may not know yet */
  readonly finished: readonly string[];
  readonly question: PutQuestion | null;
}

export const noReceive: Receive = { open: null, preset: noPreset, question: null };
export const noPut: Put = { inHand: null, quantity: null, isWalking: false, putOff: [], finished: [], question: null };

/** The receipt a person works on, and the box in hand. */
export const savedReceipt = defineSavedWork("receiving.open", z.object({ receiptNumber: z.string(), boxNumber: z.int().nullable() }));

/** The goods in a person's hand. */
export const savedGoods = defineSavedWork(
  "receiving.inHand",
  z.object({ lineUuid: z.string(), quantity: z.int().nullable(), isWalking: z.boolean() }),
);

interface ReceivingStore {
  readonly receives: Readonly<Record<string, Receive>>;
  readonly puts: Readonly<Record<string, Put>>;
}

/** The work of each person on this page. It survives leaving the screen, and nobody takes over another's work. */
export const useReceiving = create<ReceivingStore>(() => ({ receives: {}, puts: {} }));

/** Returns a person's current state in receiving. */
export function getReceive(person: string): Receive {
  return useReceiving.getState().receives[person] ?? noReceive;
}

/** Changes a person's state in receiving. The open receipt survives a reload. */
export function changeReceive(person: string, change: Partial<Receive>): void {
  const { receives } = useReceiving.getState();
  useReceiving.setState({ receives: { ...receives, [person]: { ...getReceive(person), ...change } } });
  if (change.open === undefined) return;
  const { open } = change;
  savedReceipt.write(person, open === null ? null : { receiptNumber: open.work.receipt_number, boxNumber: open.boxNumber });
}

/** Returns a person's current state in putting away. */
export function getPut(person: string): Put {
  return useReceiving.getState().puts[person] ?? noPut;
}

/** Changes the state of putting away. The goods in hand survive a reload. */
export function changePut(person: string, change: Partial<Put>): void {
  const { puts } = useReceiving.getState();
  const put = { ...getPut(person), ...change };
  useReceiving.setState({ puts: { ...puts, [person]: put } });
  const { inHand, quantity, isWalking } = put;
  savedGoods.write(person, inHand === null ? null : { lineUuid: inHand.lineUuid, quantity, isWalking });
}
