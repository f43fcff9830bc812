import type { RefusalName } from "#src/api/codes.ts";
import { ok, refuse } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import { barcodeRefusal, placeCodeRefusal } from "./warehouses.rules.ts";

/** The most locations that are made at once, and the most partitions. */
export const mostGenerated = 20_000;
const mostPartitions = 50;

/** Which way the walking order goes: one way begins each shelf at its first bay; serpentine turns at the end, and comes back along the next. */
export const walks = ["serpentine", "one_way"] as const;

/** What is generated: in each partition the shelves from first to last, each with so many bays and levels. */
export interface Generation {
  /** `A`, `A, B, C`, `A..F` or `1..12` */
  readonly partitions: string;
  readonly first_shelf: number;
  readonly last_shelf: number;
  readonly bays: number;
  readonly levels: number;
  /** `{P}-{S}-{B}`: W is the warehouse's code, P the partition, S the shelf, B the bay, L the level */
  readonly pattern: string;
  /** numbers are filled up with zeros to so many digits */
  readonly digits: number;
  readonly walk: (typeof walks)[number];
}

/** A location to be made; its place is seen from its shelf's corner. */
export interface GeneratedLocation {
  readonly partition: string;
  readonly shelf: string;
  readonly barcode: string;
  /** 0 and up, in the order in which they are walked to */
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
  /** in the walking order */
  readonly locations: readonly GeneratedLocation[];
}

/** One letter after another, or one number: `A..D` is A, B, C, D. Null for what is no range. */
function rangeOf(part: string): string[] | null {
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

/** The partitions that a text names, each once and in its order; null where it cannot be read, names none, or too many. */
export function partitionsOf(text: string): string[] | null {
  const codes: string[] = [];
  for (const part of text.toUpperCase().split(/[,，、]/)) {
    const word = part.trim();
    const range = word.includes("..") ? rangeOf(word) : [word];
    if (range?.every((code) => placeCodeRefusal(code) === null) !== true) return null;
    codes.push(...range);
  }
  const once = [...new Set(codes)];
  return once.length > mostPartitions ? null : once;
}

type Part = "W" | "P" | "S" | "B" | "L";

/** A barcode by its pattern, in capital letters: `{p}` is `{P}`. What is no part of ours stands as it is. */
function barcodeBy(pattern: string, parts: Readonly<Record<Part, string>>): string {
  return pattern.toUpperCase().replace(/\{([WPSBL])\}/g, (_, part: Part) => parts[part]);
}

function countOf({ first_shelf, last_shelf, bays, levels }: Generation, partitionCount: number): number {
  return partitionCount * (last_shelf - first_shelf + 1) * bays * levels;
}

/** The numbers from 1 to `count`, or back. */
function counted(count: number, isBack: boolean): number[] {
  return Array.from({ length: count }, (_, at) => (isBack ? count - at : at + 1));
}

/**
 * Works out what a generation makes. A shelf's code is its partition and its number (`A-01`); of a bay the levels come from the floor up.
 * @param warehouseCode what {W} stands for
 * @returns `warehouses.patternMisses` where two locations would have one barcode
 */
export function generate(wish: Generation, warehouseCode: string): Result<Generated, RefusalName> {
  const partitions = partitionsOf(wish.partitions);
  if (partitions === null) return refuse("warehouses.partitionsShape");
  if (wish.last_shelf < wish.first_shelf) return refuse("warehouses.rangeShape");
  if (countOf(wish, partitions.length) > mostGenerated) return refuse("warehouses.tooManyLocations");
  const numberText = (number: number) => String(number).padStart(wish.digits, "0");
  const shelves: GeneratedShelf[] = [];
  const locations: GeneratedLocation[] = [];
  for (const partition of partitions) {
    for (let number = wish.first_shelf; number <= wish.last_shelf; number += 1) {
      const shelf = `${partition}-${numberText(number)}`;
      const isBack = wish.walk === "serpentine" && shelves.length % 2 === 1;
      shelves.push({ partition, code: shelf });
      for (const bay of counted(wish.bays, isBack)) {
        for (const level of counted(wish.levels, false)) {
          const parts = { W: warehouseCode, P: partition, S: numberText(number), B: numberText(bay), L: numberText(level) };
          locations.push({ partition, shelf, barcode: barcodeBy(wish.pattern, parts), step: locations.length, bay, level });
        }
      }
    }
  }
  const refusal = refusalOf(shelves, locations);
  return refusal === null ? ok({ partitions, shelves, locations }) : refuse(refusal);
}

function refusalOf(shelves: readonly GeneratedShelf[], locations: readonly GeneratedLocation[]): RefusalName | null {
  if (shelves.some(({ code }) => placeCodeRefusal(code) !== null)) return "warehouses.placeCodeShape";
  if (locations.some(({ barcode }) => barcodeRefusal(barcode) !== null)) return "warehouses.barcodeShape";
  return new Set(locations.map(({ barcode }) => barcode)).size < locations.length ? "warehouses.patternMisses" : null;
}

/**
 * The pattern that fits what is generated: A-01-01, and with several levels A-01-01-01.
 * @param hasCode whether barcodes begin with the warehouse's code
 */
export function getDefaultPattern({ levels, hasCode }: { levels: number; hasCode: boolean }): string {
  return `${hasCode ? "{W}-" : ""}{P}-{S}-{B}${levels > 1 ? "-{L}" : ""}`;
}

/**
 * Whether barcodes of a warehouse begin with its code. A barcode is one location of all warehouses: a second one would make those of the first again.
 * @param barcode of a shelf that it has already, which later ones follow; null for none
 * @param hasOthers whether other warehouses have shelves
 */
export function usesWarehouseCode(code: string, barcode: string | null, hasOthers: boolean): boolean {
  return barcode === null ? hasOthers : barcode.startsWith(`${code.toUpperCase()}-`);
}
