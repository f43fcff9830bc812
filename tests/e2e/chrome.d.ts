import type { Browser } from "webextension-polyfill";

declare global {
  /** What a function sees that a test sends into a page of the extension. */
  const chrome: Browser;
}
