import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ensureChromium, ensureFirefox } from "./browsers.ts";

/** A check that passes or fails as a whole; the test runner counts its own. */
interface Check {
  name: string;
  command: readonly [string, ...string[]];
}

/** Checks that follow one another. */
type Lane = readonly Check[];

/**
 * One stage after the other, the lanes of a stage beside each other: each keeps one core busy, and there are two. What writes and what reads
 * `.wxt` (types, lint, the extension's builds) follows one another, and each build has a folder of its own.
 */
const stages: readonly (readonly Lane[])[] = [
  [
    [
      // Several checkers would work out the same types over again, for a core that the other lane has.
      { name: "types", command: ["npm", "run", "-s", "types", "--", "--singleThreaded"] },
      { name: "lint", command: ["npm", "run", "-s", "lint"] },
      { name: "builds of both browsers", command: ["npm", "run", "-s", "build"] },
      { name: "test builds of both browsers", command: ["npm", "run", "-s", "build:e2e"] },
    ],
    [
      { name: "format", command: ["npm", "run", "-s", "format:check"] },
      { name: "committed schema and its types", command: ["npm", "run", "-s", "schema", "--", "--check"] },
      { name: "committed API document", command: ["npm", "run", "-s", "openapi", "--", "--check"] },
      { name: "unused code", command: ["npm", "run", "-s", "unused"] },
      { name: "import boundaries", command: ["npm", "run", "-s", "boundaries"] },
      { name: "build of the web application", command: ["npm", "run", "-s", "build:web"] },
      { name: "test build of the web application", command: ["npm", "run", "-s", "build:web:e2e"] },
    ],
  ],
  [[{ name: "bundle sizes", command: ["npm", "run", "-s", "sizes"] }]],
];

const full = process.argv.includes("--full");
const env = {
  ...process.env,
  CHROME_PATH: ensureChromium(),
  FIREFOX_PATH: ensureFirefox(),
  QUAYSIDE_FULL: full ? "1" : "",
  // Node keeps there what it compiled: hundreds of processes load the same libraries in half of the time.
  NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] || resolve("node_modules/.cache/node-compile"),
};

let passed = 0;
let failed = 0;
let skipped = 0;

for (const lanes of stages) await Promise.all(lanes.map(follow));

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

/** Runs a lane's checks to its end, and counts them. */
async function follow(lane: Lane): Promise<void> {
  for (const check of lane) {
    if (await isGood(check)) passed += 1;
    else failed += 1;
  }
}

/** Runs a check and says how it went; what it printed itself only where it failed, in one piece. */
async function isGood({ name, command }: Check): Promise<boolean> {
  const [program, ...args] = command;
  const started = Date.now();
  const child = spawn(program, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (part: string) => (said += part));
  const code = await once(child, "close").then(
    ([ended]) => Number(ended ?? 1),
    (error: unknown) => {
      said += String(error);
      return 1;
    },
  );
  console.log(`${code === 0 ? "ok    " : "FAILED"} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  if (code !== 0) console.log(said);
  return code === 0;
}

/** The runner's own counts; nothing but a failure where it wrote none. */
function readReport(path: string): { passed: number; failed: number; skipped: number } {
  try {
    const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(path, "utf8")) as Record<string, number>;
    return { passed: numPassedTests ?? 0, failed: numFailedTests ?? 0, skipped: numPendingTests ?? 0 };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}
