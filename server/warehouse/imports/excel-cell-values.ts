const dayMs = 86_400_000;
/** What Excel calls day 0: 30 December 1899, so that its 29 February 1900, which there never was, is made up for; with 1904 day 0 is that year's first. */
const [epoch1900, epoch1904] = [Date.UTC(1899, 11, 30), Date.UTC(1904, 0, 1)];
const lastSerial = 2_958_465;

/**
 * A number as a person typed it: never with an exponent, for a barcode is a number too. 15 digits are all that a sheet keeps.
 * @param value as the sheet holds it: 8.3000000000000007 is 8.3 to whoever typed it
 */
export function formatNumber(value: number): string {
  const typed = Number.isSafeInteger(value) ? value : Number(value.toPrecision(15));
  const text = String(typed);
  if (!text.includes("e")) return text;
  if (Math.abs(typed) >= 1) return BigInt(typed).toString();
  return typed.toFixed(20).replace(/0+$/, "");
}

/**
 * A moment of a sheet (ECMA-376 18.17.4) as `YYYY-MM-DD`, or `YYYY-MM-DDThh:mm:ss` where it has a time of day.
 * @param serial days since the epoch; a time of day is a part of one
 * @param is1904 whether the workbook counts from 1904
 * @returns null for what is no moment: the number stands as it is
 */
export function formatMoment(serial: number, is1904: boolean): string | null {
  if (!(serial >= 0 && serial < lastSerial + 1)) return null;
  // Before March 1900 Excel is a day ahead, for its false leap day.
  const shift = !is1904 && serial < 60 ? 1 : 0;
  const seconds = Math.round((serial + shift) * 86_400);
  const text = new Date((is1904 ? epoch1904 : epoch1900) + (seconds / 86_400) * dayMs).toISOString();
  return seconds % 86_400 === 0 ? text.slice(0, 10) : text.slice(0, 19);
}

/** Formats for dates and times that have a number and no pattern (ECMA-376 18.8.30, those of East Asia among them). */
export function isDateFormatId(id: number): boolean {
  return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
}

/** Whether a number's pattern shows a date or a time: what is quoted, escaped, or a colour or locale in brackets does not count. */
export function isDateFormat(pattern: string): boolean {
  const bare = pattern.replace(/"[^"]*"|\\.|_.|\*./g, "").replace(/\[(?![hms]+\])[^\]]*\]/gi, "");
  return /[ymdhs年月日]/i.test(bare);
}

/** A moment that a sheet writes out: `2026-06-30T00:00:00.000Z` (ISO 8601) as the others are. */
export function formatIso(text: string): string {
  const parts = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}:\d{2}))?/.exec(text);
  if (parts === null) return text;
  const [, day = "", time = "00:00:00"] = parts;
  return time === "00:00:00" ? day : `${day}T${time}`;
}

/** The column of letters: A is 0. @returns null for what is no column of a sheet */
export function columnIndex(letters: string): number | null {
  if (!/^[A-Z]{1,3}$/.test(letters)) return null;
  let index = 0;
  for (const letter of letters) index = index * 26 + letter.charCodeAt(0) - 64;
  return index - 1;
}
