const key = "scan.sound";

/** Whether this device sounds: yes, until somebody switches it off. */
export function readSound(): boolean {
  try {
    return localStorage.getItem(key) !== "off";
  } catch {
    return true;
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
