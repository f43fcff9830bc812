import { defineConfig } from "vitest/config";

// Two projects: `unit` runs in parallel; `browser` starts real browsers and servers, one file at a time.
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
