import { readFileSync, writeFileSync } from "node:fs";
import { implementations } from "#server/calls.ts";
import { openApiDocument } from "#server/http/openapi.ts";

/**
 * Writes `docs/openapi.json` from the calls' definitions. With `--check` it changes nothing and ends with 1 where the committed document is
 * another: a change of the wire shows in the diff of a commit.
 */
const path = "docs/openapi.json";
const made = `${JSON.stringify(openApiDocument(implementations.map(({ call }) => call)), null, 2)}\n`;

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
