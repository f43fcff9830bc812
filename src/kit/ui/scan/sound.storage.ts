const key = "scan.sound";

/** Reads whether sound is on on this device; null if never set. */
export function readSound(): boolean | null {
  try {
    const said = localStorage.getItem(key);
    return said === null ? null : said !== "off";
  } catch {
    return null;
  }
}

/** Stores whether sound is on on this device. Without local storage the setting lasts until the page is left. */
export function writeSound(isOn: boolean): void {
  try {
    localStorage.setItem(key, isOn ? "on" : "off");
  } catch {
    // Storage is full or disabled: the setting is valid for this page only.
  }
}
