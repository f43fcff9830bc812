import type { RefusalName } from "#src/api/codes.ts";

/** A contact says how to reach someone. */
export function contactDetailRefusal(detail: string): RefusalName | null {
  return detail.trim() === "" ? "keyInformation.contactDetailRequired" : null;
}

/** At most so many contacts are kept, and so many authentications. */
export const mostKept = 50;

/** A rule for a field that may be left empty. */
export function unlessEmpty(rule: (text: string) => RefusalName | null): (text: string) => RefusalName | null {
  return (text) => (text.trim() === "" ? null : rule(text));
}

/** How many of the things that a trading partner asks for are there. */
export function completeness(given: { company: Readonly<Record<string, string>>; contacts: number; authentications: number }): {
  done: number;
  of: number;
} {
  const wanted = ["name", "legal_name", "registration_number", "country_code", "address", "phone", "email"];
  const done = wanted.filter((field) => (given.company[field] ?? "") !== "").length;
  return { done: done + (given.contacts > 0 ? 1 : 0) + (given.authentications > 0 ? 1 : 0), of: wanted.length + 2 };
}
