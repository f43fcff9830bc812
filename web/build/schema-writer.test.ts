import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { refusing } from "./schema-writer.ts";

test.each(["to-json-schema", "json-schema-processors"])("zod's %s keeps its exports, but not their implementation", (name) => {
  const code = readFileSync(`node_modules/zod/v4/core/${name}.js`, "utf8");
  const kept = refusing(code);
  const exported = [...code.matchAll(/^export \w+ (\w+)/gm)].map(([, one = ""]) => one);
  expect(exported.length).toBeGreaterThan(5);
  expect(exported.filter((one) => !kept.includes(`export const ${one} = refuse;`))).toEqual([]);
  expect(kept).not.toContain("import");
});
