import type { RefusalName } from "#src/api/codes.ts";

/** Most variants of a product, barcodes of a variant, parts of a bundle, images of a product, and variants merged at once. */
export const mostVariants = 200;
export const mostBarcodes = 20;
export const mostComponents = 50;
export const mostImages = 9;
export const mostMerged = 20;

/** What a number may be: a gram to a ton, a millimetre to ten metres, and money up to ten million of a currency. */
export const mostGrams = 1_000_000;
export const mostMillimetres = 10_000;
export const mostCents = 1_000_000_000;
export const mostPieces = 100_000;
export const mostLowStock = 10_000_000;

/** The specification's sentence about a title. */
export function titleRefusal(title: string): RefusalName | null {
  return title.trim() === "" ? "goods.titleRequired" : null;
}

/** A SKU is any text without line breaks: its owner's own word. */
export function skuRefusal(sku: string): RefusalName | null {
  if (sku.trim() === "") return "goods.skuRequired";
  return /\p{Cc}/u.test(sku) ? "goods.skuShape" : null;
}

/** What a scanner can give and a label can carry: 1 to 80 printable ASCII characters without a space. */
export function barcodeRefusal(barcode: string): RefusalName | null {
  return /^[!-~]{1,80}$/.test(barcode) ? null : "goods.barcodeShape";
}

/** The harmonised system has six digits; countries add up to four of their own. Empty: not known. */
export function hsCodeRefusal(code: string): RefusalName | null {
  return /^(\d{6,10})?$/.test(code) ? null : "goods.hsCodeShape";
}

/** ISO 3166-1 alpha-2, or empty. */
export function countryRefusal(code: string): RefusalName | null {
  return /^([A-Z]{2})?$/.test(code) ? null : "goods.countryShape";
}

/** ISO 4217. */
export function currencyRefusal(code: string): RefusalName | null {
  return /^[A-Z]{3}$/.test(code) ? null : "goods.currencyShape";
}

/** What a bundle is made of: a SKU, and the pieces of it in one bundle. */
export type Part = { variant_uuid: string; quantity: number };

/** A part is named once: which number of two is meant, nobody can know. */
export function partsRefusal(parts: readonly Part[]): RefusalName | null {
  return new Set(parts.map(({ variant_uuid }) => variant_uuid.toLowerCase())).size === parts.length ? null : "goods.partTwice";
}

/** What decides whether a SKU can be made of parts. */
export interface BundleSubject {
  readonly is_bundle: boolean;
  readonly keeps_lots: boolean;
  readonly keeps_expiry: boolean;
  /** it is a part of a bundle itself */
  readonly is_part: boolean;
  /** pieces of it are on hand, or a receipt that has not ended announces some */
  readonly is_stored: boolean;
}

/**
 * Decides whether a SKU can be made of parts as it is now. The server refuses with what this returns, and the screens show it.
 * @returns the refusal; null where parts can be added
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

/** The parts of a bundle with one more; one that is among them already gets the new number, in its place. */
export function withPart(parts: readonly Part[], added: Part): Part[] {
  const isThere = parts.some(({ variant_uuid }) => variant_uuid === added.variant_uuid);
  return isThere ? parts.map((part) => (part.variant_uuid === added.variant_uuid ? added : part)) : [...parts, added];
}

/** Whether a barcode looks like a GTIN (8, 12, 13 or 14 digits; GS1 General Specifications 7.9) and its last digit is not the one the others give. */
export function hasWrongCheckDigit(barcode: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(barcode)) return false;
  const sum = Array.from(barcode.slice(0, -1))
    .toReversed()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10 !== Number(barcode.at(-1));
}

/** How far a measure may be from what was declared before a person is told: a twentieth. Of two that are known alone. */
export function differs(declared: number | null, measured: number | null): boolean {
  return declared !== null && measured !== null && Math.abs(measured - declared) * 20 > declared;
}
