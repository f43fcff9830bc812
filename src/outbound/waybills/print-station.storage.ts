import { labelSizes } from "./waybills.rules.ts";
import type { LabelSize } from "./waybills.rules.ts";

const key = "waybills.station";
const sizeKey = "waybills.labelSize";

/** The size of labels that we draw, as this device's printer takes them. */
export function readLabelSize(): LabelSize {
  try {
    return labelSizes.find((size) => size === localStorage.getItem(sizeKey)) ?? "100x150";
  } catch {
    return "100x150";
  }
}

/** Stores the size of labels on this device. If storage is unavailable, it lasts until the page is closed. */
export function keepLabelSize(size: LabelSize): void {
  try {
    localStorage.setItem(sizeKey, size);
  } catch {
    // Storage is full or unavailable.
  }
}

/** Whether this device prints labels as they arrive. */
export function isStation(): boolean {
  try {
    return localStorage.getItem(key) === "on";
  } catch {
    return false;
  }
}

/** Stores whether this device prints labels as they arrive. If storage is unavailable, it lasts until the page is closed. */
export function keepStation(isOn: boolean): void {
  try {
    if (isOn) localStorage.setItem(key, "on");
    else localStorage.removeItem(key);
  } catch {
    // Storage is full or unavailable.
  }
}
