const key = "scan.sound";

/** Whether this device sounds; null where nobody has said so. */
export function readSound(): boolean | null {
  try {
    const said = localStorage.getItem(key);
    return said === null ? null : said !== "off";
  } catch {
    return null;
  }
}

/** Keeps whether this device sounds. A browser that keeps nothing forgets it with the page. */
export function writeSound(isOn: boolean): void {
  try {
    localStorage.setItem(key, isOn ? "on" : "off");
  } catch {
    // Storage is full or closed: it holds for this page.
  }
}
