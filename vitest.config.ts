import { globSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { BaseSequencer } from "vitest/node";
import type { TestSpecification } from "vitest/node";

/**
 * The files that take longest, the longest first. Begun last, one of them would keep a worker busy while the others have nothing left to do;
 * and a fresh checkout knows of no file how long it takes.
 */
const longest: readonly string[] = [
  "tests/server/matrix.test.ts",
  "tests/server/start.test.ts",
  "tests/server/faults.test.ts",
  "server/files/images.test.ts",
  "tests/server/fuzz.test.ts",
  "tests/server/floods.test.ts",
  "tests/server/admin.test.ts",
  "server/db/embedded.test.ts",
  "tests/server/idempotency.test.ts",
  "server/files/files.test.ts",
  "tests/server/row-security.test.ts",
  "server/accounts/sessions.test.ts",
  "tests/e2e/pro-buying.test.ts",
  "tests/e2e/web-parts.test.ts",
  "tests/e2e/web-messages.test.ts",
  "tests/e2e/web-people.test.ts",
  "tests/e2e/web-shell.test.ts",
  "tests/e2e/web-parts-keys.test.ts",
  "tests/e2e/web-guard.test.ts",
  "tests/e2e/web-walk.test.ts",
  "tests/e2e/web-list.test.ts",
  "tests/e2e/web-start.test.ts",
  "tests/e2e/popup.test.ts",
  "tests/e2e/collecting.test.ts",
  "tests/e2e/waiting.test.ts",
  "tests/e2e/shipped.test.ts",
  "tests/e2e/problems.test.ts",
  "tests/e2e/big-table.test.ts",
  "tests/e2e/start.test.ts",
  "tests/e2e/exporting.test.ts",
  "tests/e2e/looks.test.ts",
  "scripts/collect.test.ts",
  "src/marketplaces/etsy-hostile.test.ts",
];

/** Begins a project's longest files first, and leaves the others in the runner's own order. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((name) => moduleId.endsWith(`/${name}`));
      return at === -1 ? longest.length : at;
    };
    const sorted = await BaseSequencer.prototype.sort.call(this, files);
    const projects = [...new Set(sorted.map(({ project }) => project.name))];
    return projects.flatMap((name) =>
      sorted.filter(({ project }) => project.name === name).toSorted((one, other) => place(one) - place(other)),
    );
  }
}

const unitTests = ["{src,web,sandbox,scripts,entrypoints}/**/*.test.{ts,tsx}", "tests/{architecture,integration}/**/*.test.ts"];

/** What a file has that could leave something behind for the next one in its process: a page, a changed global, a false clock, another program. */
const leavesTraces =
  /@vitest-environment|\bvi\b|globalThis|document\.|indexedDB|Store\b|wxt\/testing|child_process|process\.(?:env|chdir|on)\b|i18n/;

/** Whether a test file needs a process of its own. The others share one, for starting it takes longer than most of them. */
const standsAlone = (file: string) => file.endsWith(".tsx") || leavesTraces.test(readFileSync(new URL(file, import.meta.url), "utf8"));
const aloneTests = globSync(unitTests, { cwd: import.meta.dirname }).filter(standsAlone);

const serverTests = ["server/**/*.test.ts", "tests/server/**/*.test.ts"];

/** The same of the server's tests; there are those as well that measure their own process, or what they start beside it. */
const serverTraces = /\bvi\b|globalThis|child_process|process\.(?:env|chdir|on|kill|memoryUsage)\b|process\.ts"/;
const aloneServerTests = globSync(serverTests, { cwd: import.meta.dirname }).filter((file) =>
  serverTraces.test(readFileSync(new URL(file, import.meta.url), "utf8")),
);

/** They wait for a condition and measure no time: several at once, though they work hard. */
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

/** For a machine that is many times slower than it should be: only what fails uses them up. */
const patience = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 30_000 } } };
/** A hook may start a browser three times over. */
const browserTimes = { testTimeout: 300_000, hookTimeout: 400_000, retry: 0, expect: { poll: { timeout: 60_000 } } };

// Groups of projects one after the other, each with as many files at once as its tests bear.
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
          exclude: aloneTests,
          ...patience,
        },
      },
      {
        test: { name: "unit-alone", maxWorkers: 2, sequence: { groupOrder: 0 }, include: aloneTests, ...patience },
      },
      {
        // against a real PostgreSQL that the set-up starts once; each file has a database and a server of its own, and they share processes:
        // loading the whole server takes longer than most of them
        test: {
          name: "server",
          // They wait for a server, a database or a clock half of the time.
          maxWorkers: 5,
          isolate: false,
          sequence: { groupOrder: 1 },
          include: serverTests,
          exclude: aloneServerTests,
          globalSetup: ["tests/server/setup.ts"],
          ...patience,
        },
      },
      {
        test: {
          name: "server-alone",
          maxWorkers: 5,
          sequence: { groupOrder: 1 },
          include: aloneServerTests,
          globalSetup: ["tests/server/setup.ts"],
          ...patience,
        },
      },
      {
        // `start` builds what `shipped` and `firefox` look at: those come after it.
        test: { name: "browser-busy", maxWorkers: 2, sequence: { groupOrder: 2 }, include: busyTests, ...browserTimes },
      },
      {
        // The others of the extension wait most of their time: the pauses between requests, a countdown's seconds, calls that never answer. They
        // are not in each other's way, for they have next to nothing to do; what works hard would be.
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
        // the web application, each file with a server and a browser of its own: nothing in them goes by the clock, and half of the time they wait
        test: { name: "web", maxWorkers: 4, sequence: { groupOrder: 4 }, include: webTests, ...browserTimes },
      },
      {
        // buying Pro: server, payment server, marketplace and browser together; beside the web application's, for it waits for answers
        test: {
          name: "pro",
          maxWorkers: 4,
          sequence: { groupOrder: 4 },
          include: proTests,
          globalSetup: ["tests/server/setup.ts"],
          ...browserTimes,
        },
      },
    ],
  },
});
