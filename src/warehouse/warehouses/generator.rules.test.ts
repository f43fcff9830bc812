import { expect, test } from "vitest";
import { generate, getDefaultPattern, parsePartitions, usesWarehouseCode } from "./generator.rules.ts";
import type { Generation } from "./generator.rules.ts";

const wish: Generation = {
  partitions: "A",
  first_shelf: 1,
  last_shelf: 2,
  bays: 2,
  levels: 2,
  pattern: getDefaultPattern({ levels: 2, hasCode: false }),
  digits: 2,
  walk: "serpentine",
};
const codesOf = (change: Partial<Generation>) => {
  const made = generate({ ...wish, ...change }, "E1");
  return made.ok ? made.value.locations.map(({ barcode }) => barcode) : made.problem;
};

test("partitions are a single one, a list, or a range of letters or numbers, each once", () => {
  expect(parsePartitions(" a ")).toEqual(["A"]);
  expect(parsePartitions("A, C，A")).toEqual(["A", "C"]);
  expect(parsePartitions("A..D")).toEqual(["A", "B", "C", "D"]);
  expect(parsePartitions("08..11")).toEqual(["08", "09", "10", "11"]);
});

test.each(["", "A,", "D..A", "A..9", "AA..CC", "1..60", "a b"])("%j names no partitions", (text) => {
  expect(parsePartitions(text)).toBeNull();
});

test("a serpentine walk returns along every other shelf, each bay from the floor up", () => {
  expect(codesOf({})).toEqual([
    "A-01-01-01",
    "A-01-01-02",
    "A-01-02-01",
    "A-01-02-02",
    "A-02-02-01",
    "A-02-02-02",
    "A-02-01-01",
    "A-02-01-02",
  ]);
});

test("a one-way walk starts each shelf at its first bay", () => {
  expect(codesOf({ walk: "one_way", levels: 1, pattern: getDefaultPattern({ levels: 1, hasCode: false }) })).toEqual([
    "A-01-01",
    "A-01-02",
    "A-02-01",
    "A-02-02",
  ]);
});

test("numbers are padded to their digits and may exceed them; other characters of the pattern stay unchanged", () => {
  expect(codesOf({ first_shelf: 9, last_shelf: 10, bays: 1, levels: 1, digits: 1, pattern: "{x}{w}/{P}{S}" })).toEqual([
    "{X}E1/A9",
    "{X}E1/A10",
  ]);
  expect(codesOf({ last_shelf: 1, bays: 1, levels: 1, digits: 4, pattern: "{S}.{B}" })).toEqual(["0001.0001"]);
});

test("refuses a pattern or a range that gives duplicate, unreadable or too many barcodes", () => {
  expect(codesOf({ pattern: "{P}-{S}-{B}" })).toBe("warehouses.patternMisses");
  expect(codesOf({ digits: 1, last_shelf: 11, bays: 11, levels: 1, pattern: "{S}{B}" })).toBe("warehouses.patternMisses");
  expect(codesOf({ pattern: "{P} {S}{B}{L}" })).toBe("warehouses.barcodeShape");
  expect(codesOf({ partitions: "A..Z", last_shelf: 99, bays: 10 })).toBe("warehouses.tooManyLocations");
  expect(codesOf({ first_shelf: 3 })).toBe("warehouses.rangeShape");
});

test.each([1, 2, 3])("the default pattern fits %i levels, and a second warehouse repeats no barcode of the first", (levels) => {
  const first = codesOf({ levels, pattern: getDefaultPattern({ levels, hasCode: false }) });
  const second = codesOf({ levels, pattern: getDefaultPattern({ levels, hasCode: usesWarehouseCode("E1", null, true) }) });
  expect(first).toHaveLength(4 * levels);
  expect(second).toHaveLength(4 * levels);
  expect(second).toEqual(expect.arrayContaining([expect.stringMatching(/^E1-A-01-01/)]));
  expect(new Set([first, second].flat()).size).toBe(8 * levels);
});

test("a warehouse continues the barcode style of its first shelves", () => {
  expect(usesWarehouseCode("e1", "E1-A-01-01", false)).toBe(true);
  expect(usesWarehouseCode("E1", "A-01-01", true)).toBe(false);
  expect(usesWarehouseCode("E1", null, false)).toBe(false);
});
