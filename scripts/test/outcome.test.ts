import { describe, expect, test } from "vitest";
import { countOutcome, listFailedBrowserFiles, listSlowest } from "./outcome.ts";

type State = "passed" | "failed" | "skipped" | "pending";
const entry = (file: string, states: Readonly<Record<string, State>>, errors: readonly string[] = []) => ({
  file,
  seconds: 1,
  errors,
  tests: Object.entries(states).map(([title, state]) => ({ title, state })),
});
const report = (...files: ReturnType<typeof entry>[]) => ({ files, errors: [] });
const browser = "tests/e2e/popup.test.ts";

describe("the files to rerun", () => {
  test("are browser tests with a failed test, a failed hook or a crash, not server or unit tests", () => {
    const first = report(
      entry(browser, { opens: "failed" }),
      entry("tests/e2e/hook.test.ts", { opens: "skipped" }, ["beforeAll timed out"]),
      entry("tests/e2e/crash.test.ts", { opens: "pending" }),
      entry("tests/e2e/good.test.ts", { opens: "passed" }),
      entry("server/warehouse/goods/goods.test.ts", { lists: "failed" }),
      entry("src/kit/lib/parse-date.test.ts", { formats: "failed" }, ["import failed"]),
    );
    expect(listFailedBrowserFiles(first)).toEqual([browser, "tests/e2e/hook.test.ts", "tests/e2e/crash.test.ts"]);
  });
});

test("the slowest files are listed, slowest first", () => {
  const first = report(
    entry("quick.test.ts", {}),
    { ...entry("slow.test.ts", {}), seconds: 90 },
    { ...entry("fair.test.ts", {}), seconds: 5 },
  );
  expect(listSlowest(first, 2)).toEqual(["slow.test.ts 90 s", "fair.test.ts 5 s"]);
});

describe("the outcome", () => {
  test("of a browser test that passes in the rerun is passed, and the test is listed as flaky", () => {
    const first = report(entry(browser, { opens: "failed", closes: "passed" }));
    const again = new Map([[browser, entry(browser, { opens: "passed", closes: "passed" })]]);
    expect(countOutcome(first, again)).toEqual({ passed: 2, failed: 0, skipped: 0, flaky: [`${browser} › opens`] });
  });

  test("of a browser test that fails twice is failed", () => {
    const first = report(entry(browser, { opens: "failed" }));
    const again = new Map([[browser, entry(browser, { opens: "failed" })]]);
    expect(countOutcome(first, again)).toEqual({ passed: 0, failed: 1, skipped: 0, flaky: [] });
  });

  test("of a test that passed first and fails in the rerun is flaky too", () => {
    const first = report(entry(browser, { opens: "failed", closes: "passed" }));
    const again = new Map([[browser, entry(browser, { opens: "passed", closes: "failed" })]]);
    expect(countOutcome(first, again)).toMatchObject({ passed: 2, failed: 0, flaky: [`${browser} › opens`, `${browser} › closes`] });
  });

  test("of a file whose hook failed once is that of its rerun", () => {
    const first = report(entry(browser, { opens: "skipped" }, ["beforeAll timed out"]));
    const again = new Map([[browser, entry(browser, { opens: "passed" })]]);
    expect(countOutcome(first, again)).toEqual({ passed: 1, failed: 0, skipped: 0, flaky: [`${browser} › outside of its tests`] });
  });

  test("is unchanged if the rerun never finishes", () => {
    const first = report(entry(browser, { opens: "failed", closes: "passed" }));
    const again = new Map([[browser, entry(browser, {}, ["did not finish"])]]);
    expect(countOutcome(first, again)).toMatchObject({ passed: 1, failed: 1 });
  });

  test("keeps tests with the same title apart", () => {
    const twice = (second: State) => ({
      ...entry(browser, { opens: "passed" }),
      tests: [
        { title: "opens", state: "passed" as const },
        { title: "opens", state: second },
      ],
    });
    expect(countOutcome(report(twice("failed")), new Map([[browser, twice("passed")]]))).toEqual({
      passed: 2,
      failed: 0,
      skipped: 0,
      flaky: [`${browser} › opens (2)`],
    });
  });

  test("counts failed hooks, crashes and errors outside any file as failures", () => {
    const first = {
      files: [entry("server/warehouse/goods/goods.test.ts", { lists: "passed", finds: "pending" }, ["afterAll failed"])],
      errors: ["unhandled rejection"],
    };
    expect(countOutcome(first, new Map())).toEqual({ passed: 1, failed: 3, skipped: 0, flaky: [] });
  });
});
