import type { Area } from "#src/kit/api/roles-and-permissions.ts";

// These would send a user who has just signed in around in a circle.
const doors = ["/login", "/turn-the-table"];
// A placeholder origin: only what follows it is used.
const anyOrigin = "https://quayside.invalid";

/**
 * Returns where to go after signing in: the requested path, or the area's home.
 * @param next `?next=` as in the address: untrusted
 * @returns path, query and hash within the area, never another origin and never a login page of the area
 */
export function getNextPath(area: Area, next: unknown): string {
  const home = `/${area}/home`;
  if (typeof next !== "string" || !next.startsWith(`/${area}/`) || !URL.canParse(next, anyOrigin)) return home;
  // Parsed as a browser does, because `\` and `/../` may lead elsewhere.
  const { origin, pathname, search, hash } = new URL(next, anyOrigin);
  const isOfArea = origin === anyOrigin && pathname.startsWith(`/${area}/`);
  if (!isOfArea || doors.some((door) => pathname.replace(/\/+$/, "") === `/${area}${door}`)) return home;
  return `${pathname}${search}${hash}`;
}

/** Returns a text of the address's query, which the router parses as a number if it consists of digits. Empty for other types. */
export function toQueryText(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
