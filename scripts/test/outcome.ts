/** One test's title with the titles of its describe blocks, and how it ended. A pending test was never finished. */
interface TestEntry {
  readonly title: string;
  readonly state: "passed" | "failed" | "skipped" | "pending";
}

/** A test file, with what failed outside of its tests: hooks, imports, unhandled errors, a crash. */
interface FileEntry {
  readonly file: string;
  /** how long its tests and hooks took */
  readonly seconds: number;
  readonly errors: readonly string[];
  readonly tests: readonly TestEntry[];
}

/** What a run of the test runner did. `errors` are those that belong to no file. */
export interface TestReport {
  readonly files: readonly FileEntry[];
  readonly errors: readonly string[];
}

interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** What failed in one run of its file and passed in the other. */
  readonly flaky: readonly string[];
}

const isFailed = ({ errors, tests }: FileEntry) =>
  errors.length > 0 || tests.some(({ state }) => state === "failed" || state === "pending");

/** Lists the browser test files that failed: those, and no other kind of test, are run a second time. */
export function listFailedBrowserFiles({ files }: TestReport): string[] {
  return files.filter((entry) => entry.file.startsWith("tests/e2e/") && isFailed(entry)).map(({ file }) => file);
}

/** Lists the files that took longest, longest first, with their seconds. */
export function listSlowest({ files }: TestReport, count: number): string[] {
  const slowest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, count);
  return slowest.map(({ file, seconds }) => `${file} ${seconds} s`);
}

/**
 * Counts the tests of a run. A test of a file that was run again passes if it passed in either run, and is flaky if the runs differ.
 * Whatever fails outside of tests counts as one failure for its file.
 * @param first the report of the whole run
 * @param again the entries of files that were run a second time, by file
 */
export function countOutcome(first: TestReport, again: ReadonlyMap<string, FileEntry>): Outcome {
  const outcomes = first.files.map((entry) => {
    const second = again.get(entry.file);
    return second === undefined ? countFile(entry) : countTwice(entry, second);
  });
  const sum = (key: "passed" | "failed" | "skipped") => outcomes.reduce((total, outcome) => total + outcome[key], 0);
  return {
    passed: sum("passed"),
    failed: sum("failed") + first.errors.length,
    skipped: sum("skipped"),
    flaky: outcomes.flatMap(({ flaky }) => flaky),
  };
}

function countFile({ errors, tests }: FileEntry): Outcome {
  const count = (state: TestEntry["state"]) => tests.filter((test) => test.state === state).length;
  return {
    passed: count("passed"),
    failed: count("failed") + count("pending") + Number(errors.length > 0),
    skipped: count("skipped"),
    flaky: [],
  };
}

function countTwice(first: FileEntry, second: FileEntry): Outcome {
  const runs = [first, second].map(({ tests }) => mapByTitle(tests));
  const titles = [...new Set(runs.flatMap((run) => [...run.keys()]))];
  const tests = titles.map((title) => ({ title, states: runs.map((run) => run.get(title) ?? "skipped") }));
  const merged = tests.map(({ title, states }): TestEntry => {
    const state = states.includes("passed") ? "passed" : states.includes("failed") || states.includes("pending") ? "failed" : "skipped";
    return { title, state };
  });
  const differs = (states: readonly string[]) => states.includes("passed") && (states.includes("failed") || states.includes("pending"));
  const flakyTests = tests.filter(({ states }) => differs(states)).map(({ title }) => `${first.file} › ${title}`);
  const isOutsideFlaky = first.errors.length > 0 !== second.errors.length > 0;
  return {
    ...countFile({ ...first, errors: isOutsideFlaky ? [] : first.errors, tests: merged }),
    flaky: isOutsideFlaky ? [...flakyTests, `${first.file} › outside of its tests`] : flakyTests,
  };
}

/** Tests of a file that share a title are told apart by their order. */
function mapByTitle(tests: readonly TestEntry[]): Map<string, TestEntry["state"]> {
  const states = new Map<string, TestEntry["state"]>();
  for (const { title, state } of tests) {
    let key = title;
    for (let count = 2; states.has(key); count += 1) key = `${title} (${count})`;
    states.set(key, state);
  }
  return states;
}
