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

/** The company's details that a trading partner asks for. */
const wantedOfCompany = ["name", "legal_name", "registration_number", "country_code", "address", "phone", "email"] as const;
/** All that makes the key information complete. */
export type WantedPart = (typeof wantedOfCompany)[number] | "contacts" | "authentications";

interface Given {
  readonly company: Readonly<Record<string, string>>;
  readonly contacts: number;
  readonly authentications: number;
}

/** What a trading partner asks for and is not there yet. */
export function missingParts({ company, contacts, authentications }: Given): WantedPart[] {
  return [
    ...wantedOfCompany.filter((field) => (company[field] ?? "") === ""),
    ...(contacts > 0 ? [] : ["contacts" as const]),
    ...(authentications > 0 ? [] : ["authentications" as const]),
  ];
}

/** How many of the things that a trading partner asks for are there. */
export function completeness(given: Given): { done: number; of: number } {
  const of = wantedOfCompany.length + 2;
  return { done: of - missingParts(given).length, of };
}
