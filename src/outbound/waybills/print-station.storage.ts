import { z } from "zod";
import type { CacheScope } from "#src/kit/api/query.ts";
import { languages } from "#src/kit/lib/languages.ts";
import { labelSizes } from "./waybills.rules.ts";
import type { LabelSize } from "./waybills.rules.ts";

const key = "waybills.station";
const sizeKey = "waybills.labelSize";
const locationKey = "waybills.stationLocation";

/** The size of labels on a page that cannot store it. */
let sizeWithoutStorage: LabelSize | null = null;

/** The size of labels that we draw, as this device's printer takes them. */
export function readLabelSize(): LabelSize {
  if (sizeWithoutStorage !== null) return sizeWithoutStorage;
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
    sizeWithoutStorage = null;
  } catch {
    sizeWithoutStorage = size;
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

/** Whose the work of a station is: a device is shared, and nobody prints another company's labels. */
export type StationOwner = Pick<CacheScope, "providerUuid" | "username">;

/** Declares what a station keeps of each user's work on this device. If storage is full or unavailable, it lasts until the page is closed. */
function defineStationWork<T>(name: string, work: z.ZodType<T>, none: T) {
  /** what could not be stored: what is stored under its key is older */
  const withoutStorage = new Map<string, T>();
  const toKey = ({ providerUuid, username }: StationOwner) => `${name} ${providerUuid} ${username}`;
  return {
    read: (owner: StationOwner): T => {
      const own = toKey(owner);
      const kept = withoutStorage.get(own);
      if (kept !== undefined) return kept;
      try {
        const stored = localStorage.getItem(own);
        return stored === null ? none : work.parse(JSON.parse(stored));
      } catch {
        return none;
      }
    },
    keep: (owner: StationOwner, value: T): void => {
      const [own, text] = [toKey(owner), JSON.stringify(value)];
      try {
        if (text === JSON.stringify(none)) localStorage.removeItem(own);
        else localStorage.setItem(own, text);
        withoutStorage.delete(own);
      } catch {
        withoutStorage.set(own, value);
      }
    },
  };
}

const unprinted = z.array(z.object({ kind: z.enum(["pdf", "zpl"]), link: z.url() })).readonly();
const filesOf = defineStationWork("waybills.stationFiles", unprinted, []);

/** The files of this device's station whose print this user counted, and which have not reached its printer, the oldest first. */
export const readUnprintedFiles = filesOf.read;
/** Stores the files that are still to be printed. */
export const keepUnprintedFiles = filesOf.keep;

/** A print that is asked for until an answer says that it is counted: with the same input and key it counts once. */
const stationPrint = z.object({
  idempotencyKey: z.string(),
  input: z.object({ waybill_uuids: z.array(z.string()), language: z.enum(languages), size: z.enum(labelSizes) }),
});
export type StationPrint = z.infer<typeof stationPrint>;
const printOf = defineStationWork("waybills.stationPrint", stationPrint.nullable(), null);

/** The print that this user's station has asked for and not heard of; null if there is none. */
export const readStationPrint = printOf.read;
/** Stores the print that is asked for; null once it is counted. */
export const keepStationPrint = printOf.keep;

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
