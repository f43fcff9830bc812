import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureChromium, ensureFirefox } from "./browsers.ts";

/** A check that passes or fails as a whole; the test runner counts its own. */
interface Check {
  name: string;
  command: readonly [string, ...string[]];
}

const checks: readonly Check[] = [
  { name: "types", command: ["npm", "run", "-s", "types"] },
  { name: "lint", command: ["npm", "run", "-s", "lint"] },
  { name: "format", command: ["npm", "run", "-s", "format:check"] },
  { name: "import boundaries", command: ["npm", "run", "-s", "boundaries"] },
  { name: "unused code", command: ["npm", "run", "-s", "unused"] },
  { name: "committed schema and its types", command: ["npm", "run", "-s", "schema", "--", "--check"] },
  { name: "committed API document", command: ["npm", "run", "-s", "openapi", "--", "--check"] },
  { name: "builds of both browsers", command: ["npm", "run", "-s", "build"] },
  { name: "build of the web application", command: ["npm", "run", "-s", "build:web"] },
  { name: "test build of the web application", command: ["npm", "run", "-s", "build:web:e2e"] },
  { name: "bundle sizes", command: ["npm", "run", "-s", "sizes"] },
  { name: "test builds of both browsers", command: ["npm", "run", "-s", "build:e2e"] },
];

const full = process.argv.includes("--full");
const env = { ...process.env, CHROME_PATH: ensureChromium(), FIREFOX_PATH: ensureFirefox(), QUAYSIDE_FULL: full ? "1" : "" };

let passed = 0;
let failed = 0;
let skipped = 0;

for (const { name, command } of checks) {
  const [program, ...args] = command;
  const started = Date.now();
  const run = spawnSync(program, args, { encoding: "utf8", env, maxBuffer: 64 * 1024 * 1024 });
  const good = run.status === 0;
  console.log(`${good ? "ok    " : "FAILED"} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  if (good) passed += 1;
  else {
    failed += 1;
    console.log(run.stdout, run.stderr);
  }
}

const folder = mkdtempSync(join(tmpdir(), "quayside-test-"));
const report = join(folder, "report.json");
const run = spawnSync("node_modules/.bin/vitest", ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`], {
  stdio: ["ignore", "inherit", "inherit"],
  env,
});
const counted = readReport(report);
rmSync(folder, { recursive: true, force: true });
passed += counted.passed;
skipped += counted.skipped;
// A runner that fell over without a failed test has failed all the same.
failed += counted.failed === 0 && run.status !== 0 ? 1 : counted.failed;

console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exitCode = failed === 0 ? 0 : 1;

/** The runner's own counts; nothing but a failure where it wrote none. */
function readReport(path: string): { passed: number; failed: number; skipped: number } {
  try {
    const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(path, "utf8")) as Record<string, number>;
    return { passed: numPassedTests ?? 0, failed: numFailedTests ?? 0, skipped: numPendingTests ?? 0 };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}
