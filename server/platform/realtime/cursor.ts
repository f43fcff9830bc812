/**
 * How far a client has received events: everything up to `position`; nothing past it was written before `asOf`, except by a transaction that
 * committed late. The time tells, without asking the database, whether what came after is still stored, even if nothing came for days.
 */
export interface Cursor {
  readonly position: number;
  readonly asOf: Date;
}

/** Events are stored for 24 hours (the job `platform.clear`); the hour between allows for clock differences and long transactions. */
const honouredForMs = 23 * 3_600_000;
/** Further ahead than clocks differ: not a cursor that we issued. */
const aheadMs = 300_000;

/** Encodes a cursor, opaque to the client. */
export function printCursor({ position, asOf }: Cursor): string {
  return `${position}.${Math.floor(asOf.getTime() / 1000)}`;
}

/** Decodes a cursor; null if it is invalid, or so old that what came after it may be deleted. */
export function readCursor(text: string, now: Date): Cursor | null {
  const [, position = "", seconds = ""] = /^(\d{1,15})\.(\d{1,11})$/.exec(text) ?? [];
  if (position === "") return null;
  const asOf = new Date(Number(seconds) * 1000);
  const ageMs = now.getTime() - asOf.getTime();
  return ageMs <= honouredForMs && ageMs >= -aheadMs ? { position: Number(position), asOf } : null;
}
