/** A date in a cell: its text for CSV, and its number in Excel (days since 1899-12-30, in UTC). */
export interface CellDate {
  /** YYYY-MM-DD, or YYYY-MM-DD HH:MM:SS in UTC */
  text: string;
  serial: number;
  withTime: boolean;
}

const isoDate = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

const dayMs = 86_400_000;
/** Excel's day 0 lies this many days before 1970-01-01. */
const epochDays = 25_569;
/** Excel treats 1900 as a leap year: its days match the calendar only from 1900-03-01 on. */
const firstSafeSerial = 61;
/** 9999-12-31, the last day that Excel can show. */
const lastSerial = 2_958_465;

/**
 * Parses an ISO date or an instant with its zone. Fractions of a second are dropped.
 * @returns null for anything else (no zone, no such day, outside Excel's calendar): the text stays text
 */
export function parseCellDate(iso: string): CellDate | null {
  const day = isoDate.exec(iso)?.[1];
  if (day === undefined) return null;
  const withTime = iso.length > 10;
  const ms = Date.parse(iso);
  // Date.parse reads 2026-02-30 as 2 March, so the day is formatted again and compared.
  if (Number.isNaN(ms) || Number.isNaN(Date.parse(day)) || new Date(Date.parse(day)).toISOString().slice(0, 10) !== day) return null;
  const serial = toSerial(ms);
  if (serial < firstSafeSerial || serial >= lastSerial + 1) return null;
  return {
    text: new Date(ms)
      .toISOString()
      .slice(0, withTime ? 19 : 10)
      .replace("T", " "),
    serial,
    withTime,
  };
}

/** Excel's number for an instant (epoch ms), to the second. */
function toSerial(ms: number): number {
  return Math.floor(ms / 1000) / 86_400 + epochDays;
}

/** Converts Excel's number to ISO: a day if it is whole, otherwise an instant in UTC to the second; null outside Excel's calendar. */
export function parseSerial(serial: number): string | null {
  if (!(serial >= firstSafeSerial) || serial >= lastSerial + 1) return null;
  const iso = new Date(Math.round((serial - epochDays) * (dayMs / 1000)) * 1000).toISOString();
  return Number.isInteger(serial) ? iso.slice(0, 10) : `${iso.slice(0, 19)}Z`;
}
