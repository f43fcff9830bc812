import { defineConfig } from "vitest/config";
import { BaseSequencer } from "vitest/node";
import type { TestSpecification } from "vitest/node";

/**
 * The slowest files, slowest first. Started last, one of them would keep one worker busy while the others idle, and a fresh checkout
 * has no recorded durations.
 */
const longest: readonly string[] = [
  "tests/server/matrix.alone.test.ts",
  "tests/server/start.alone.test.ts",
  "tests/server/actions/actions.alone.test.ts",
  "tests/server/fuzz.alone.test.ts",
  "tests/server/faults.alone.test.ts",
  "tests/server/full-disk.alone.test.ts",
  "tests/server/floods.alone.test.ts",
  "tests/server/waybill-faults.alone.test.ts",
  "tests/server/bound-calls.alone.test.ts",
  "tests/server/sign-in-floods.alone.test.ts",
  "tests/server/top-up-faults.alone.test.ts",
  "server/platform/files/reencode-image.alone.test.ts",
  "tests/server/admin.alone.test.ts",
  "tests/server/hand-over-faults.alone.test.ts",
  "server/platform/db/embedded.alone.test.ts",
  "server/outbound/waybills/waybills.test.ts",
  "tests/server/idempotency.test.ts",
  "server/platform/files/files.test.ts",
  "tests/server/row-security.test.ts",
  "server/company/accounts/sessions.test.ts",
  "tests/e2e/web-hand-over-day.test.ts",
  "tests/e2e/web-outbound-day.test.ts",
  "tests/e2e/web-parts.test.ts",
  "tests/e2e/web-mid-work.test.ts",
  "tests/e2e/web-packing.test.ts",
  "tests/e2e/web-list.test.ts",
  "tests/e2e/web-messages.test.ts",
  "tests/e2e/web-parts-keys.test.ts",
  "tests/e2e/web-people.test.ts",
  "tests/e2e/web-hand-held.test.ts",
  "tests/e2e/web-walk.test.ts",
  "tests/e2e/web-reports.test.ts",
  "tests/e2e/web-hand-held-picking.test.ts",
  "tests/e2e/web-shell.test.ts",
  "tests/e2e/web-orders.test.ts",
  "tests/e2e/web-list-pages.test.ts",
  "tests/e2e/web-start.test.ts",
  "tests/e2e/pro-buying.test.ts",
  "tests/e2e/start.test.ts",
  "tests/e2e/popup.test.ts",
  "tests/e2e/collecting.test.ts",
  "tests/e2e/problems.test.ts",
  "tests/e2e/bad-answers.test.ts",
  "tests/e2e/firefox.test.ts",
  "tests/e2e/waiting.test.ts",
  "tests/e2e/shipped.test.ts",
  "tests/e2e/big-table.test.ts",
  "tests/e2e/exporting.test.ts",
  "tests/e2e/looks.test.ts",
  "scripts/collect.alone.test.ts",
  "src/collector/marketplaces/etsy/hostile.test.ts",
];

/** Runs a project's slowest files first and the others in Vitest's own order. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((name) => moduleId.endsWith(`/${name}`));
      return at === -1 ? longest.length : at;
    };
    const sorted = await BaseSequencer.prototype.sort.call(this, files);
    const projects = [...new Set(sorted.map(({ project }) => project.name))];
    return projects.flatMap((name) =>
      sorted.filter(({ project }) => project.name === name).toSorted((one, other) => rank(one) - rank(other)),
    );
  }
}

const unitTests = ["{src,web,sandbox,scripts,entrypoints}/**/*.test.{ts,tsx}", "tests/{architecture,integration}/**/*.test.ts"];

const serverTests = ["server/**/*.test.ts", "tests/server/**/*.test.ts"];

/**
 * A file with this suffix gets its own process because it changes shared state: a page, a global, a clock, the environment. The others
 * share one, since starting a process takes longer than most of them.
 */
const ownProcess = (patterns: readonly string[]) => patterns.map((pattern) => pattern.replace(".test.", ".alone.test."));

/** CPU-intensive, but they wait for conditions and measure no time, so several can run at once. */
const busyTests = [
  "start",
  "looks",
  "exporting",
  "export-worker",
  "import-file",
  "page-button",
  "page-faults",
  "launching",
  "big-table",
  "popup",
].map((name) => `tests/e2e/${name}.test.ts`);
const webTests = ["tests/e2e/web-*.test.ts"];
const proTests = ["tests/e2e/pro-*.test.ts"];

/** Generous for very slow machines: only failing tests reach these limits. */
const patience = { testTimeout: 240_000, hookTimeout: 240_000, expect: { poll: { timeout: 30_000 } } };
/** A hook may start a browser up to three times. */
const browserTimes = { testTimeout: 300_000, hookTimeout: 400_000, retry: 0, expect: { poll: { timeout: 60_000 } } };

// Groups of projects run one after another, each with as many parallel files as its tests tolerate.
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: "unit",
          maxWorkers: 2,
          isolate: false,
          sequence: { groupOrder: 0 },
          include: unitTests,
          exclude: ownProcess(unitTests),
          ...patience,
        },
      },
      {
        test: { name: "unit-alone", maxWorkers: 2, sequence: { groupOrder: 0 }, include: ownProcess(unitTests), ...patience },
      },
      {
        // Run against a real PostgreSQL that the set-up starts once. Each file has its own database and server, but files share processes:
        // loading the whole server takes longer than most of them.
        test: {
          name: "server",
          // They spend half of their time waiting for a server, a database or a clock.
          maxWorkers: 4,
          isolate: false,
          sequence: { groupOrder: 1 },
          include: serverTests,
          exclude: ownProcess(serverTests),
          globalSetup: ["tests/server/setup.ts"],
          ...patience,
        },
      },
      {
        test: {
          name: "server-alone",
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
          include: ownProcess(serverTests),
          globalSetup: ["tests/server/setup.ts", "tests/e2e/web-demo.ts"],
          ...patience,
        },
      },
      {
        // `start` builds what `shipped` and `firefox` test, so those run after it.
        test: { name: "browser-busy", maxWorkers: 2, sequence: { groupOrder: 2 }, include: busyTests, ...browserTimes },
      },
      {
        // The extension's other tests mostly wait: for pauses between requests, countdowns, calls that never answer. They use little CPU, so
        // they do not slow each other down; CPU-intensive tests would.
        test: {
          name: "browser",
          maxWorkers: 4,
          sequence: { groupOrder: 3 },
          include: ["tests/e2e/**/*.test.ts"],
          exclude: [...busyTests, ...webTests, ...proTests],
          ...browserTimes,
        },
      },
      {
        // The web application: each file has its own server and browser, measures no time, and waits half of the time. With four, the pages of a slow
        // machine of two processors took eight times as long as one alone, and some waits were not long enough.
        test: {
          name: "web",
          maxWorkers: 3,
          sequence: { groupOrder: 4 },
          include: webTests,
          globalSetup: ["tests/e2e/web-demo.ts"],
          ...browserTimes,
        },
      },
      {
        // Buying Pro: server, payment server, marketplace and browser together. Runs with the web tests because it mostly waits for responses.
        test: {
          name: "pro",
          maxWorkers: 3,
          sequence: { groupOrder: 4 },
          include: proTests,
          globalSetup: ["tests/server/setup.ts"],
          ...browserTimes,
        },
      },
    ],
  },
});
