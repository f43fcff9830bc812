import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const files = globSync("{src,web}/**/*.{ts,tsx}").filter((path) => !path.includes(".test."));
const listUsers = (pattern: RegExp) => files.filter((path) => pattern.test(readFileSync(path, "utf8"))).toSorted();

test("parts of screens are loaded by lazyPart, which has a time limit and offers to reload", () => {
  expect(listUsers(/import \{[^}]*\blazy\b[^}]*\} from "react"/)).toEqual([]);
});

/** Files that load a part of the application themselves, with the reason. */
const loadedOtherwise: Readonly<Record<string, string>> = {
  "src/collector/review-import/read-export.ts": "runs in the extension's worker, whose files are on the machine",
  "src/collector/texts/texts.ts": "the extension's texts, which are on the machine",
  "src/collector/texts/popup.ts": "the popup's texts, which are on the machine",
};

test("every part that src loads dynamically goes through loadChunk or lazyPart, except those with a reason", () => {
  const loader = /\b(?:loadChunk|lazyPart)(?:<\w+>)?\(\s*(?:async )?\(\)\s*=>\s*\(?(?:await )?import\(/g;
  const others = files.filter((path) => {
    const source = readFileSync(path, "utf8").replaceAll(loader, "");
    return path.startsWith("src/") && /(?<!typeof )\bimport\(/.test(source);
  });
  expect(others.toSorted()).toEqual(Object.keys(loadedOtherwise).toSorted());
});

test("files are downloaded by downloadFile, which logs a failure and raises no toast; displayed pictures are fetched where they are shown", () => {
  expect(listUsers(/\bclient\.file\(/)).toEqual(["src/kit/files/use-stored-file.ts", "src/kit/ui/download-file.ts", "web/area-clients.ts"]);
});

test("product queries name the supplier through getProviderInput, which leaves it out for a retailer", () => {
  const users = listUsers(/\b(?:queryProduct|listVariants|printLabels)\b/).filter((path) => !path.endsWith(".contract.ts"));
  expect(users.length).toBeGreaterThan(5);
  const named = new Set(listUsers(/\.\.\.getProviderInput\(/));
  expect(users.filter((path) => !named.has(path))).toEqual([]);
});

test("files that use downloadFile raise no error toast, except for a download that is not ready yet, which is an answer", () => {
  const users = new Set(listUsers(/\bdownloadFile\b/));
  expect(users.size).toBeGreaterThan(5);
  // The number of locations that could not be blocked has nothing to do with downloads.
  const others = ["src/company/downloads/downloads.list.tsx", "src/warehouse/warehouses/block-and-label-dialogs.tsx"];
  expect(listUsers(/\b(?:show|say)\([^)]*"bad"/).filter((path) => users.has(path))).toEqual(others);
});
