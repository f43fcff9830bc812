import type { Browser } from "webextension-polyfill";

declare global {
  /** The global that functions sent into extension pages use. */
  const chrome: Browser;
}
