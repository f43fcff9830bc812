import { setTimeout as delay } from "node:timers/promises";
import type { Page } from "puppeteer";
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

/** Describes what a page shows: a test that fails in a whole run alone is understood by it. */
async function describePage(page: Page): Promise<unknown> {
  const shown = page.evaluate(() => ({
    language: document.documentElement.lang,
    focus: document.activeElement?.outerHTML.slice(0, 200),
    text: document.body.innerText.replaceAll(/\s+/g, " ").slice(0, 1500),
    lastFiles: performance
      .getEntriesByType("resource")
      .slice(-5)
      .map(({ name, duration }) => `${name} ${Math.round(duration)} ms`),
  }));
  return {
    url: page.url(),
    ...(await Promise.race([shown, delay(5000).then(() => ({ silent: true }))]).catch((error: unknown) => ({ error: String(error) }))),
  };
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
    onTestFailed(async () => {
      console.error("The server's warnings and errors, the latest last:", listProblems(stage?.server.log() ?? ""));
      for (const page of (await stage?.browser.pages()) ?? []) console.error("A page as it stood:", await describePage(page));
    });
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
