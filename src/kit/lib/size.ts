import { formatNumber } from "./formats.ts";

/** Formats the sides of something, given in mm: "30 × 22.5 × 16 cm"; empty if one is not known. People measure and enter centimetres. */
export function formatSize(sidesMm: readonly (number | null)[], locale: string): string {
  const known = sidesMm.filter((mm) => mm !== null);
  return known.length < sidesMm.length ? "" : `${known.map((mm) => formatNumber(mm / 10, locale)).join(" × ")} cm`;
}

/** Parses centimetres with at most one decimal, as people type them. @returns millimetres; null if it is no length */
export function parseCentimetres(text: string): number | null {
  const parts = /^(\d{1,6})(?:[.,](\d))?$/.exec(text.trim());
  return parts === null ? null : Number(parts[1]) * 10 + Number(parts[2] ?? 0);
}
