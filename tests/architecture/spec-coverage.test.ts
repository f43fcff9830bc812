import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { TestTitles } from "./test-titles.ts";
import { listStrings, listTestTitles } from "./test-titles.ts";

const rows = readFileSync("docs/spec-coverage.md", "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| statement") && !line.startsWith("| ---"));

/** Lists the names a row may refer to: tests, figures of a bench, checks of `npm test`. */
function listNames(path: string): TestTitles {
  const isTest = /\.test\.tsx?$/.test(path);
  const isNamed = path.startsWith("tests/bench/") || path === "scripts/test/checks.ts";
  return isTest ? listTestTitles(path) : { run: isNamed ? listStrings(path) : new Set(), skipped: new Set() };
}

/** Returns what is wrong with a row's reference; null if it is a test that runs. */
function findFault(path: string, title: string): string | null {
  if (!existsSync(path)) return `no such file: ${path}`;
  if (!namesByPath.has(path)) namesByPath.set(path, listNames(path));
  const names = namesByPath.get(path);
  if (names?.skipped.has(title)) return `skipped: ${path} › ${title}`;
  return names?.run.has(title) ? null : `no test of this title: ${path} › ${title}`;
}
const namesByPath = new Map<string, TestTitles>();

test("every statement names a test by its title, and the test is not skipped", () => {
  expect(rows.length).toBeGreaterThan(30);
  const faults = rows.flatMap((row) => {
    const shown = [...row.matchAll(/`([^`]+\.tsx?)` › "((?:[^"\\]|\\.)+)"/g)];
    return shown.length === 0
      ? [`no test: ${row}`]
      : shown.map(([, path = "", name = ""]) => findFault(path, name.replaceAll('\\"', '"'))).filter((fault) => fault !== null);
  });
  expect(faults).toEqual([]);
});

test("a test's title is distinguished from other strings in its file, and from those of skipped tests", () => {
  const folder = mkdtempSync(join(tmpdir(), "quayside-titles-"));
  const path = join(folder, "sample.test.ts");
  writeFileSync(
    path,
    `const words = "only words";
     // test("a comment", () => {})
     describe("a block", () => { test("runs", () => {}); test.each([[1, "row"]])("runs for %s", () => {}); it(\`runs in \${language}\`, () => {}); });
     describe.skip("off", () => { test("inside of a skipped block", () => {}); });
     test.skip("skipped", () => {});
     test.todo("to do");`,
  );
  try {
    const { run, skipped } = listTestTitles(path);
    const blocks = ["runs", "runs for %s", "runs in ${language}"].flatMap((title) => [title, `a block › ${title}`]);
    expect([...run]).toEqual(blocks);
    for (const title of ["inside of a skipped block", "skipped", "to do"]) expect(skipped).toContain(title);
    expect([...run, ...skipped].join()).not.toMatch(/only words|a comment/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
