import { create } from "zustand";
import { localeOf } from "#src/i18n/locales.ts";
import type { Settings } from "./settings.contract.ts";
import type { Language } from "#src/lib/look.ts";
import { repairSettings } from "./settings.rules.ts";
import { followSettings, readSettings, writeSettings } from "./settings.storage.ts";

interface SettingsStore {
  settings: Settings;
  /** changes some settings: seen at once, then stored. Rejects, and shows what is stored, where storing fails. */
  save: (patch: Partial<Settings>) => Promise<void>;
}

/** The settings of this page. Filled by `startSettings`, which the page awaits before its first drawing. */
export const useSettings = create<SettingsStore>((set, get) => ({
  settings: repairSettings({}),
  async save(patch) {
    writing += 1;
    try {
      // At once, so that a second change in the same moment builds on the first.
      set({ settings: { ...get().settings, ...patch } });
      await look(get().settings);
      await writeSettings(patch);
    } finally {
      writing -= 1;
      if (writing === 0) await show(await readSettings());
    }
  },
}));

/** Writes of this page under way: until the last is done, storage is behind what is shown and must not put it back. */
let writing = 0;

let showLanguage: (language: Language) => Promise<void> = async () => {};

/**
 * Reads the settings, puts language and theme on the page, and follows what other pages change.
 * @param inLanguage how this page changes its language: the popup has a lighter way than the dashboard
 */
export async function startSettings(inLanguage: typeof showLanguage): Promise<void> {
  showLanguage = inLanguage;
  await show(await readSettings());
  followSettings((settings) => {
    if (writing === 0) void show(settings);
  }, new AbortController().signal);
}

async function show(settings: Settings): Promise<void> {
  if (await look(settings)) useSettings.setState({ settings });
}

/** Wishes to be shown, one after the other: one whose texts take longer to load must not come after a newer one. */
let looks: Promise<unknown> = Promise.resolve();
let newestLook = 0;

/** Puts language and theme on the page; false where a newer wish came meanwhile and stands instead. */
async function look(settings: Settings): Promise<boolean> {
  newestLook += 1;
  const mine = newestLook;
  const turn = looks.then(async () => {
    if (mine !== newestLook) return false;
    await showLanguage(settings.language);
    showTheme(settings);
    return true;
  });
  looks = turn.catch(() => undefined);
  return turn;
}

/** How long a theme switch fades, as in tokens.css. */
const themeMoveMs = 500;

function showTheme({ theme, language }: Settings): void {
  const { dataset, classList } = document.documentElement;
  document.documentElement.lang = localeOf[language];
  if (dataset["theme"] !== undefined && dataset["theme"] !== theme) {
    classList.add("theme-moves");
    setTimeout(() => classList.remove("theme-moves"), themeMoveMs);
  }
  dataset["theme"] = theme;
  // public/first-paint.js reads these before anything is drawn.
  localStorage.setItem("theme", theme);
  localStorage.setItem("language", language);
}
