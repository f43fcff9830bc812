import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

/** The slice of a file, as `src/<group>/<slice>`; null for a file of no slice. */
const getSlice = (path: string) => /^(?:src|server)\/[^/]+\/[^/]+(?=\/)/.exec(path)?.[0] ?? null;

/** Lists the slices that a file imports, types included. */
function listImportedSlices(path: string, source: string): string[] {
  return [...source.matchAll(/(?:\bfrom|^import|\bimport\()\s*"([#.][^"]+)"/gm)].flatMap(([, name = ""]) => {
    const slice = getSlice(name.startsWith("#") ? name.slice(1) : join(dirname(path), name));
    return slice === null || slice === getSlice(path) ? [] : [slice];
  });
}

/**
 * Lists the pairs of slices of one side that import each other, written as in the table of ADR 34.
 * @param files the source of each file by its path
 */
function listPairs(files: ReadonlyMap<string, string>): string[] {
  const imports = new Set(
    [...files].flatMap(([path, source]) => listImportedSlices(path, source).map((slice) => `${getSlice(path)} ${slice}`)),
  );
  const sides = new Map<string, string[]>();
  for (const edge of imports) {
    const [from = "", to = ""] = edge.split(" ");
    const [side = ""] = from.split("/");
    if (from > to || !imports.has(`${to} ${from}`)) continue;
    const pair = [from, to].map((slice) => `\`${slice.slice(side.length + 1)}\``).join(", ");
    sides.set(pair, [...(sides.get(pair) ?? []), side]);
  }
  return [...sides].map(([pair, found]) => (found.length === 2 ? `${pair} (both sides)` : pair)).toSorted();
}

test("the slices that import each other are the pairs of ADR 34, each with its reason", () => {
  const paths = globSync("{src,server}/**/*.{ts,tsx}").filter((path) => !path.includes(".test."));
  expect(paths.length).toBeGreaterThan(1000);
  const adr = readFileSync("docs/adr/0034-groups-from-the-ground-up.md", "utf8");
  const rows = [...adr.matchAll(/^\| (`[^|]+`, `[^|]+) \| \S/gm)].map(([, pair = ""]) => pair);
  const found = listPairs(new Map(paths.map((path) => [path, readFileSync(path, "utf8")])));
  expect(rows.toSorted()).toEqual(found);
});

test("a pair is found by any kind of mutual import, on the sides that have it", () => {
  const files = (side: string, back: string): [string, string][] => [
    [`${side}/shop/orders/orders.ts`, `import type { Label } from "#${side}/shop/labels/label.ts";`],
    [`${side}/shop/labels/label.ts`, back],
    [`${side}/shop/top.ts`, 'import "./orders/orders.ts";'],
  ];
  const back = 'const later = () => import("../orders/orders.ts");';
  expect(listPairs(new Map(files("src", back)))).toEqual(["`shop/labels`, `shop/orders`"]);
  expect(listPairs(new Map([...files("src", back), ...files("server", 'export { a } from "../orders/orders.ts";')]))).toEqual([
    "`shop/labels`, `shop/orders` (both sides)",
  ]);
  expect(listPairs(new Map(files("src", 'import "../top.ts";')))).toEqual([]);
});
