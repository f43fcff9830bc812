import browser from "webextension-polyfill";
import type { Settings } from "./settings.contract.ts";
import { repairSettings } from "./settings.rules.ts";

const settingsKey = "settings";
/** The theme is also stored under its own key, where other parts of the product read it. */
const themeKey = "theme";

/** Reads the settings; invalid or missing data gives defaults. */
export async function readSettings(): Promise<Settings> {
  const stored = await browser.storage.local.get([settingsKey, themeKey]);
  const raw = stored[settingsKey];
  const repaired = repairSettings(raw);
  return stored[themeKey] === undefined ? repaired : { ...repaired, theme: repairSettings({ theme: stored[themeKey] }).theme };
}

let lastWrite: Promise<unknown> = Promise.resolve();

/**
 * Changes some settings and keeps the rest; writes of one page run one after the other, so that none is lost.
 * @returns all settings as stored afterwards
 * @throws Error if the browser cannot write (disk full)
 */
export async function writeSettings(patch: Partial<Settings>): Promise<Settings> {
  const write = lastWrite
    .catch(() => null)
    .then(async () => {
      const next = repairSettings({ ...(await readSettings()), ...patch });
      await browser.storage.local.set({ [settingsKey]: next, [themeKey]: next.theme });
      return next;
    });
  lastWrite = write;
  return write;
}

/**
 * Calls `changed` with all settings whenever any page of the extension changed one, until the signal ends it.
 */
export function followSettings(changed: (settings: Settings) => void, signal: AbortSignal): void {
  const listener = (changes: Record<string, unknown>, area: string) => {
    if (area === "local" && (settingsKey in changes || themeKey in changes)) void readSettings().then(changed);
  };
  browser.storage.onChanged.addListener(listener);
  signal.addEventListener("abort", () => browser.storage.onChanged.removeListener(listener));
}
