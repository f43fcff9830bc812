import { z } from "zod";
import { defineCall, query, ruled } from "#src/kit/api/define-call.ts";
import { defineTopic } from "#src/kit/api/define-topic.ts";
import { waveKinds } from "#src/warehouse/warehouses/warehouse-settings.contract.ts";
import { getBarcodeRefusal, getNameRefusal } from "#src/warehouse/warehouses/warehouses.rules.ts";
import { longestCode, mostRows, mostTotes, mostWalls, slotStates, sortationScans, toteNeeds } from "./sortation.rules.ts";

const roles = ["provider", "operator"] as const;
export const sortationPermission = "sortation";

const wallShape = {
  wall_uuid: z.uuid(),
  warehouse_uuid: z.uuid(),
  warehouse_name: z.string(),
  name: z.string(),
  /** what is scanned for the wall; the barcodes of its slots begin with it */
  code: z.string(),
  row_count: z.int(),
  column_count: z.int(),
  is_active: z.boolean(),
  /** the barcodes of the totes that are sorted at it */
  totes: z.array(z.string()),
  taken_slots: z.int(),
  version: z.int(),
};
const wallRow = z.object(wallShape);
export type WallRow = z.infer<typeof wallRow>;

const slot = z.object({
  slot_number: z.int(),
  location_uuid: z.uuid(),
  barcode: z.string(),
  state: z.enum(slotStates),
  /** empty if the slot is free */
  order_number: z.string(),
  /** pieces of the order in the slot, of how many it has */
  pieces: z.int(),
  piece_count: z.int(),
});
export type Slot = z.infer<typeof slot>;

const wall = z.object({
  ...wallShape,
  slots: z.array(slot),
  /** pieces in its totes that orders wait for */
  pieces_to_sort: z.int(),
});
export type Wall = z.infer<typeof wall>;

/** A tote with picked pieces. */
const toteRow = z.object({
  tote_uuid: z.uuid(),
  tote: z.string(),
  warehouse_uuid: z.uuid(),
  wave_number: z.string(),
  kind: z.enum(waveKinds),
  order_count: z.int(),
  piece_count: z.int(),
  needs: z.enum(toteNeeds),
  /** null if it is assigned to none */
  wall_uuid: z.uuid().nullable(),
  wall_name: z.string(),
});
export type ToteRow = z.infer<typeof toteRow>;

export const listWalls = defineCall({
  name: "sortation.list-walls",
  method: "GET",
  path: "/api/sortation/list-walls",
  summary: `Lists sort walls by name; at most ${mostWalls}.`,
  roles,
  input: z.strictObject({ warehouse_uuid: z.uuid().optional(), is_active: query.flag().optional() }),
  output: z.object({ result: z.array(wallRow) }),
  codes: [],
});

export const getWall = defineCall({
  name: "sortation.get-wall",
  method: "GET",
  path: "/api/sortation/get-wall",
  summary: "Returns a sort wall with its slots: which are free, which fill up, and which orders are complete.",
  roles,
  input: z.strictObject({ wall_uuid: z.uuid() }),
  output: wall,
  codes: ["notFound"],
});

export const listTotes = defineCall({
  name: "sortation.list-totes",
  method: "GET",
  path: "/api/sortation/list-totes",
  summary: `Lists totes with picked pieces, the oldest orders first, and the wall that each goes to; at most ${mostTotes}. \`orders_to_sort\` counts the orders of wall waves that have pieces in them, up to 10,000.`,
  roles,
  permission: "picking",
  input: z.strictObject({ warehouse_uuid: z.uuid().optional() }),
  output: z.object({ result: z.array(toteRow), orders_to_sort: z.int() }),
  codes: [],
});

/** A code that was scanned. */
const code = z.string().trim().min(1).max(120);

export const findByScan = defineCall({
  name: "sortation.find-by-scan",
  method: "GET",
  path: "/api/sortation/find-by-scan",
  summary: "Finds what a scanned code means: a sort wall by its code or a slot's barcode, or a tote, with the wall that it is assigned to.",
  roles,
  input: z.strictObject({ code }),
  output: z.object({
    kind: z.enum(sortationScans),
    /** of a wall, or of the wall that a tote is assigned to */
    wall_uuid: z.uuid().nullable(),
    wall_name: z.string(),
    tote_uuid: z.uuid().nullable(),
    /** the tote's barcode; empty for others */
    tote: z.string(),
    /** whether the tote's goods go to a wall */
    needs: z.enum(toteNeeds),
  }),
  codes: [],
});
export type FoundByScan = z.infer<typeof findByScan.output>;

const size = z.int().min(1).max(mostRows);
const name = ruled(z.string().trim().max(60), getNameRefusal);

