import { z } from "zod";
import { labelSizes } from "./waybills.rules.ts";
import type { LabelSize } from "./waybills.rules.ts";

const key = "waybills.station";
const sizeKey = "waybills.labelSize";
const filesKey = "waybills.stationFiles";
const locationKey = "waybills.stationLocation";

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

const unprinted = z.array(z.object({ kind: z.enum(["pdf", "zpl"]), link: z.url() }));
type UnprintedFile = z.infer<typeof unprinted>[number];

/** The same files for a page that has no storage. */
let withoutStorage: readonly UnprintedFile[] = [];

/** The files of this device's station whose print is counted, and which have not reached its printer, the oldest first. */
export function readUnprintedFiles(): readonly UnprintedFile[] {
  try {
    const stored = localStorage.getItem(filesKey);
    return stored === null ? withoutStorage : (unprinted.safeParse(JSON.parse(stored)).data ?? []);
  } catch {
    return withoutStorage;
  }
}

/** Stores the files that are still to be printed. If storage is unavailable, they last until the page is closed. */
export function keepUnprintedFiles(files: readonly UnprintedFile[]): void {
  withoutStorage = [];
  try {
    if (files.length > 0) localStorage.setItem(filesKey, JSON.stringify(files));
    else localStorage.removeItem(filesKey);
  } catch {
    withoutStorage = files;
  }
}

/** The packing location whose labels this device prints; empty for those of all. */
export function readStationLocation(): string {
  try {
    return localStorage.getItem(locationKey) ?? "";
  } catch {
    return "";
  }
}

/** Stores the packing location whose labels this device prints. If storage is unavailable, it lasts until the page is closed. */
export function keepStationLocation(uuid: string): void {
  try {
    if (uuid === "") localStorage.removeItem(locationKey);
    else localStorage.setItem(locationKey, uuid);
  } catch {
    // Storage is full or unavailable.
  }
}
