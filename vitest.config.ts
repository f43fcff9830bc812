import { defineConfig } from "vitest/config";

// Three projects: `unit` and `server` run in parallel; `browser` starts real browsers and servers, one file at a time.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["{src,sandbox,scripts,entrypoints}/**/*.test.{ts,tsx}", "tests/{architecture,integration}/**/*.test.ts"],
          testTimeout: 30_000,
        },
      },
      {
        // against a real PostgreSQL that the set-up starts once; each file has a database of its own
        test: {
          name: "server",
          include: ["server/**/*.test.ts", "tests/server/**/*.test.ts"],
          globalSetup: ["tests/server/setup.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "browser",
          include: ["tests/e2e/**/*.test.ts"],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          fileParallelism: false,
          retry: 0,
        },
      },
    ],
  },
});