export const createWall = defineCall({
  name: "sortation.create-wall",
  method: "POST",
  path: "/api/sortation/create-wall",
  summary: "Creates a sort wall with its slots, each of which is a location with a barcode of its own.",
  roles: ["provider"],
  input: z.strictObject({
    warehouse_uuid: z.uuid(),
    name,
    code: ruled(
      z
        .string()
        .trim()
        .max(longestCode)
        .transform((text) => text.toUpperCase()),
      getBarcodeRefusal,
    ),
    row_count: size,
    column_count: size,
  }),
  output: wallRow,
  codes: [
    "notFound",
    "warehouses.closed",
    "warehouses.nameRequired",
    "warehouses.barcodeShape",
    "warehouses.barcodeTaken",
    "sortation.nameTaken",
    "sortation.codeTaken",
  ],
});

export const updateWall = defineCall({
  name: "sortation.update-wall",
  method: "PUT",
  path: "/api/sortation/update-wall",
  summary: "Renames a sort wall, resizes it, or takes it out of use. Slots that hold an order stay.",
  roles: ["provider"],
  input: z.strictObject({
    wall_uuid: z.uuid(),
    version: z.int().min(1).max(2_000_000_000),
    name,
    row_count: size,
    column_count: size,
    is_active: z.boolean(),
  }),
  output: wallRow,
  codes: [
    "notFound",
    "changedMeanwhile",
    "warehouses.nameRequired",
    "warehouses.barcodeTaken",
    "sortation.nameTaken",
    "sortation.wallInUse",
  ],
});

export const assignTote = defineCall({
  name: "sortation.assign-tote",
  method: "POST",
  path: "/api/sortation/assign-tote",
  summary: "Assigns a tote or cart to a sort wall. It can be moved to another wall as long as none of its orders has a slot.",
  roles,
  permission: "picking",
  input: z.strictObject({ tote: code, wall_uuid: z.uuid() }),
  output: z.object({ tote_uuid: z.uuid(), tote: z.string(), wall_name: z.string() }),
  codes: [
    "notFound",
    "sortation.wallClosed",
    "sortation.toteUnknown",
    "sortation.singlePieces",
    "sortation.nothingToSort",
    "sortation.elsewhere",
  ],
});

export const removeTote = defineCall({
  name: "sortation.remove-tote",
  method: "POST",
  path: "/api/sortation/remove-tote",
  summary: "Takes back that a tote is sorted at a wall. What was sorted stays in its slots.",
  roles,
  permission: "picking",
  input: z.strictObject({ tote_uuid: z.uuid() }),
  output: z.object({ tote_uuid: z.uuid() }),
  codes: ["notFound"],
});

/** Where a piece was put, and how far its order is. */
const sorted = z.object({
  /** names the scan when it is undone */
  sort_uuid: z.uuid(),
  wall_uuid: z.uuid(),
  order_uuid: z.uuid(),
  order_number: z.string(),
  slot_number: z.int(),
  slot: z.string(),
  sku: z.string(),
  /** the tote that it was taken from */
  tote: z.string(),
  pieces: z.int(),
  piece_count: z.int(),
  is_complete: z.boolean(),
});
export type Sorted = z.infer<typeof sorted>;

export const sortPiece = defineCall({
  name: "sortation.sort-piece",
  method: "POST",
  path: "/api/sortation/sort-piece",
  summary:
    "Sorts one piece from a wall's totes: names the slot of an order that still needs it, an order with a slot first, and moves it there. Two that scan at once get different pieces.",
  roles,
  permission: sortationPermission,
  input: z.strictObject({
    wall_uuid: z.uuid(),
    code,
    /** of a code that says it; the piece is of this lot then */
    lot: z.string().trim().max(60).optional(),
  }),
  output: sorted,
  codes: ["notFound", "sortation.wallClosed", "sortation.wrongPiece", "sortation.wallFull"],
});

export const undoSort = defineCall({
  name: "sortation.undo-sort",
  method: "POST",
  path: "/api/sortation/undo-sort",
  summary: "Takes a sorted piece back to the tote that it came from.",
  roles,
  permission: sortationPermission,
  input: z.strictObject({ sort_uuid: z.uuid(), order_uuid: z.uuid() }),
  output: z.object({ sort_uuid: z.uuid() }),
  codes: ["notFound", "sortation.pieceLeft", "sortation.toteReused"],
});

/** A wall, its totes or its slots changed. */
export const sortationChanged = defineTopic({
  name: "sortation.changed",
  roles,
  permission: ["picking", sortationPermission],
  payload: z.object({ wall_uuid: z.uuid() }),
});
