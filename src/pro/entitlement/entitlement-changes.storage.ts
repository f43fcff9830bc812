import browser from "webextension-polyfill";

/** The key in storage.local of this device's entitlement. It is not trusted: the token in it is verified on each read. */
export const entitlementKey = "entitlement";

/** Calls `changed` whenever this device's entitlement may have changed, until the signal aborts. Loads nothing else, because the popup uses it. */
export function subscribeToEntitlement(changed: () => void, signal: AbortSignal): void {
  const listener = (changes: Record<string, unknown>, area: string) => {
    if (area === "local" && entitlementKey in changes) changed();
  };
  browser.storage.onChanged.addListener(listener);
  signal.addEventListener("abort", () => browser.storage.onChanged.removeListener(listener));
}
