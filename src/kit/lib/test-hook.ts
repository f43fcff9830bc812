import browser from "webextension-polyfill";

/** What an end-to-end test may change in a build of its own: a shorter wait, another plan, a clock that is ahead. */
interface TestHook {
  waitMs?: readonly [number, number];
  plan?: "free" | "pro";
  /** of the entitlement alone: days go by in a test */
  clockOffsetMs?: number;
}

/**
 * The test's wishes, in a build made with `--mode e2e`; null in every other. The shipped build does not contain the code
 * below the first line (tests/e2e/manifest.test.ts looks for it in the built files).
 */
export async function readTestHook(): Promise<TestHook | null> {
  if (import.meta.env.MODE !== "e2e") return null;
  const stored = await browser.storage.local.get("quayside.testHook");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only our tests write it, in a build that is not shipped
  return (stored["quayside.testHook"] as TestHook | undefined) ?? null;
}
