import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { builtFrom, hashOfSources } from "./sources.ts";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "quayside-sources-"));
  for (const folder of ["web/build", "src/kit/ui", "server"]) mkdirSync(join(root, folder), { recursive: true });
  for (const name of ["package.json", "package-lock.json", "web/main.tsx", "web/build/a.ts", "src/kit/ui/list.css", "server/main.ts"])
    writeFileSync(join(root, name), name);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** A change to the sources, and whether it makes an earlier build outdated. */
const changes: readonly [string, () => void, boolean][] = [
  ["a line is changed", () => writeFileSync(join(root, "web/main.tsx"), "other"), true],
  ["a file of older date takes its place", () => replaceByOlder("src/kit/ui/list.css"), true],
  ["a file is taken away", () => rmSync(join(root, "web/build/a.ts")), true],
  ["a file gets another name", () => renameSync(join(root, "src/kit/ui/list.css"), join(root, "src/kit/ui/cards.css")), true],
  ["a library is another", () => writeFileSync(join(root, "package-lock.json"), "other"), true],
  ["files are merely touched", () => utimesSync(join(root, "web/main.tsx"), new Date(), new Date()), false],
  ["the server is another", () => writeFileSync(join(root, "server/main.ts"), "other"), false],
];

function replaceByOlder(name: string): void {
  writeFileSync(join(root, name), "older");
  utimesSync(join(root, name), new Date(0), new Date(0));
}

test.each(changes)("detects correctly whether a build is outdated when %s", async (_what, change, isOld) => {
  const before = await hashOfSources(root);
  change();
  expect((await hashOfSources(root)) !== before).toBe(isOld);
});

test("a folder without a finished build has no source hash", async () => {
  expect(await builtFrom(join(root, "nowhere"))).toBeNull();
  writeFileSync(join(root, ".sources"), "hash");
  expect(await builtFrom(root)).toBe("hash");
});
