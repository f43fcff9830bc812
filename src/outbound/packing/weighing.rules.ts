import type { Parcel } from "./packing.contract.ts";

/** A weight that was measured, and whether it is further from the expected one than is allowed. */
export interface Measured {
  readonly grams: number;
  readonly isOff: boolean;
}

/** A parcel of a batch: measured, and not saved yet. */
export interface BatchRow {
  readonly parcel: Parcel;
  readonly measured: Measured;
  /** the server's refusal; empty without one */
  readonly refusal: string;
  /** its weight was sent, and the answer is on its way */
  readonly isSent: boolean;
}

/** Measures a parcel: whether the weight is as expected. */
export function measure({ expected_grams, allowed_grams }: Parcel, grams: number): Measured {
  const isKnown = expected_grams !== null && allowed_grams !== null;
  return { grams, isOff: isKnown && Math.abs(grams - expected_grams) > allowed_grams };
}

/** Finds a parcel's row. */
export function findRow(rows: readonly BatchRow[], { parcel_uuid }: Pick<Parcel, "parcel_uuid">): BatchRow | undefined {
  return rows.find(({ parcel }) => parcel.parcel_uuid === parcel_uuid);
}

/** Returns the rows without a parcel's. */
export function withoutRow(rows: readonly BatchRow[], { parcel_uuid }: Pick<Parcel, "parcel_uuid">): BatchRow[] {
  return rows.filter(({ parcel }) => parcel.parcel_uuid !== parcel_uuid);
}

/** Puts a measured parcel first. Weighed again, it has its new weight only. */
export function withRow(rows: readonly BatchRow[], parcel: Parcel, measured: Measured): BatchRow[] {
  return [{ parcel, measured, refusal: "", isSent: false }, ...withoutRow(rows, parcel)];
}

/** Whether a row can be saved: as expected, not refused, not sent. */
export function isGood({ measured, refusal, isSent }: BatchRow): boolean {
  return !measured.isOff && refusal === "" && !isSent;
}

/** Marks rows as sent. */
export function withSent(rows: readonly BatchRow[], sent: readonly BatchRow[]): BatchRow[] {
  return rows.map((row) => (findRow(sent, row.parcel) === undefined ? row : { ...row, isSent: true }));
}

/**
 * Applies the answer to rows that were sent: the saved ones leave, the refused ones come back with their reasons.
 * @param refused the reasons by parcel
 */
export function withAnswer(rows: readonly BatchRow[], sent: readonly BatchRow[], refused: ReadonlyMap<string, string>): BatchRow[] {
  return rows.flatMap((row) => {
    if (findRow(sent, row.parcel) === undefined) return [row];
    const refusal = refused.get(row.parcel.parcel_uuid);
    return refusal === undefined ? [] : [{ ...row, refusal, isSent: false }];
  });
}

/**
 * Applies what the server knows of a parcel whose answer was lost by a reload, or that was weighed elsewhere: a weight that it has leaves the batch, one that it
 * does not have is to be sent again, and another weight is refused with the given words.
 */
export function withFound(rows: readonly BatchRow[], { parcel_uuid, status, measured_grams }: Parcel, refusal: string): BatchRow[] {
  return rows.flatMap((row) => {
    if (row.parcel.parcel_uuid !== parcel_uuid) return [row];
    if (status === "closed") return [{ ...row, isSent: false }];
    return measured_grams === row.measured.grams ? [] : [{ ...row, refusal, isSent: false }];
  });
}

/** Whether a text may be a reason: a code that was scanned too early is none. */
export function isReason(text: string): boolean {
  return !/^(?=.*\d)[\x21-\x7E]{6,}$/.test(text.trim());
}
