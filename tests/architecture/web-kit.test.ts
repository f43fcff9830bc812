import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const files = globSync("{src,web}/**/*.{ts,tsx}").filter((path) => !path.includes(".test."));
const listUsers = (pattern: RegExp) => files.filter((path) => pattern.test(readFileSync(path, "utf8"))).toSorted();

test("parts of screens are loaded by lazyPart, which has the time limit and the offer to reload", () => {
  expect(listUsers(/import \{[^}]*\blazy\b[^}]*\} from "react"/)).toEqual(["src/ui/lazy-part.ts"]);
});

test("files are downloaded by downloadFile, which logs a failure and raises no toast; pictures that a page shows are fetched where they are shown", () => {
  expect(listUsers(/\bclient\.file\(/)).toEqual([
    "src/files/stored-image.tsx",
    "src/key-information/document-picture.tsx",
    "src/ui/download-file.ts",
    "web/callers.ts",
  ]);
});

test("product queries name the supplier through getProviderInput, which a drop shipper's do not", () => {
  const users = listUsers(/\b(?:queryProduct|listVariants|printLabels)\b/).filter((path) => !path.endsWith(".contract.ts"));
  expect(users.length).toBeGreaterThan(5);
  const named = new Set(listUsers(/\.\.\.getProviderInput\(/));
  expect(users.filter((path) => !named.has(path))).toEqual([]);
});
