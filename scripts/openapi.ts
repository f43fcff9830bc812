import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { implementations } from "#server/calls.ts";
import { openApiDocument } from "#server/platform/http/openapi.ts";

/**
 * Writes `docs/openapi/<slice>.json`, a document for each slice, from the calls' definitions. With `--check` it changes nothing and exits with 1 if
 * the committed documents differ, so that a change of the API shows in the diff of a commit.
 */
const folder = "docs/openapi";
const calls = implementations.map(({ call }) => call);
const slices = Map.groupBy(calls, ({ name }) => name.slice(0, name.indexOf(".")));
const made = new Map([...slices].map(([slice, own]) => [`${slice}.json`, format(openApiDocument(own))]));

/** Writes a line for each path: a diff names the changed calls, and the file is less than half as long as with each value on a line of its own. */
function format(document: object): string {
  const lineEach = (entries: object) => Object.entries(entries).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  const { paths = {}, ...rest } = document as { paths?: object };
  return `{\n${[...lineEach(rest), `"paths": {\n${lineEach(paths).join(",\n")}\n}`].join(",\n")}\n}\n`;
}

function readCommitted(): Map<string, string> {
  return new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

mkdirSync(folder, { recursive: true });
const committed = readCommitted();
const differing = [...new Set([...made.keys(), ...committed.keys()])].filter((name) => made.get(name) !== committed.get(name));
if (!process.argv.includes("--check")) {
  for (const name of committed.keys()) if (!made.has(name)) rmSync(join(folder, name));
  for (const [name, text] of made) writeFileSync(join(folder, name), text);
  console.log(`${folder}: ${calls.length} calls in ${made.size} documents`);
} else if (differing.length > 0) {
  console.error(`${folder}: ${differing.join(", ")} is not what the calls say: run \`npm run openapi\` and commit it.`);
  process.exitCode = 1;
}
