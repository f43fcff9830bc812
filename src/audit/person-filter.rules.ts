const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The person in the page's address whose entries alone are to be shown; null where there is none, or what stands there is no id. */
export function personOf(search: Readonly<Record<string, unknown>>): string | null {
  const person = search["user_uuid"];
  return typeof person === "string" && uuid.test(person) ? person : null;
}
