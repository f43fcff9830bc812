import browser from "webextension-polyfill";
import { readTestHook } from "#src/lib/test-hook.ts";
import { readSettings } from "#src/settings/settings.storage.ts";
import { deviceNameOf } from "./device-name.rules.ts";
import { askServerAt } from "./device-server.ts";
import { DeviceEntitlement } from "./entitlement.background.ts";
import { serverOrigin, tokenKeys } from "./server.source.ts";

/** Pro on this device, for the background alone: it holds the one key, and makes every question to the server. */
export const deviceEntitlement = new DeviceEntitlement(
  {
    ask: askServerAt(serverOrigin),
    keys: tokenKeys,
    now: async () => Date.now() + ((await readTestHook())?.clockOffsetMs ?? 0),
    name: deviceNameOf(navigator.userAgent),
    language: async () => (await readSettings()).language,
    openPage: async (url) => void (await browser.tabs.create({ url })),
  },
  serverOrigin !== "",
);
