import type { RefusalName } from "#src/kit/api/codes.ts";

/** The furthest point of a map in millimetres: 2 km. */
export const farthestMm = 2_000_000;

/** The last position in the walking order that can be entered. */
export const maxSequence = 100_000_000;

/** The types of locations that people give. Goods are picked from the first two; the others are on the floor. A tote is what goods are picked into. */
export const givenTypes = ["pick", "reserve", "receiving", "packing", "damaged", "returns", "tote"] as const;
export type GivenType = (typeof givenTypes)[number];
/** All types of locations: a slot belongs to a sort wall, and is made with it. */
export const locationTypes = [...givenTypes, "slot"] as const;
export type LocationType = (typeof locationTypes)[number];
/** The types of locations on shelves. Totes stand on none: they are numbered (`totes.rules.ts`). */
export const shelfTypes = ["pick", "reserve", "receiving", "packing", "damaged"] as const satisfies readonly LocationType[];

/** The floor locations that each warehouse is created with; one of each type must remain. */
export const floorTypes = ["receiving", "packing", "damaged"] as const satisfies readonly LocationType[];
export type FloorType = (typeof floorTypes)[number];

/** Returns true if a warehouse needs a location of the type. */
export function isFloorType(type: string): type is FloorType {
  return floorTypes.some((floor) => floor === type);
}

/** Returns why a warehouse's name is refused, or null. */
export function getNameRefusal(name: string): RefusalName | null {
  return name.trim() === "" ? "warehouses.nameRequired" : null;
}

/** Returns why a warehouse's code is refused, or null: generated barcodes start with it. */
export function getWarehouseCodeRefusal(code: string): RefusalName | null {
  return /^[A-Z0-9]{1,12}$/.test(code) ? null : "warehouses.codeShape";
}

/** Returns why the code of a partition or shelf is refused, or null. */
export function getPlaceCodeRefusal(code: string): RefusalName | null {
  return /^[\p{L}\p{N}][\p{L}\p{N}\-._/]{0,19}$/u.test(code) ? null : "warehouses.placeCodeShape";
}

/** Returns why a location's barcode is refused, or null: it must be printable as Code 128 and typed by a scanner. */
export function getBarcodeRefusal(barcode: string): RefusalName | null {
  return /^[!-~]{1,40}$/.test(barcode) ? null : "warehouses.barcodeShape";
}

/**
 * Returns why a time zone is refused, or null. It must be an IANA name known to this machine. Offsets are refused: browsers read `+08:00` as east of
 * Greenwich, PostgreSQL as west. Abbreviations too: `IST` is India's time for one and Israel's for the other. The server also asks the database.
 */
export function getTimeZoneRefusal(timeZone: string): RefusalName | null {
  if (!/^[a-z]/i.test(timeZone) || (/^[a-z]{3}$/i.test(timeZone) && !/^(utc|gmt)$/i.test(timeZone))) return "warehouses.timeZoneUnknown";
  try {
    new Intl.DateTimeFormat("en-US", { timeZone }).format(0);
    return null;
  } catch {
    return "warehouses.timeZoneUnknown";
  }
}

/** Returns why blocking is refused, or null: blocking needs a reason. */
export function getBlockingRefusal({ blocked, reason }: { blocked: boolean; reason: string }): RefusalName | null {
  return blocked && reason.trim() === "" ? "warehouses.reasonRequired" : null;
}

function hasTwice(words: readonly string[]): boolean {
  return new Set(words.map((word) => word.toLowerCase())).size < words.length;
}

/** Returns why the settings as a whole are refused, or null: strategies must be unique. */
export function getSettingsRefusal(settings: { readonly wave_strategies: readonly { readonly name: string }[] }): RefusalName | null {
  return hasTwice(settings.wave_strategies.map(({ name }) => name)) ? "warehouses.strategyTwice" : null;
}

/** By which order stock is chosen: what expires first, what came first, or what takes the fewest locations. */
export const allocationStrategies = ["first_expiry", "first_in", "fewest_locations"] as const;
export type AllocationStrategy = (typeof allocationStrategies)[number];

/** Which picked orders are reviewed piece by piece before they are packed. */
export const reviewRules = ["always", "sample", "never"] as const;
export type ReviewRule = (typeof reviewRules)[number];

/** Which orders of sort walls are reviewed: like all others, or by a rule of their own. */
export const wallReviewRules = ["as_all", ...reviewRules] as const;
export type WallReviewRule = (typeof wallReviewRules)[number];

/** Decides whether a warehouse can be closed: it must be empty, and nothing may be expected. */
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

/** Decides whether a location can be deleted: it never held goods, and one floor location of each type remains. */
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
