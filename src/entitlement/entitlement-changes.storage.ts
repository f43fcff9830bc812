import browser from "webextension-polyfill";

/** Where storage.local holds what is known of this device's entitlement. It decides nothing: the token in it is verified at each look. */
export const entitlementKey = "entitlement";

/** Calls `changed` whenever the entitlement of this device may have changed, until the signal ends it. Loads nothing else: the popup uses it. */
export function followEntitlement(changed: () => void, signal: AbortSignal): void {
  const listener = (changes: Record<string, unknown>, area: string) => {
    if (area === "local" && entitlementKey in changes) changed();
  };
  browser.storage.onChanged.addListener(listener);
  signal.addEventListener("abort", () => browser.storage.onChanged.removeListener(listener));
}
