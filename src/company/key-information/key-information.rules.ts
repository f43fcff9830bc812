import type { RefusalName } from "#src/kit/api/codes.ts";

/** Requires contact details. */
export function getContactDetailRefusal(detail: string): RefusalName | null {
  return detail.trim() === "" ? "keyInformation.contactDetailRequired" : null;
}

/** Validates the address of a web page: other kinds of links, such as scripts, would be run by whoever follows them. */
export function getWebsiteRefusal(text: string): RefusalName | null {
  const url = URL.parse(/^[\w.-]+\.\w/.test(text.trim()) ? `https://${text.trim()}` : text.trim());
  return url !== null && ["http:", "https:"].includes(url.protocol) && url.hostname.includes(".") ? null : "keyInformation.websiteShape";
}

/** The maximum number of contacts, and of authentications. */
export const mostStored = 50;

/** Makes a rule accept an empty field. */
export function allowEmpty(rule: (text: string) => RefusalName | null): (text: string) => RefusalName | null {
  return (text) => (text.trim() === "" ? null : rule(text));
}

/** The company details that trading partners ask for. */
const wantedOfCompany = ["name", "legal_name", "registration_number", "country_code", "address", "phone", "email"] as const;
/** The parts of complete key information. */
export type WantedPart = (typeof wantedOfCompany)[number] | "contacts" | "authentications";

interface Given {
  readonly company: Readonly<Record<string, string>>;
  readonly contacts: number;
  readonly authentications: number;
}

/** Lists the missing parts. */
export function findMissingParts({ company, contacts, authentications }: Given): WantedPart[] {
  return [
    ...wantedOfCompany.filter((field) => (company[field] ?? "") === ""),
    ...(contacts > 0 ? [] : ["contacts" as const]),
    ...(authentications > 0 ? [] : ["authentications" as const]),
  ];
}

/** Counts the parts that are present. */
export function computeCompleteness(given: Given): { done: number; of: number } {
  const of = wantedOfCompany.length + 2;
  return { done: of - findMissingParts(given).length, of };
}
