import { readFileSync, writeFileSync } from "node:fs";
import { implementations } from "#server/calls.ts";
import { openApiDocument } from "#server/platform/http/openapi.ts";

/**
 * Writes `docs/openapi.json` from the calls' definitions. With `--check` it changes nothing and exits with 1 if the committed document differs, so
 * that a change of the API shows in the diff of a commit.
 */
const path = "docs/openapi.json";
const made = written(openApiDocument(implementations.map(({ call }) => call)));

/** Writes a line for each path: a diff names the changed calls, and the file is less than half as long as with each value on a line of its own. */
function written(document: object): string {
  const lineEach = (entries: object) => Object.entries(entries).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  const { paths = {}, ...rest } = document as { paths?: object };
  return `{\n${[...lineEach(rest), `"paths": {\n${lineEach(paths).join(",\n")}\n}`].join(",\n")}\n}\n`;
}

function committed(): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

if (!process.argv.includes("--check")) {
  writeFileSync(path, made);
  console.log(`${path}: ${implementations.length} calls`);
} else if (committed() !== made) {
  console.error(`${path} is not what the calls say: run \`npm run openapi\` and commit it.`);
  process.exitCode = 1;
}
