import { afterAll, beforeAll, beforeEach, expect, inject } from "vitest";
import type { WebStage } from "./web-browser.ts";
import { startWebStage } from "./web-browser.ts";
import { makeDemoDataDir } from "./web-demo.ts";

export type { WebStage } from "./web-browser.ts";

const mostProblems = 20;

/** Of a server's log, the latest lines of a warning or an error (pino's levels from 40 on). */
function listProblems(log: string): string[] {
  return log
    .split("\n")
    .filter((line) => /"level":[4-6]0\b/.test(line))
    .slice(-mostProblems);
}

/**
 * Starts server and browser before a file's tests and stops them afterwards. Available once the first test runs.
 * @param variables the server's, besides the usual ones; called at its start
 */
export function useWebStage(
  browserArgs: readonly string[] = [],
  variables: () => Readonly<Record<string, string>> = () => ({}),
): { readonly stage: WebStage } {
  let stage: WebStage | null = null;
  beforeAll(async () => {
    stage = await startWebStage({ browserArgs, variables: variables(), dataDir: await makeDemoDataDir(inject("demoFolder")) });
  });
  beforeEach(({ onTestFailed }) => {
    onTestFailed(() => console.error("The server's warnings and errors, the latest last:", listProblems(stage?.server.log() ?? "")));
  });
  afterAll(async () => {
    const log = stage?.server.log() ?? "";
    await stage?.close();
    // Of Node itself, such as a leak of listeners: whoever runs the server reads them on the terminal.
    expect(log.split("\n").filter((line) => /^\(node:\d+\) .*Warning/.test(line))).toEqual([]);
  });
  return {
    get stage() {
      if (stage === null) throw new Error("the web stage did not start");
      return stage;
    },
  };
}
