import { farthestMm } from "./warehouses.rules.ts";

/** A rectangle of a map, in millimetres from the warehouse's corner. */
export interface Area {
  readonly x_mm: number;
  readonly y_mm: number;
  readonly width_mm: number;
  readonly depth_mm: number;
}

/** How shelves are set up: a bay's width, a shelf's depth and the aisle between two, in millimetres. */
export interface ShelfMeasures {
  readonly bays: number;
  readonly bay_width_mm: number;
  readonly shelf_depth_mm: number;
  readonly aisle_mm: number;
}

/** What stays free along a partition's edges. */
const edgeMm = 500;

/** The far edge of the areas, from the corner; 0 where there is none. */
export function farEdge(areas: readonly Area[], side: "width" | "depth"): number {
  let far = 0;
  for (const { x_mm, y_mm, width_mm, depth_mm } of areas) far = Math.max(far, side === "width" ? x_mm + width_mm : y_mm + depth_mm);
  return far;
}

/** Where shelf after shelf stands from a corner on: two and two back to back, with an aisle before each pair. */
export function shelfAreas(
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

/** Where the shelves of a partition begin: at its edge, or an aisle behind those that it has. */
export function shelfStart(partition: Area, shelves: readonly Area[], aisleMm: number): { x_mm: number; y_mm: number } {
  const y_mm = shelves.length === 0 ? partition.y_mm + edgeMm : farEdge(shelves, "depth") + aisleMm;
  return { x_mm: partition.x_mm + edgeMm, y_mm };
}

/** A partition made large enough for shelves. */
export function grownFor(partition: Area, shelves: readonly Area[]): Area {
  return {
    ...partition,
    width_mm: Math.max(partition.width_mm, farEdge(shelves, "width") + edgeMm - partition.x_mm),
    depth_mm: Math.max(partition.depth_mm, farEdge(shelves, "depth") + edgeMm - partition.y_mm),
  };
}

/** How large a partition is that holds so many shelves. */
function partitionSize(count: number, measures: ShelfMeasures): { width_mm: number; depth_mm: number } {
  const shelves = shelfAreas(count, measures, { x_mm: edgeMm, y_mm: edgeMm });
  return { width_mm: farEdge(shelves, "width") + edgeMm, depth_mm: farEdge(shelves, "depth") + edgeMm };
}

/** How wide a warehouse is drawn, as a multiple of its depth, where it has to grow. */
const shape = 4 / 3;

/**
 * Finds places for new partitions of one size: behind those there are, side by side as far as the warehouse is wide, then in a further row. Where that
 * would be deeper than the warehouse is, its measures were never said: then rather wide as well as deep than a strip.
 * @param shelfCount how many shelves each is to hold
 */
export function newPartitionAreas(
  count: number,
  shelfCount: number,
  measures: ShelfMeasures,
  there: { readonly width_mm: number; readonly depth_mm: number; readonly partitions: readonly Area[] },
): Area[] {
  const size = partitionSize(shelfCount, measures);
  const start = there.partitions.length === 0 ? 0 : farEdge(there.partitions, "depth") + measures.aisle_mm;
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

/** Whether areas are within what a map can show. */
export function isOnMap(areas: readonly Area[]): boolean {
  return farEdge(areas, "width") <= farthestMm && farEdge(areas, "depth") <= farthestMm;
}

/** The middle of a bay, seen from the map's corner. Bays count from 1 along the shelf's front. */
export function bayPlace(shelf: Area & { readonly is_turned: boolean }, bay: number, bayWidthMm: number): { x_mm: number; y_mm: number } {
  const along = Math.round((bay - 0.5) * bayWidthMm);
  const across = Math.round((shelf.is_turned ? shelf.width_mm : shelf.depth_mm) / 2);
  return shelf.is_turned
    ? { x_mm: shelf.x_mm + across, y_mm: shelf.y_mm + along }
    : { x_mm: shelf.x_mm + along, y_mm: shelf.y_mm + across };
}

/** A place on the map as a form has it; undefined where it was left empty. */
interface TypedPlace {
  readonly x_mm?: number | undefined;
  readonly y_mm?: number | undefined;
}

/**
 * Where a location stands that was filled in by hand: as it says, else in the middle of its shelf. One that goes to another shelf and whose place
 * nobody touched does not stay where the old shelf is.
 * @param shelf null: on the floor
 * @param before as the location was; null for a new one
 */
export function placeOfLocation(
  shelf: (Area & { readonly shelf_uuid: string }) | null,
  typed: TypedPlace,
  before: { readonly shelf_uuid: string | null; readonly x_mm: number; readonly y_mm: number } | null,
): { x_mm: number; y_mm: number } {
  const hasMoved = before !== null && before.shelf_uuid !== (shelf?.shelf_uuid ?? null);
  const isUntouched = hasMoved && typed.x_mm === before.x_mm && typed.y_mm === before.y_mm;
  const { x_mm, y_mm }: TypedPlace = isUntouched ? {} : typed;
  return {
    x_mm: x_mm ?? (shelf === null ? 0 : shelf.x_mm + Math.round(shelf.width_mm / 2)),
    y_mm: y_mm ?? (shelf === null ? 0 : shelf.y_mm + Math.round(shelf.depth_mm / 2)),
  };
}
