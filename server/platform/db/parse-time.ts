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
