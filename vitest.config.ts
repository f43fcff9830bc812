import { defineConfig } from "vitest/config";
import { BaseSequencer } from "vitest/node";
import type { TestSpecification } from "vitest/node";

/**
 * The files that take longest, the longest first. Begun last, one of them would keep a worker busy while the others have nothing left to do;
 * and a fresh checkout knows of no file how long it takes.
 */
const longest: readonly string[] = [
  "tests/server/faults.test.ts",
  "tests/server/start.test.ts",
  "tests/server/matrix.test.ts",
  "server/jobs/worker.test.ts",
  "server/files/images.test.ts",
  "tests/e2e/pro-buying.test.ts",
  "tests/e2e/web-walk.test.ts",
  "tests/e2e/web-messages.test.ts",
  "tests/e2e/web-list.test.ts",
  "tests/e2e/collecting.test.ts",
  "tests/e2e/problems.test.ts",
  "tests/e2e/looks.test.ts",
  "tests/e2e/start.test.ts",
  "tests/e2e/waiting.test.ts",
  "tests/e2e/shipped.test.ts",
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

/**
 * They wait for a timer most of their time: the real 4 to 8 s between requests, a countdown's seconds, calls that never answer. Two at once are
 * not in each other's way, for they have next to nothing to do; what works hard would be.
 */
const patientTests = ["shipped", "firefox", "waiting", "states"].map((name) => `tests/e2e/${name}.test.ts`);
/** They wait for a condition and measure no time: two at once, though they work hard. */
const busyTests = ["start", "looks", "exporting", "export-worker", "page-button", "page-faults"].map((name) => `tests/e2e/${name}.test.ts`);
const webTests = ["tests/e2e/web-*.test.ts"];
const proTests = ["tests/e2e/pro-*.test.ts"];

const browserTimes = { testTimeout: 180_000, hookTimeout: 180_000, retry: 0 };

// Projects one after the other, each with as many files at once as its tests bear.
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: "unit",
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
          include: ["{src,web,sandbox,scripts,entrypoints}/**/*.test.{ts,tsx}", "tests/{architecture,integration}/**/*.test.ts"],
          testTimeout: 30_000,
        },
      },
      {
        // against a real PostgreSQL that the set-up starts once; each file has a database of its own
        test: {
          name: "server",
          // Its tests wait for a server, a database or a clock half of the time.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          include: ["server/**/*.test.ts", "tests/server/**/*.test.ts"],
          globalSetup: ["tests/server/setup.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        // `start` builds what `shipped` and `firefox` look at: those come after it.
        test: { name: "browser-busy", maxWorkers: 2, sequence: { groupOrder: 2 }, include: busyTests, ...browserTimes },
      },
      {
        test: { name: "browser-patient", maxWorkers: 2, sequence: { groupOrder: 3 }, include: patientTests, ...browserTimes },
      },
      {
        // The others of the extension, one at a time. They measure the pauses between requests to the millisecond, or watch a frame until it
        // stands; a busy machine would spoil either.
        test: {
          name: "browser",
          fileParallelism: false,
          sequence: { groupOrder: 4 },
          include: ["tests/e2e/**/*.test.ts"],
          exclude: [...busyTests, ...patientTests, ...webTests, ...proTests],
          ...browserTimes,
        },
      },
      {
        // the web application, each file with a server and a browser of its own: nothing in them goes by the clock, so two at once
        test: { name: "web", maxWorkers: 2, sequence: { groupOrder: 5 }, include: webTests, ...browserTimes },
      },
      {
        // buying Pro: server, payment server, marketplace and browser together; beside the web application's, for it waits for answers
        test: {
          name: "pro",
          maxWorkers: 2,
          sequence: { groupOrder: 5 },
          include: proTests,
          globalSetup: ["tests/server/setup.ts"],
          ...browserTimes,
        },
      },
    ],
  },
});
