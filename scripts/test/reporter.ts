import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import type { Reporter } from "vitest/node";
import type { TestReport } from "./outcome.ts";

/** The variable that names the file to write the report to. */
export const reportVariable = "QUAYSIDE_TEST_REPORT";

/**
 * Writes what ran, as a `TestReport`. Vitest's own JSON reporter leaves out unhandled errors and failed hooks of a describe block, which fail a
 * run just as tests do.
 */
export default class CompleteReporter implements Reporter {
  onTestRunEnd: NonNullable<Reporter["onTestRunEnd"]> = (modules, unhandledErrors) => {
    const unhandledIn = (file: string | undefined) =>
      unhandledErrors.filter((error) => error["VITEST_TEST_PATH"] === file).map((error) => error.message);
    const known = new Set(modules.map(({ moduleId }) => moduleId));
    const report: TestReport = {
      files: modules.map((module) => ({
        file: relative(process.cwd(), module.moduleId),
        seconds: Math.round(module.diagnostic().duration / 1000),
        errors: [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())]
          .map(({ message }) => message)
          .concat(unhandledIn(module.moduleId))
          // A worker that crashed leaves its file without a result.
          .concat(module.state() === "pending" || module.state() === "queued" ? ["did not finish"] : []),
        tests: [...module.children.allTests()].map((test) => ({ title: test.fullName, state: test.result().state })),
      })),
      errors: unhandledErrors.filter((error) => !known.has(String(error["VITEST_TEST_PATH"]))).map(({ message }) => message),
    };
    writeFileSync(process.env[reportVariable] ?? "test-report.json", JSON.stringify(report));
  };
}
