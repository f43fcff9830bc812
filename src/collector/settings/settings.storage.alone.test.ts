import { beforeEach, describe, expect, test, vi } from "vitest";
import { followSettings, readSettings, writeSettings } from "./settings.storage.ts";
import { repairSettings } from "./settings.rules.ts";

/** What is waited for comes at once; only a machine that is busy needs longer. */
const patient = { timeout: 60_000 };

// The browser's own storage, in memory: webextension-polyfill does not load outside an extension.
const fake = vi.hoisted(() => {
  const listeners = new Set<(changes: Record<string, unknown>, area: string) => void>();
  const state = { stored: {} as Record<string, unknown>, full: false };
  return { listeners, state };
});

vi.mock("webextension-polyfill", () => ({
  default: {
    storage: {
      local: {
        get: async (keys: string[]) =>
          Object.fromEntries(keys.filter((key) => key in fake.state.stored).map((key) => [key, fake.state.stored[key]])),
        set: async (patch: Record<string, unknown>) => {
          await new Promise((resolve) => setTimeout(resolve, 1));
          if (fake.state.full) throw new Error("QUOTA_BYTES quota exceeded");
          fake.state.stored = { ...fake.state.stored, ...structuredClone(patch) };
          for (const listener of fake.listeners) listener(patch, "local");
        },
      },
      onChanged: {
        addListener: (listener: () => void) => fake.listeners.add(listener),
        removeListener: (listener: () => void) => fake.listeners.delete(listener),
      },
    },
  },
}));

beforeEach(() => {
  fake.state.stored = {};
  fake.state.full = false;
  fake.listeners.clear();
});

describe("stored settings", () => {
  test("are the defaults when nothing or invalid data is stored", async () => {
    expect(await readSettings()).toEqual(repairSettings({}));
    fake.state.stored = { settings: { language: "xx", columns: "all", waitFromSeconds: 1 }, theme: 7 };
    expect(await readSettings()).toEqual(repairSettings({}));
  });

  test("keep the theme under its own key as well, which takes precedence", async () => {
    await writeSettings({ theme: "darkTheme" });
    expect(fake.state.stored["theme"]).toBe("darkTheme");
    fake.state.stored["theme"] = "defaultTheme";
    expect((await readSettings()).theme).toBe("defaultTheme");
  });

  test("keep every change when several are made at once", async () => {
    await Promise.all([writeSettings({ language: "zh_cn" }), writeSettings({ pageButton: false }), writeSettings({ waitToSeconds: 20 })]);
    expect(await readSettings()).toMatchObject({ language: "zh_cn", pageButton: false, waitToSeconds: 20 });
  });

  test("never include a wait under 4 s", async () => {
    await writeSettings({ waitFromSeconds: 1, waitToSeconds: 2 });
    expect(await readSettings()).toMatchObject({ waitFromSeconds: 4, waitToSeconds: 8 });
  });

  test("report a full disk, and can be written again afterwards", async () => {
    fake.state.full = true;
    await expect(writeSettings({ language: "zh_cn" })).rejects.toThrow("quota");
    fake.state.full = false;
    expect(await writeSettings({ pageButton: false })).toMatchObject({ language: "en_us", pageButton: false });
  });

  test("are followed across pages until the signal is aborted", async () => {
    const heard: string[] = [];
    const end = new AbortController();
    followSettings((settings) => heard.push(settings.language), end.signal);
    await writeSettings({ language: "zh_cn" });
    await vi.waitFor(() => expect(heard).toEqual(["zh_cn"]), patient);
    end.abort();
    await writeSettings({ language: "en_us" });
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(heard).toEqual(["zh_cn"]);
  });
});
