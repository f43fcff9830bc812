import { afterAll, beforeAll, inject } from "vitest";
import type { WebStage } from "./web-browser.ts";
import { startWebStage } from "./web-browser.ts";
import { makeDemoDataDir } from "./web-demo.ts";

export type { WebStage } from "./web-browser.ts";

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
  afterAll(async () => {
    await stage?.close();
  });
  return {
    get stage() {
      if (stage === null) throw new Error("the web stage did not start");
      return stage;
    },
  };
}
