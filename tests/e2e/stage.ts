import { afterAll, beforeAll, beforeEach } from "vitest";
import { Chromium } from "./chromium.ts";
import type { Marketplace } from "./marketplace.ts";
import { openMarketplace } from "./marketplace.ts";

/** What the extension's tests use: a marketplace, and a browser with the extension. */
export interface Stage {
  marketplace: Marketplace;
  chromium: Chromium;
}

/**
 * Starts both before a file's tests and stops them afterwards; each test begins without marketplace faults, with a short wait and
 * the Pro plan. Available once the first test runs.
 */
export function useStage(): Stage {
  const parts: Partial<Stage> = {};
  beforeAll(async () => {
    parts.marketplace = await openMarketplace();
    parts.chromium = await Chromium.start({ port: parts.marketplace.port });
  });
  beforeEach(async () => {
    await parts.marketplace?.reset();
    await parts.chromium?.hook({ waitMs: [20, 40], plan: "pro" });
  });
  afterAll(async () => {
    await parts.chromium?.stop();
    await parts.marketplace?.close();
  });
  const there = <K extends keyof Stage>(name: K): Stage[K] => {
    const part = parts[name];
    if (part === undefined) throw new Error(`the stage's ${name} did not start`);
    return part;
  };
  return {
    get marketplace() {
      return there("marketplace");
    },
    get chromium() {
      return there("chromium");
    },
  };
}
