import { create } from "zustand";
import type { Language } from "#src/kit/lib/languages.ts";
import { locales } from "#src/kit/lib/languages.ts";
import type { Settings } from "./settings.contract.ts";
import { repairSettings } from "./settings.rules.ts";
import { followSettings, readSettings, writeSettings } from "./settings.storage.ts";

interface SettingsStore {
  settings: Settings;
  /** changes some settings: applied at once, then stored. If storing fails, it rejects and goes back to what is stored. */
  save: (patch: Partial<Settings>) => Promise<void>;
}

/** The settings of this page. Filled by `startSettings`, which the page awaits before its first render. */
export const useSettings = create<SettingsStore>((set, get) => ({
  settings: repairSettings({}),
  async save(patch) {
    writing += 1;
    try {
      // At once, so that a second change in the same moment builds on the first.
      set({ settings: { ...get().settings, ...patch } });
      await applyLook(get().settings);
      await writeSettings(patch);
    } finally {
      writing -= 1;
      if (writing === 0) await show(await readSettings());
    }
  },
}));

/** Pending writes of this page: until the last is done, storage is older than what is shown and must not overwrite it. */
let writing = 0;

let showLanguage: (language: Language) => Promise<void> = async () => {};

/**
 * Reads the settings, applies language and theme to the page, and follows changes from other pages.
 * @param inLanguage changes this page's language: the popup has a lighter way than the dashboard
 */
export async function startSettings(inLanguage: typeof showLanguage): Promise<void> {
  showLanguage = inLanguage;
  await show(await readSettings());
  followSettings((settings) => {
    if (writing === 0) void show(settings);
  }, new AbortController().signal);
}

async function show(settings: Settings): Promise<void> {
  if (await applyLook(settings)) useSettings.setState({ settings });
}

/** Settings are applied one after the other: one whose texts take longer to load must not overwrite a newer one. */
let applying: Promise<unknown> = Promise.resolve();
let newestLook = 0;

/** Applies language and theme to the page; returns false if newer settings arrived meanwhile. */
async function applyLook(settings: Settings): Promise<boolean> {
  newestLook += 1;
  const mine = newestLook;
  const turn = applying.then(async () => {
    if (mine !== newestLook) return false;
    await showLanguage(settings.language);
    showTheme(settings);
    return true;
  });
  applying = turn.catch(() => undefined);
  return turn;
}

/** Duration of the theme transition, as in tokens.css. */
const themeMoveMs = 500;

function showTheme({ theme, language }: Settings): void {
  const { dataset, classList } = document.documentElement;
  document.documentElement.lang = locales[language];
  if (dataset["theme"] !== undefined && dataset["theme"] !== theme) {
    classList.add("theme-moves");
    setTimeout(() => classList.remove("theme-moves"), themeMoveMs);
  }
  dataset["theme"] = theme;
  // public/first-paint.js reads these before the first paint.
  localStorage.setItem("theme", theme);
  localStorage.setItem("language", language);
}
