import { isUuid } from "#src/lib/uuid.ts";

/** The person in the page's address whose entries alone are to be shown; null where there is none, or what stands there is no id. */
export function personOf(search: Readonly<Record<string, unknown>>): string | null {
  const person = search["user_uuid"];
  return isUuid(person) ? person : null;
}
