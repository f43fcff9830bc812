import type { RefusalName } from "#src/kit/api/codes.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { getBarcodeRefusal, getPlaceCodeRefusal } from "./warehouses.rules.ts";

/** The most locations and partitions created at once. */
export const mostGenerated = 20_000;
const mostPartitions = 50;

/** Walking orders: `one_way` starts each shelf at its first bay; `serpentine` returns along the next shelf. */
export const walks = ["serpentine", "one_way"] as const;

/** What is generated: shelves from first to last in each partition, each with the same bays and levels. */
export interface Generation {
  /** `A`, `A, B, C`, `A..F` or `1..12` */
  readonly partitions: string;
  readonly first_shelf: number;
  readonly last_shelf: number;
  readonly bays: number;
  readonly levels: number;
  /** `{P}-{S}-{B}`: W is the warehouse's code, P the partition, S the shelf, B the bay, L the level */
  readonly pattern: string;
  /** digits that numbers are zero-padded to */
  readonly digits: number;
  readonly walk: (typeof walks)[number];
}

/** A location to create; its position is relative to its shelf's corner. */
export interface GeneratedLocation {
  readonly partition: string;
  readonly shelf: string;
  readonly barcode: string;
  /** 0 and up, in walking order */
  readonly step: number;
  readonly bay: number;
  readonly level: number;
}

export interface GeneratedShelf {
  readonly partition: string;
  readonly code: string;
}

export interface Generated {
  readonly partitions: readonly string[];
  readonly shelves: readonly GeneratedShelf[];
  /** in walking order */
  readonly locations: readonly GeneratedLocation[];
}

/** Parses a range of letters or numbers: `A..D` is A, B, C, D. Null if it is not a range. */
function parseRange(part: string): string[] | null {
  const [, from = "", to = ""] = /^([A-Z]|\d{1,3})\.\.([A-Z]|\d{1,3})$/.exec(part) ?? [];
  const isLetters = /^[A-Z]$/.test(from);
  if (from === "" || isLetters !== /^[A-Z]$/.test(to)) return null;
  const first = isLetters ? from.charCodeAt(0) : Number(from);
  const last = isLetters ? to.charCodeAt(0) : Number(to);
  if (last < first || last - first >= mostPartitions) return null;
  return Array.from({ length: last - first + 1 }, (_, at) =>
    isLetters ? String.fromCharCode(first + at) : String(first + at).padStart(from.length, "0"),
  );
}

/** Parses a list of partitions, without duplicates, in order; null if it is invalid, empty or too long. */
export function parsePartitions(text: string): string[] | null {
  const codes: string[] = [];
  for (const part of text.toUpperCase().split(/[,，、]/)) {
    const word = part.trim();
    const range = word.includes("..") ? parseRange(word) : [word];
    if (range?.every((code) => getPlaceCodeRefusal(code) === null) !== true) return null;
    codes.push(...range);
  }
  const once = [...new Set(codes)];
  return once.length > mostPartitions ? null : once;
}

type Part = "W" | "P" | "S" | "B" | "L";

/** Formats a barcode by its pattern, in capital letters: `{p}` is `{P}`. Other text stays as it is. */
function formatBarcode(pattern: string, parts: Readonly<Record<Part, string>>): string {
  return pattern.toUpperCase().replace(/\{([WPSBL])\}/g, (_, part: Part) => parts[part]);
}

function countLocations({ first_shelf, last_shelf, bays, levels }: Generation, partitionCount: number): number {
  return partitionCount * (last_shelf - first_shelf + 1) * bays * levels;
}

/** Lists the numbers from 1 to `count`, or backwards. */
function listNumbers(count: number, isBack: boolean): number[] {
  return Array.from({ length: count }, (_, at) => (isBack ? count - at : at + 1));
}

/**
 * Computes the locations of a generation. A shelf's code is its partition and number (`A-01`); levels of a bay count from the floor.
 * @param warehouseCode the value of {W}
 * @returns `warehouses.patternMisses` if two locations would have the same barcode
 */
export function generate(generation: Generation, warehouseCode: string): Result<Generated, RefusalName> {
  const partitions = parsePartitions(generation.partitions);
  if (partitions === null) return refuse("warehouses.partitionsShape");
  if (generation.last_shelf < generation.first_shelf) return refuse("warehouses.rangeShape");
  if (countLocations(generation, partitions.length) > mostGenerated) return refuse("warehouses.tooManyLocations");
  const numberText = (number: number) => String(number).padStart(generation.digits, "0");
  const shelves: GeneratedShelf[] = [];
  const locations: GeneratedLocation[] = [];
  for (const partition of partitions) {
    for (let number = generation.first_shelf; number <= generation.last_shelf; number += 1) {
      const shelf = `${partition}-${numberText(number)}`;
      const isBack = generation.walk === "serpentine" && shelves.length % 2 === 1;
      shelves.push({ partition, code: shelf });
      for (const bay of listNumbers(generation.bays, isBack)) {
        for (const level of listNumbers(generation.levels, false)) {
          const parts = { W: warehouseCode, P: partition, S: numberText(number), B: numberText(bay), L: numberText(level) };
          locations.push({ partition, shelf, barcode: formatBarcode(generation.pattern, parts), step: locations.length, bay, level });
        }
      }
    }
  }
  const refusal = findRefusal(shelves, locations);
  return refusal === null ? ok({ partitions, shelves, locations }) : refuse(refusal);
}

function findRefusal(shelves: readonly GeneratedShelf[], locations: readonly GeneratedLocation[]): RefusalName | null {
  if (shelves.some(({ code }) => getPlaceCodeRefusal(code) !== null)) return "warehouses.placeCodeShape";
  if (locations.some(({ barcode }) => getBarcodeRefusal(barcode) !== null)) return "warehouses.barcodeShape";
  return new Set(locations.map(({ barcode }) => barcode)).size < locations.length ? "warehouses.patternMisses" : null;
}

/**
 * Returns the pattern that suits a generation: A-01-01, or with several levels A-01-01-01.
 * @param hasCode whether barcodes start with the warehouse's code
 */
export function getDefaultPattern({ levels, hasCode }: { levels: number; hasCode: boolean }): string {
  return `${hasCode ? "{W}-" : ""}{P}-{S}-{B}${levels > 1 ? "-{L}" : ""}`;
}

/**
 * Returns true if barcodes start with the warehouse's code. Barcodes are unique across warehouses: a second one would repeat those of the first.
 * @param barcode of an existing shelf, which new ones follow; null for none
 * @param hasOthers whether other warehouses have shelves
 */
export function usesWarehouseCode(code: string, barcode: string | null, hasOthers: boolean): boolean {
  return barcode === null ? hasOthers : barcode.startsWith(`${code.toUpperCase()}-`);
}
