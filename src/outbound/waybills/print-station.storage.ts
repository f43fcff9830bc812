const key = "waybills.station";

/** Whether this device prints labels as they arrive. */
export function isStation(): boolean {
  try {
    return localStorage.getItem(key) === "on";
  } catch {
    return false;
  }
}

/** Keeps whether this device prints labels as they arrive. If storage is unavailable, it does until the page is left. */
export function keepStation(isOn: boolean): void {
  try {
    if (isOn) localStorage.setItem(key, "on");
    else localStorage.removeItem(key);
  } catch {
    // Storage is full or unavailable.
  }
}
