import type { Area } from "#src/api/actors.ts";

// Whoever has just signed in would be sent in a circle.
const doors = ["/login", "/turn-the-table"];
// Nobody answers here: only what follows the origin is looked at.
const anyOrigin = "https://quayside.invalid";

/**
 * Where to go after signing in: the path that was asked for, or the area's home.
 * @param next `?next=` as it stands in the address: anything at all
 * @returns path, query and hash within the area, never another origin and never a door of the area
 */
export function nextPath(area: Area, next: unknown): string {
  const home = `/${area}/home`;
  if (typeof next !== "string" || !next.startsWith(`/${area}/`) || !URL.canParse(next, anyOrigin)) return home;
  // Read as a browser does: `\` and `/../` may lead elsewhere.
  const { origin, pathname, search, hash } = new URL(next, anyOrigin);
  const isOfArea = origin === anyOrigin && pathname.startsWith(`/${area}/`);
  if (!isOfArea || doors.some((door) => pathname.replace(/\/+$/, "") === `/${area}${door}`)) return home;
  return `${pathname}${search}${hash}`;
}

/** A text of the address's query; the router reads one of digits alone as a number. Empty for what is neither. */
export function textOfQuery(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
