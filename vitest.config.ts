import { defineConfig } from "vitest/config";

// Four projects, one after the other: `unit`, `server` and `web` some files at once; `browser`, whose tests go by the clock, one file at a time.
export default defineConfig({
  test: {
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
        test: {
          name: "browser",
          sequence: { groupOrder: 2 },
          include: ["tests/e2e/**/*.test.ts"],
          exclude: ["tests/e2e/web-*.test.ts"],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          fileParallelism: false,
          retry: 0,
        },
      },
      {
        // the web application, each file with a server and a browser of its own: nothing in them goes by the clock, so two at once
        test: {
          name: "web",
          maxWorkers: 2,
          sequence: { groupOrder: 3 },
          include: ["tests/e2e/web-*.test.ts"],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          retry: 0,
        },
      },
    ],
  },
});
