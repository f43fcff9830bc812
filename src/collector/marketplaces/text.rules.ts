const entityNames: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  hellip: "…",
  mdash: "—",
  ndash: "–",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
  eacute: "é",
  egrave: "è",
  auml: "ä",
  ouml: "ö",
  uuml: "ü",
  Auml: "Ä",
  Ouml: "Ö",
  Uuml: "Ü",
  szlig: "ß",
  euro: "€",
  pound: "£",
  trade: "™",
  copy: "©",
  reg: "®",
};

function decodeEntity(whole: string, name: string): string {
  if (!name.startsWith("#")) return Object.hasOwn(entityNames, name) ? (entityNames[name] ?? whole) : whole;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
  return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
}

/** What cleaning changes inside a text: control characters, line ends, unpaired surrogates. Most texts have none. */
const unclean = /[\p{Cc}\p{Cs}\u2028\u2029]/u;

/**
 * Removes what no cell, file or screen can hold: drops control characters, turns tabs into spaces and line ends into \n, replaces
 * unpaired surrogates by U+FFFD, and trims. Newlines inside stay.
 */
export function cleanText(raw: string): string {
  const trimmed = raw.trim();
  if (!unclean.test(trimmed)) return trimmed;
  const lines = trimmed.replace(/\r\n?|\u2028|\u2029/g, "\n").replace(/\t/g, " ");
  // oxlint's no-control-regex holds for patterns of characters, so the classes are named by their Unicode category.
  return lines
    .replace(/(?!\n)\p{Cc}/gu, "")
    .toWellFormed()
    .trim();
}

/** Clean text of a JSON value that was written for HTML: entities are decoded once, tags are left as they are. */
export function decodeText(raw: string): string {
  return cleanText(raw.includes("&") ? raw.replace(/&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]{2,8});/gi, decodeEntity) : raw);
}

/** Parses a count as people write it ("1,240", "1.240", "1 240", 1240), or null. */
export function parseCount(value: unknown): number | null {
  if (typeof value === "number") return Number.isSafeInteger(value) && value >= 0 ? value : null;
  if (typeof value !== "string" || value.length > 30) return null;
  const digits = value.trim().replace(/(?<=\d)[,.'’\s](?=\d{3}(?!\d))/g, "");
  return /^\d{1,15}$/.test(digits) ? Number(digits) : null;
}

/** Stars from 1 to 5; null for anything else, also for a number out of range. */
export function parseRating(value: unknown): number | null {
  const stars = typeof value === "string" && /^\s*\d(\.\d+)?\s*$/.test(value) ? Number(value) : value;
  return typeof stars === "number" && stars >= 1 && stars <= 5 ? stars : null;
}
