/**
 * How far someone has heard: everything up to `position`, and nothing past it was written before `asOf`, but for what a transaction held back.
 * The time tells, without asking the database, whether what came after is still kept - also where nothing came for days.
 */
export interface Cursor {
  readonly position: number;
  readonly asOf: Date;
}

/** Events are kept for 24 hours (the job `platform.clear`); the hour between is for clocks that differ and transactions that took long. */
const honouredForMs = 23 * 3_600_000;
/** Further ahead than clocks differ: not a cursor that we gave. */
const aheadMs = 300_000;

/** A cursor as it travels: opaque to the client. */
export function printCursor({ position, asOf }: Cursor): string {
  return `${position}.${Math.floor(asOf.getTime() / 1000)}`;
}

/** Reads a cursor back; null for what is none of ours, or so old that what came after it may be gone. */
export function readCursor(text: string, now: Date): Cursor | null {
  const [, position = "", seconds = ""] = /^(\d{1,15})\.(\d{1,11})$/.exec(text) ?? [];
  if (position === "") return null;
  const asOf = new Date(Number(seconds) * 1000);
  const ageMs = now.getTime() - asOf.getTime();
  return ageMs <= honouredForMs && ageMs >= -aheadMs ? { position: Number(position), asOf } : null;
}
