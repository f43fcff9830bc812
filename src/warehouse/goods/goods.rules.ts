import type { RefusalName } from "#src/kit/api/codes.ts";

/** Upper limits: variants of a product, barcodes of a variant, parts of a bundle, images of a product, and variants merged at once. */
export const mostVariants = 200;
export const mostBarcodes = 20;
export const mostComponents = 50;
export const mostImages = 9;
export const mostMerged = 20;

/** Upper limits: one tonne, ten metres, and ten million units of a currency. */
export const mostGrams = 1_000_000;
export const mostMillimetres = 10_000;
export const mostCents = 1_000_000_000;
export const mostPieces = 100_000;
export const mostLowStock = 10_000_000;

/** Applies the specification's rule for titles. */
export function getTitleRefusal(title: string): RefusalName | null {
  return title.trim() === "" ? "goods.titleRequired" : null;
}

/** A SKU is any text without line breaks: the owner chooses it. */
export function getSkuRefusal(sku: string): RefusalName | null {
  if (sku.trim() === "") return "goods.skuRequired";
  return /\p{Cc}/u.test(sku) ? "goods.skuShape" : null;
}

/** A barcode is what scanners read and labels can hold: 1 to 80 printable ASCII characters without spaces. */
export function getBarcodeRefusal(barcode: string): RefusalName | null {
  return /^[!-~]{1,80}$/.test(barcode) ? null : "goods.barcodeShape";
}

/** The Harmonized System has six digits; countries add up to four. Empty means unknown. */
export function getHsCodeRefusal(code: string): RefusalName | null {
  return /^(\d{6,10})?$/.test(code) ? null : "goods.hsCodeShape";
}

/** ISO 3166-1 alpha-2, or empty. */
export function getCountryRefusal(code: string): RefusalName | null {
  return /^([A-Z]{2})?$/.test(code) ? null : "goods.countryShape";
}

/** The currencies of ISO 4217. */
const currencies = new Set(Intl.supportedValuesOf("currency"));

/** ISO 4217. */
export function getCurrencyRefusal(code: string): RefusalName | null {
  return currencies.has(code) ? null : "goods.currencyShape";
}

/** A part of a bundle: a SKU, and its pieces in one bundle. */
export type Part = { variant_uuid: string; quantity: number };

/** Each part may be listed only once, since two quantities would be ambiguous. */
export function getPartsRefusal(parts: readonly Part[]): RefusalName | null {
  return new Set(parts.map(({ variant_uuid }) => variant_uuid.toLowerCase())).size === parts.length ? null : "goods.partTwice";
}

/** What decides whether a SKU can become a bundle. */
export interface BundleSubject {
  readonly is_bundle: boolean;
  readonly keeps_lots: boolean;
  readonly keeps_expiry: boolean;
  /** it is itself part of a bundle */
  readonly is_part: boolean;
  /** pieces are on hand, or an open receipt announces some */
  readonly is_stored: boolean;
}

/**
 * Decides whether a SKU can be made of parts. The server refuses with the result, and screens show it.
 * @returns the refusal, or null if parts can be added
 */
export function getBundleRefusal({
  is_bundle,
  keeps_lots,
  keeps_expiry,
  is_part,
  is_stored,
}: BundleSubject): Extract<RefusalName, "goods.bundleInBundle" | "goods.bundleKeepsNoLots" | "goods.bundleHasStock"> | null {
  if (is_part) return "goods.bundleInBundle";
  if (is_bundle) return null;
  if (keeps_lots || keeps_expiry) return "goods.bundleKeepsNoLots";
  return is_stored ? "goods.bundleHasStock" : null;
}

/** Adds a part to a bundle; a part that is already included gets the new quantity in its place. */
export function withPart(parts: readonly Part[], added: Part): Part[] {
  const isThere = parts.some(({ variant_uuid }) => variant_uuid === added.variant_uuid);
  return isThere ? parts.map((part) => (part.variant_uuid === added.variant_uuid ? added : part)) : [...parts, added];
}

/** Returns true if a barcode looks like a GTIN (8, 12, 13 or 14 digits; GS1 General Specifications 7.9) but its check digit is wrong. */
export function hasWrongCheckDigit(barcode: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(barcode)) return false;
  const sum = Array.from(barcode.slice(0, -1))
    .toReversed()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10 !== Number(barcode.at(-1));
}

/** Returns true if a measured value is more than 5 % off the declared one. Unknown values never differ. */
export function isFarFromDeclared(declared: number | null, measured: number | null): boolean {
  return declared !== null && measured !== null && Math.abs(measured - declared) * 20 > declared;
}
