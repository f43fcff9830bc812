import browser from "webextension-polyfill";

/** What an end-to-end test can change in an e2e build: a shorter wait, another plan, a clock that is ahead. */
interface TestHook {
  waitMs?: readonly [number, number];
  plan?: "free" | "pro";
  /** applies to the entitlement only, to let days pass in a test */
  clockOffsetMs?: number;
}

/**
 * Reads the settings of an end-to-end test; null in a build without `--mode e2e`. The shipped build does not contain the code below the first line
 * (tests/e2e/manifest.test.ts searches the built files for it).
 */
export async function readTestHook(): Promise<TestHook | null> {
  if (import.meta.env.MODE !== "e2e") return null;
  const stored = await browser.storage.local.get("quayside.testHook");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only our tests write it, in a build that is not shipped
  return (stored["quayside.testHook"] as TestHook | undefined) ?? null;
}
