import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { chromiumArgs, ensureChromium } from "#scripts/browsers.ts";
import { launchBrowser } from "#scripts/launch-browser.ts";
import { until } from "./until.ts";

const folder = mkdtempSync(join(tmpdir(), "quayside-launching-"));
beforeAll(() => void vi.spyOn(console, "warn").mockImplementation(() => undefined));
afterAll(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

/** A stand-in program that records each start by process id; a shell runs `then`. */
function program(name: string, then: string): { executablePath: string; started: () => number[] } {
  const [executablePath, notes] = [join(folder, name), join(folder, `${name}.started`)];
  writeFileSync(notes, "");
  writeFileSync(executablePath, `#!/bin/sh\necho $$ >> "${notes}"\n${then}\n`, { mode: 0o700 });
  const started = () => readFileSync(notes, "utf8").split("\n").filter(Boolean).map(Number);
  return { executablePath, started };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe.concurrent("a browser that fails to start", () => {
  test("is restarted, and its pages have the usual timeout", async () => {
    const { executablePath, started } = program("twice", `[ "$(wc -l < "$0.started")" -lt 3 ] && exit 1\nexec "${ensureChromium()}" "$@"`);
    const browser = await launchBrowser({ executablePath, pipe: true, args: [...chromiumArgs] });
    try {
      expect(started()).toHaveLength(3);
      const context = await browser.createBrowserContext();
      const pages = [await browser.newPage(), await context.newPage()];
      expect(pages.map((page) => page.getDefaultTimeout())).toEqual([90_000, 90_000]);
    } finally {
      await browser.close();
    }
  });

  test.each([
    ["by its pipe", true],
    ["by its address", false],
  ])("and reports nothing %s is abandoned after three tries, and leaves no process behind", async (_what, pipe) => {
    // The child would survive if only the started process were ended.
    const { executablePath, started } = program(`silent-${pipe}`, `sleep 600 & echo $! >> "$0.started"; wait`);
    await expect(launchBrowser({ executablePath, pipe, args: [...chromiumArgs] }, 1500)).rejects.toThrow(/1500 ms/);
    expect(started()).not.toHaveLength(0);
    await until(async () => (started().some(isAlive) ? null : true), "the end of all of them");
  });
});
