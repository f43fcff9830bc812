import type { RefusalName } from "#src/api/codes.ts";

/** Furthest point of a map, in millimetres: 2 km. */
export const farthestMm = 2_000_000;

/** The last place of a walking order that a person may write. */
export const lastPlace = 100_000_000;

/** What locations are for. Goods are picked from the first two; the others are places on the floor. */
export const locationTypes = ["pick", "reserve", "receiving", "packing", "damaged"] as const;
export type LocationType = (typeof locationTypes)[number];

/** The places on the floor that each warehouse is born with, and keeps one of each. */
export const floorTypes = ["receiving", "packing", "damaged"] as const satisfies readonly LocationType[];
export type FloorType = (typeof floorTypes)[number];

/** Whether a warehouse needs a location of the type. */
export function isFloorType(type: string): type is FloorType {
  return floorTypes.some((floor) => floor === type);
}

/** Why a warehouse's name is refused, or null. */
export function nameRefusal(name: string): RefusalName | null {
  return name.trim() === "" ? "warehouses.nameRequired" : null;
}

/** Why a warehouse's code is refused, or null: it begins the barcodes of what is generated. */
export function warehouseCodeRefusal(code: string): RefusalName | null {
  return /^[A-Z0-9]{1,12}$/.test(code) ? null : "warehouses.codeShape";
}

/** Why the code of a partition or shelf is refused, or null. */
export function placeCodeRefusal(code: string): RefusalName | null {
  return /^[\p{L}\p{N}][\p{L}\p{N}\-._/]{0,19}$/u.test(code) ? null : "warehouses.placeCodeShape";
}

/** Why a location's barcode is refused, or null: it must stand on a label as Code 128 and be typed by a scanner. */
export function barcodeRefusal(barcode: string): RefusalName | null {
  return /^[!-~]{1,40}$/.test(barcode) ? null : "warehouses.barcodeShape";
}

/**
 * Why a time zone is refused, or null: an IANA name that this machine knows. An offset is none: what is east of Greenwich for a browser (`+08:00`) is
 * west of it for PostgreSQL. Nor is an abbreviation: `IST` is India's clock for the one and Israel's for the other. Whether the database knows the name
 * too, the server asks it.
 */
export function timeZoneRefusal(timeZone: string): RefusalName | null {
  if (!/^[a-z]/i.test(timeZone) || (/^[a-z]{3}$/i.test(timeZone) && !/^(utc|gmt)$/i.test(timeZone))) return "warehouses.timeZoneUnknown";
  try {
    new Intl.DateTimeFormat("en-US", { timeZone }).format(0);
    return null;
  } catch {
    return "warehouses.timeZoneUnknown";
  }
}

/** Why a blocking is refused, or null: who blocks says why. */
export function blockingRefusal({ blocked, reason }: { blocked: boolean; reason: string }): RefusalName | null {
  return blocked && reason.trim() === "" ? "warehouses.reasonRequired" : null;
}

function hasTwice(words: readonly string[]): boolean {
  return new Set(words.map((word) => word.toLowerCase())).size < words.length;
}

/** Why settings are refused as a whole, or null: a strategy and a channel stand once. */
export function reasonOfSettings(settings: {
  readonly wave_strategies: readonly { readonly name: string }[];
  readonly cut_offs: readonly { readonly channel: string }[];
}): RefusalName | null {
  if (hasTwice(settings.wave_strategies.map(({ name }) => name))) return "warehouses.strategyTwice";
  return hasTwice(settings.cut_offs.map(({ channel }) => channel)) ? "warehouses.channelTwice" : null;
}

/** Decides whether a warehouse can be closed: nothing lies there, and nothing is expected. */
export function getClosingRefusal({
  has_stock,
  has_receipts,
}: {
  readonly has_stock: boolean;
  readonly has_receipts: boolean;
}): Extract<RefusalName, "warehouses.hasStock" | "warehouses.hasReceipts"> | null {
  if (has_stock) return "warehouses.hasStock";
  return has_receipts ? "warehouses.hasReceipts" : null;
}

/** Decides whether a location can be deleted: nothing lies there or ever did, and its warehouse keeps one of each kind of place on the floor. */
export function getRemovalRefusal({
  quantity,
  has_history,
  is_last_of_floor,
}: {
  readonly quantity: number;
  readonly has_history: boolean;
  readonly is_last_of_floor: boolean;
}): Extract<RefusalName, "warehouses.locationHasStock" | "warehouses.locationHasHistory" | "warehouses.floorLocationStays"> | null {
  if (quantity > 0) return "warehouses.locationHasStock";
  if (has_history) return "warehouses.locationHasHistory";
  return is_last_of_floor ? "warehouses.floorLocationStays" : null;
}
