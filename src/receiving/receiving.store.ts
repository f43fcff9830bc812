import { z } from "zod";
import { create } from "zustand";
import type { InputOf } from "#src/api/define-call.ts";
import type { ScanChoice, inspect } from "#src/receipts/receiving.contract.ts";
import { defineKeptWork } from "#src/scanning/kept-work.storage.ts";
import type { InHand } from "./put-away.rules.ts";
import type { OpenReceipt, Told } from "./receive.rules.ts";
import { nothingTold } from "./receive.rules.ts";

/** A count on its way: the scan that it came from, and what is sent of it. */
export interface Count {
  readonly entry: string;
  readonly code: string;
  readonly input: InputOf<typeof inspect>;
  /** what was told before the scan */
  readonly told: Told;
  /** the lot came with the product's own code, and nobody typed it */
  readonly hasLotOfCode: boolean;
}

/** What the person is asked before anything else is done. Each belongs to a scan in the list, which Escape gives up. */
export type ReceiveQuestion =
  | { readonly kind: "quantity" | "reason"; readonly entry: string }
  | { readonly kind: "lot" | "expiry" | "over" | "unannounced"; readonly entry: string; readonly count: Count }
  | { readonly kind: "product"; readonly entry: string; readonly count: Count; readonly choices: readonly ScanChoice[] }
  | { readonly kind: "otherReceipt"; readonly entry: string; readonly code: string };

/** Where somebody stands in receiving. */
export interface Receive {
  readonly open: OpenReceipt | null;
  readonly told: Told;
  readonly question: ReceiveQuestion | null;
}

/** What the person is asked while something is put away. */
export type PutQuestion =
  | { readonly kind: "quantity"; readonly entry: string }
  | { readonly kind: "goods"; readonly entry: string; readonly choices: readonly InHand[] }
  | { readonly kind: "other" | "anyway"; readonly entry: string; readonly location: string };

/** Where somebody stands in putting away. */
export interface Put {
  readonly inHand: InHand | null;
  /** pieces of it that go to the next location; null: all that wait */
  readonly quantity: number | null;
  /** one task after the other, by the walk */
  readonly isWalking: boolean;
  /** lines of the walk that were put off */
  readonly putOff: readonly string[];
  /** tasks that are done, or wait to be sent: the list may not know of it yet */
  readonly finished: readonly string[];
  readonly question: PutQuestion | null;
}

export const noReceive: Receive = { open: null, told: nothingTold, question: null };
export const noPut: Put = { inHand: null, quantity: null, isWalking: false, putOff: [], finished: [], question: null };

/** The receipt that a person works on, and the box in hand. */
export const keptReceipt = defineKeptWork("receiving.open", z.object({ receiptNumber: z.string(), boxNumber: z.int().nullable() }));

/** The goods in a person's hand. */
export const keptGoods = defineKeptWork(
  "receiving.inHand",
  z.object({ lineUuid: z.string(), quantity: z.int().nullable(), isWalking: z.boolean() }),
);

interface ReceivingStore {
  readonly receives: Readonly<Record<string, Receive>>;
  readonly puts: Readonly<Record<string, Put>>;
}

/** The work of each person on this page. It stays while one goes elsewhere and back, and nobody takes over what another has begun. */
export const useReceiving = create<ReceivingStore>(() => ({ receives: {}, puts: {} }));

/** Where a person stands in receiving now. */
export function receiveOf(person: string): Receive {
  return useReceiving.getState().receives[person] ?? noReceive;
}

/** Changes where a person stands in receiving. Which receipt is open is kept over a reload. */
export function changeReceive(person: string, change: Partial<Receive>): void {
  const { receives } = useReceiving.getState();
  useReceiving.setState({ receives: { ...receives, [person]: { ...receiveOf(person), ...change } } });
  if (change.open === undefined) return;
  const { open } = change;
  keptReceipt.write(person, open === null ? null : { receiptNumber: open.work.receipt_number, boxNumber: open.boxNumber });
}

/** Where a person stands in putting away now. */
export function putOf(person: string): Put {
  return useReceiving.getState().puts[person] ?? noPut;
}

/** Changes the state of putting away. The goods in hand survive a reload. */
export function changePut(person: string, change: Partial<Put>): void {
  const { puts } = useReceiving.getState();
  const put = { ...putOf(person), ...change };
  useReceiving.setState({ puts: { ...puts, [person]: put } });
  const { inHand, quantity, isWalking } = put;
  keptGoods.write(person, inHand === null ? null : { lineUuid: inHand.lineUuid, quantity, isWalking });
}
