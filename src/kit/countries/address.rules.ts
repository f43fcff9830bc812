import { z } from "zod";
import { findPhoneRefusal } from "./phone.rules.ts";
import type { TextKey } from "#src/kit/i18n/text-key.ts";
import { findStates } from "./states.rules.ts";

/** The parts of the specification's shipping address, in the order of the form. */
export const addressParts = ["name", "country", "address", "city", "state", "zip", "phone", "mobile"] as const;
export type AddressPart = (typeof addressParts)[number];

/** A shipping address; an empty part is "". `country` is a two-letter code, `state` a code if the country has a list of states. */
export type Address = Readonly<Record<AddressPart, string>>;

export const blankAddress: Address = { name: "", country: "", address: "", city: "", state: "", zip: "", phone: "", mobile: "" };

interface ZipRule {
  readonly shape: RegExp;
  readonly example: string;
}

const digits = (count: number, example: string): ZipRule => ({ shape: new RegExp(`^\\d{${String(count)}}$`), example });

// The formats of the Universal Postal Union's addressing sheets. A country without an entry accepts any text.
const zipRules: Readonly<Record<string, ZipRule>> = {
  US: { shape: /^\d{5}(-\d{4})?$/, example: "98101" },
  CA: { shape: /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z] ?\d[ABCEGHJ-NPRSTV-Z]\d$/i, example: "V6B 1A1" },
  GB: { shape: /^(GIR ?0AA|[A-Z]{1,2}\d[A-Z\d]? ?\d[ABD-HJLNP-UW-Z]{2})$/i, example: "SW1A 1AA" },
  AT: digits(4, "1010"),
  AU: digits(4, "2000"),
  BE: digits(4, "1000"),
  BR: { shape: /^\d{5}-?\d{3}$/, example: "01310-100" },
  CH: digits(4, "8001"),
  CN: digits(6, "200000"),
  CZ: { shape: /^\d{3} ?\d{2}$/, example: "110 00" },
  DE: digits(5, "10115"),
  DK: digits(4, "1050"),
  ES: digits(5, "28013"),
  FI: digits(5, "00100"),
  FR: digits(5, "75001"),
  GR: { shape: /^\d{3} ?\d{2}$/, example: "105 57" },
  HU: digits(4, "1051"),
  IE: { shape: /^[AC-FHKNPRTV-Y](\d\d|6W) ?[0-9AC-FHKNPRTV-Y]{4}$/i, example: "D02 AF30" },
  IL: { shape: /^\d{5}(\d{2})?$/, example: "6688312" },
  IN: { shape: /^[1-9]\d{2} ?\d{3}$/, example: "110001" },
  IT: digits(5, "00184"),
  JP: { shape: /^\d{3}-?\d{4}$/, example: "100-0001" },
  KR: digits(5, "04524"),
  MX: digits(5, "06000"),
  MY: digits(5, "50000"),
  NL: { shape: /^[1-9]\d{3} ?[A-Z]{2}$/i, example: "1012 JS" },
  NO: digits(4, "0150"),
  NZ: digits(4, "6011"),
  PL: { shape: /^\d{2}-\d{3}$/, example: "00-001" },
  PR: { shape: /^\d{5}(-\d{4})?$/, example: "00901" },
  PT: { shape: /^\d{4}-\d{3}$/, example: "1100-148" },
  RU: digits(6, "101000"),
  SE: { shape: /^\d{3} ?\d{2}$/, example: "111 22" },
  SG: digits(6, "049483"),
  TH: digits(5, "10200"),
  TW: { shape: /^\d{3}(\d{2,3})?$/, example: "100001" },
  UA: digits(5, "01001"),
  ZA: digits(4, "8001"),
};

const withoutZip = new Set(
  "AE AG AO AW BF BI BJ BO BQ BS BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GA GD GM GQ GY HK KM KP ML MO MR MW NR NU QA RW SB SC SL SR ST SX SY TD TG TK TO TV UG VU YE ZW".split(
    " ",
  ),
);

// Countries whose mail is not delivered without a state; CN, JP and BR by their own lists, which users type.
const withState = new Set(["US", "CA", "AU", "CN", "JP", "BR", "IN", "MX"]);

/** Whether a country's addresses have postal codes. */
export function hasZip(country: string): boolean {
  return !withoutZip.has(country);
}

/** Whether a part must be filled in for an address of this country. */
export function isPartRequired(part: AddressPart, country: string): boolean {
  if (part === "state") return withState.has(country);
  if (part === "zip") return zipRules[country] !== undefined;
  return part !== "phone" && part !== "mobile";
}

/** Returns the label of a part: countries have different words for states and postal codes. */
export function getLabel(part: AddressPart, country: string): TextKey {
  if (part === "zip" && country === "US") return "countries.address.zipCode";
  if (part === "state" && (country === "US" || country === "AU")) return "countries.address.states";
  if (part === "state" && (country === "CA" || country === "CN")) return "countries.address.provinces";
  return `countries.address.${part}`;
}

/** What is wrong with a part: an error code, or a text of this slice. */
export type PartRefusal = { readonly code: string } | { readonly text: TextKey; readonly values?: Readonly<Record<string, string>> };

function zipRefusal({ country, zip }: Address): PartRefusal | null {
  const rule = zipRules[country];
  if (zip === "") return null;
  if (!hasZip(country)) return { text: "countries.address.noZip" };
  return rule === undefined || rule.shape.test(zip) ? null : { text: "countries.address.zipShape", values: { example: rule.example } };
}

function stateRefusal({ country, state }: Address): PartRefusal | null {
  const states = findStates(country);
  const isKnown = states === null || state === "" || states.some(({ code }) => code === state);
  return isKnown ? null : { text: "form.chooseOne" };
}

function getRefusal(part: AddressPart, address: Address): PartRefusal | null {
  const value = address[part].trim();
  if (value === "" && isPartRequired(part, address.country))
    return { text: part === "country" || (part === "state" && findStates(address.country) !== null) ? "form.chooseOne" : "form.required" };
  if (part === "zip") return zipRefusal({ ...address, zip: value });
  if (part === "state") return stateRefusal(address);
  const code = (part === "phone" || part === "mobile") && value !== "" ? findPhoneRefusal(value) : null;
  return code === null ? null : { code };
}

/** Returns everything wrong with an address, at most one refusal per part. */
export function findAddressRefusals(address: Address): { part: AddressPart; refusal: PartRefusal }[] {
  return addressParts.flatMap((part) => {
    const refusal = getRefusal(part, address);
    return refusal === null ? [] : [{ part, refusal }];
  });
}

/** Returns the address with another country: clears the state if either country has a list of states, and the postal code if the new one has none. */
export function withCountry(address: Address, country: string): Address {
  const isListed = findStates(address.country) !== null || findStates(country) !== null;
  return { ...address, country, state: isListed ? "" : address.state, zip: hasZip(country) ? address.zip : "" };
}

/** The schema of a form field of the kind `address`; each issue is reported at its part. */
export const addressSchema = z
  .object({
    name: z.string().max(100),
    country: z.string().max(2),
    address: z.string().max(500),
    city: z.string().max(100),
    state: z.string().max(100),
    zip: z.string().max(20),
    phone: z.string().max(40),
    mobile: z.string().max(40),
  })
  .superRefine((address, context) => {
    for (const { part, refusal } of findAddressRefusals(address))
      if ("code" in refusal) context.addIssue({ code: "custom", path: [part], message: refusal.code });
      else context.addIssue({ code: "custom", path: [part], params: refusal });
  });
