import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const rows = readFileSync("docs/spec-coverage.md", "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| statement") && !line.startsWith("| ---"));

test("every statement names a file that is there and holds the named test", () => {
  expect(rows.length).toBeGreaterThan(30);
  for (const row of rows) {
    const shown = [...row.matchAll(/`([^`]+\.tsx?)` › "([^"]+)"/g)];
    expect(shown.length, row).toBeGreaterThan(0);
    for (const [, path = "", name = ""] of shown) {
      expect(existsSync(path), `${path} of: ${row}`).toBe(true);
      const source = readFileSync(path, "utf8").replaceAll("\\'", "'").replaceAll('\\"', '"');
      expect(source.includes(name), `${path} › ${name}`).toBe(true);
    }
  }
});
