import pg from "pg";

const parseAny = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ);

const zero = 48;
const hyphen = 45;
/** Where the fraction of a second begins. */
const fraction = 20;

/**
 * Parses a time as PostgreSQL writes it: `2026-01-31 08:00:00.123456+00`, in UTC as every connection asks for. pg's own parser takes seven times as long, which was
 * a twentieth of the server's work on a page with several times a row.
 */
export function parseTime(text: string): unknown {
  // Years past 9999 or before Christ, infinity, and other time zones.
  if (!text.endsWith("+00") || text.charCodeAt(4) !== hyphen) return parseAny(text);
  const two = (at: number) => (text.charCodeAt(at) - zero) * 10 + text.charCodeAt(at + 1) - zero;
  let milliseconds = 0;
  for (let at = fraction, unit = 100; at < fraction + 3 && at < text.length - 3; at += 1, unit /= 10)
    milliseconds += (text.charCodeAt(at) - zero) * unit;
  const year = two(0) * 100 + two(2);
  // `Date.UTC` takes these for years of the twentieth century.
  if (year < 100) return parseAny(text);
  return new Date(Date.UTC(year, two(5) - 1, two(8), two(11), two(14), two(17), milliseconds));
}

type TypeId = Parameters<typeof pg.types.getTypeParser>[0];
const textArrayId: number = 1009;
/** The type `text[]`. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- pg's types name no arrays; it parses them
export const textArray = textArrayId as TypeId;
const parseAnyTexts = pg.types.getTypeParser(textArray);

/** Parses an array of texts: `{a,b}`, in a tenth of the time that pg's own parser takes if nothing in it is quoted, as in the position of a row in its list. */
export function parseTexts(text: string): unknown {
  if (text === "{}") return [];
  // An element that is quoted, and null, which is not.
  if (!text.startsWith("{") || text.includes('"') || text.includes("NULL") || text.includes("{", 1)) return parseAnyTexts(text);
  return text.slice(1, -1).split(",");
}

const dayMs = 86_400_000;
const numbers = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, "0"));
/** The day that was formatted last: those of a page are mostly of few days. */
const last = { day: Number.NaN, text: "" };

/** Formats a time as `toISOString` does, in a quarter of the time: a page of orders has four hundred. */
export function formatTime(at: Date): string {
  const time = at.getTime();
  const day = Math.floor(time / dayMs);
  // An invalid date is refused by `toISOString`.
  if (day !== last.day) Object.assign(last, { day, text: at.toISOString().slice(0, -"hh:mm:ss.sssZ".length) });
  const ms = time - day * dayMs;
  const two = (unit: number, of: number) => numbers[Math.floor(ms / unit) % of];
  return `${last.text}${two(3_600_000, 24)}:${two(60_000, 60)}:${two(1000, 60)}.${Math.floor((ms % 1000) / 100)}${numbers[ms % 100]}Z`;
}
