import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { ensureChromium, ensureFirefox } from "./browsers.ts";
import { builds, checks, runChecks } from "./test/checks.ts";
import type { TestReport } from "./test/outcome.ts";
import { countOutcome, listFailedBrowserFiles, listSlowest } from "./test/outcome.ts";
import { reportVariable } from "./test/reporter.ts";

const reporter = resolve("scripts/test/reporter.ts");

/** Kinds of tests, by the names of their projects in `vitest.config.ts`. */
const projectsByKind: Readonly<Record<string, readonly string[]>> = {
  unit: ["unit*"],
  server: ["server*"],
  e2e: ["browser*", "web", "pro"],
};

const usage = `npm test [-- FILE ...]            every check and test, or the tests of these files alone
npm run test:full                 with the large enumerations whole
npm run test:unit|server|e2e      one kind of tests
`;

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: { full: { type: "boolean" }, only: { type: "string" }, help: { type: "boolean", short: "h" } },
});
const projects = values.only === undefined ? [] : projectsByKind[values.only];
if (values.help === true || projects === undefined) {
  process.stdout.write(usage);
  process.exit(values.help === true ? 0 : 1);
}

const isWhole = files.length === 0 && values.only === undefined;
const needsBrowsers = isWhole || values.only === "e2e" || files.some((file) => file.includes("e2e"));
const env: NodeJS.ProcessEnv = {
  ...process.env,
  // A few unit tests open a browser as well; they use an installed one, and are not skipped.
  CHROME_PATH: ensureChromium(),
  FIREFOX_PATH: needsBrowsers ? ensureFirefox() : (process.env["FIREFOX_PATH"] ?? ""),
  QUAYSIDE_FULL: values.full === true ? "1" : "",
  // Node caches compiled code there: hundreds of processes load the same libraries in half of the time.
  NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] || resolve("node_modules/.cache/node-compile"),
};
const folder = mkdtempSync(join(tmpdir(), "quayside-test-"));

const checked = await runChecks(isWhole ? checks : needsBrowsers ? builds : [], env);
const { report, isGood } = runVitest([...projects.flatMap((name) => ["--project", name]), ...files]);

// A browser test may fail because the machine was busy: its file is run once more on its own. A real fault fails again.
const again = new Map(
  listFailedBrowserFiles(report).flatMap((file) => {
    console.log(`once more, alone: ${file}`);
    return runVitest([file]).report.files.map((entry) => [entry.file, entry] as const);
  }),
);
rmSync(folder, { recursive: true, force: true });

const outcome = countOutcome(report, again);
const passed = checked.passed + outcome.passed;
// A runner that ended badly without a failure in its report failed all the same.
const failed = checked.failed + outcome.failed + Number(!isGood && again.size === 0 && outcome.failed === 0);
if (isWhole) for (const line of listSlowest(report, 25)) console.log(`slow  ${line}`);
for (const name of outcome.flaky) console.log(`flaky  ${name}`);
console.log(`${passed} passed, ${failed} failed${outcome.skipped > 0 ? `, ${outcome.skipped} skipped` : ""}`);
process.exitCode = failed === 0 ? 0 : 1;

/** Runs the test runner with these arguments; without a report of its own the run counts as one failure. */
function runVitest(args: readonly string[]): { report: TestReport; isGood: boolean } {
  const path = join(folder, "report.json");
  rmSync(path, { force: true });
  const { status } = spawnSync("node_modules/.bin/vitest", ["run", "--reporter=default", `--reporter=${reporter}`, ...args], {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...env, [reportVariable]: path },
  });
  try {
    return { report: JSON.parse(readFileSync(path, "utf8")) as TestReport, isGood: status === 0 };
  } catch {
    return { report: { files: [], errors: ["the test runner wrote no report"] }, isGood: false };
  }
}
