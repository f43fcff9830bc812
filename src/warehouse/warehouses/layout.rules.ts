import { farthestMm } from "./warehouses.rules.ts";

/** A rectangle on a map, in millimetres from the warehouse's corner. */
export interface Area {
  readonly x_mm: number;
  readonly y_mm: number;
  readonly width_mm: number;
  readonly depth_mm: number;
}

/** Measures of shelves in millimetres: bay width, shelf depth and aisle width. */
export interface ShelfMeasures {
  readonly bays: number;
  readonly bay_width_mm: number;
  readonly shelf_depth_mm: number;
  readonly aisle_mm: number;
}

/** The free margin along a partition's edges. */
const edgeMm = 500;

/** Returns the far edge of the areas, measured from the corner; 0 if there are none. */
export function getFarEdge(areas: readonly Area[], side: "width" | "depth"): number {
  let far = 0;
  for (const { x_mm, y_mm, width_mm, depth_mm } of areas) far = Math.max(far, side === "width" ? x_mm + width_mm : y_mm + depth_mm);
  return far;
}

/** Lays out shelves from a corner: in pairs back to back, with an aisle before each pair. */
export function layOutShelves(
  count: number,
  { bays, bay_width_mm, shelf_depth_mm, aisle_mm }: ShelfMeasures,
  from: { x_mm: number; y_mm: number },
): Area[] {
  return Array.from({ length: count }, (_, at) => ({
    x_mm: from.x_mm,
    y_mm: from.y_mm + at * shelf_depth_mm + Math.ceil(at / 2) * aisle_mm,
    width_mm: bays * bay_width_mm,
    depth_mm: shelf_depth_mm,
  }));
}

/** Finds where new shelves of a partition start: at its edge, or one aisle behind existing shelves. */
export function findShelfStart(partition: Area, shelves: readonly Area[], aisleMm: number): { x_mm: number; y_mm: number } {
  const y_mm = shelves.length === 0 ? partition.y_mm + edgeMm : getFarEdge(shelves, "depth") + aisleMm;
  return { x_mm: partition.x_mm + edgeMm, y_mm };
}

/** Grows a partition so that the shelves fit. */
export function growFor(partition: Area, shelves: readonly Area[]): Area {
  return {
    ...partition,
    width_mm: Math.max(partition.width_mm, getFarEdge(shelves, "width") + edgeMm - partition.x_mm),
    depth_mm: Math.max(partition.depth_mm, getFarEdge(shelves, "depth") + edgeMm - partition.y_mm),
  };
}

/** Returns the size of a partition for a number of shelves. */
function getPartitionSize(count: number, measures: ShelfMeasures): { width_mm: number; depth_mm: number } {
  const shelves = layOutShelves(count, measures, { x_mm: edgeMm, y_mm: edgeMm });
  return { width_mm: getFarEdge(shelves, "width") + edgeMm, depth_mm: getFarEdge(shelves, "depth") + edgeMm };
}

/** The width of a warehouse relative to its depth, if it has to grow. */
const shape = 4 / 3;

/**
 * Lays out new partitions of one size behind existing ones: side by side up to the warehouse's width, then in further rows.
 * If that would exceed the warehouse's depth, its measures are unknown: then it grows in both directions rather than into a strip.
 * @param shelfCount shelves per partition
 */
export function layOutPartitions(
  count: number,
  shelfCount: number,
  measures: ShelfMeasures,
  there: { readonly width_mm: number; readonly depth_mm: number; readonly partitions: readonly Area[] },
): Area[] {
  const size = getPartitionSize(shelfCount, measures);
  const start = there.partitions.length === 0 ? 0 : getFarEdge(there.partitions, "depth") + measures.aisle_mm;
  const [wide, deep] = [size.width_mm + measures.aisle_mm, size.depth_mm + measures.aisle_mm];
  const fitting = Math.max(1, Math.floor((there.width_mm + measures.aisle_mm) / wide));
  const isDeepEnough = start + Math.ceil(count / fitting) * deep - measures.aisle_mm <= there.depth_mm;
  const across = isDeepEnough ? fitting : Math.max(fitting, Math.ceil(Math.sqrt((count * deep * shape) / wide)));
  return Array.from({ length: count }, (_, at) => ({
    x_mm: (at % across) * wide,
    y_mm: start + Math.floor(at / across) * deep,
    ...size,
  }));
}

/** Returns true if the areas are within the map's limits. */
export function isOnMap(areas: readonly Area[]): boolean {
  return getFarEdge(areas, "width") <= farthestMm && getFarEdge(areas, "depth") <= farthestMm;
}

/** Returns the centre of a bay on the map. Bays count from 1 along the shelf's front. */
export function getBayCentre(
  shelf: Area & { readonly is_turned: boolean },
  bay: number,
  bayWidthMm: number,
): { x_mm: number; y_mm: number } {
  const along = Math.round((bay - 0.5) * bayWidthMm);
  const across = Math.round((shelf.is_turned ? shelf.width_mm : shelf.depth_mm) / 2);
  return shelf.is_turned
    ? { x_mm: shelf.x_mm + across, y_mm: shelf.y_mm + along }
    : { x_mm: shelf.x_mm + along, y_mm: shelf.y_mm + across };
}

/** A position on the map as typed; undefined if empty. */
interface TypedLocation {
  readonly x_mm?: number | undefined;
  readonly y_mm?: number | undefined;
}

/**
 * Returns the position of an edited location: the typed one, else the centre of its shelf. A location that moves to another shelf does not keep an
 * untouched position.
 * @param shelf null for the floor
 * @param before the location before editing; null for a new one
 */
export function getLocationPosition(
  shelf: (Area & { readonly shelf_uuid: string }) | null,
  typed: TypedLocation,
  before: { readonly shelf_uuid: string | null; readonly x_mm: number; readonly y_mm: number } | null,
): { x_mm: number; y_mm: number } {
  const hasMoved = before !== null && before.shelf_uuid !== (shelf?.shelf_uuid ?? null);
  const isUntouched = hasMoved && typed.x_mm === before.x_mm && typed.y_mm === before.y_mm;
  const { x_mm, y_mm }: TypedLocation = isUntouched ? {} : typed;
  return {
    x_mm: x_mm ?? (shelf === null ? 0 : shelf.x_mm + Math.round(shelf.width_mm / 2)),
    y_mm: y_mm ?? (shelf === null ? 0 : shelf.y_mm + Math.round(shelf.depth_mm / 2)),
  };
}
