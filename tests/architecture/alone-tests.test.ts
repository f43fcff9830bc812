import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** What changes the process for the next file. */
const traces =
  /\bvi\.(?:mock|stubGlobal|stubEnv|useFakeTimers|spyOn|setSystemTime)\b|@vitest-environment|\bprocess\.(?:chdir|on)\(|\bprocess\.env(?:\.\w+|\[[^\]]+\]) =[^=]/;

test("a test that changes its process runs in its own, and has .alone in its name", () => {
  const files = globSync([
    "{src,web,server,sandbox,scripts,entrypoints}/**/*.test.{ts,tsx}",
    "tests/{architecture,integration,server}/**/*.test.ts",
  ]);
  expect(files.length).toBeGreaterThan(300);
  const shared = files.filter((path) => !path.includes(".alone.test.") && !path.endsWith("alone-tests.test.ts"));
  expect(shared.filter((path) => traces.test(readFileSync(path, "utf8")))).toEqual([]);
});
