import { z } from "zod";
import type { CacheScope } from "#src/kit/api/query.ts";
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
/** Whose the files are: a device is shared, and nobody prints another company's labels. */
export type StationOwner = Pick<CacheScope, "providerUuid" | "username">;

/** The same files for a page that has no storage, by their key. */
const withoutStorage = new Map<string, readonly UnprintedFile[]>();

const toFilesKey = ({ providerUuid, username }: StationOwner) => `${filesKey} ${providerUuid} ${username}`;

/** The files of this device's station whose print this user counted, and which have not reached its printer, the oldest first. */
export function readUnprintedFiles(owner: StationOwner): readonly UnprintedFile[] {
  const own = toFilesKey(owner);
  const kept = withoutStorage.get(own) ?? [];
  try {
    const stored = localStorage.getItem(own);
    return stored === null ? kept : (unprinted.safeParse(JSON.parse(stored)).data ?? []);
  } catch {
    return kept;
  }
}

/** Stores the files that are still to be printed. If storage is unavailable, they last until the page is closed. */
export function keepUnprintedFiles(owner: StationOwner, files: readonly UnprintedFile[]): void {
  const own = toFilesKey(owner);
  withoutStorage.delete(own);
  try {
    if (files.length > 0) localStorage.setItem(own, JSON.stringify(files));
    else localStorage.removeItem(own);
  } catch {
    withoutStorage.set(own, files);
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
