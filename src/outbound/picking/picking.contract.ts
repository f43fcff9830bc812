import { z } from "zod";
import { defineCall, query } from "#src/kit/api/define-call.ts";
import { defineTopic } from "#src/kit/api/define-topic.ts";
import { listInput, listOutput } from "#src/kit/api/list.ts";
import { waveKinds } from "#src/warehouse/warehouses/warehouse-settings.contract.ts";
import { shortReasons } from "#src/outbound/orders/orders.rules.ts";
import { pickLineStatuses, pickTaskStatuses } from "./picking.machine.ts";

const roles = ["provider", "operator"] as const;
export const pickingPermission = "picking";
const permission = pickingPermission;

/** A pick task in a list. Times are ISO 8601, empty if unset. */
const pickTaskRow = z.object({
  task_uuid: z.uuid(),
  task_number: z.int(),
  wave_uuid: z.uuid(),
  wave_number: z.string(),
  kind: z.enum(waveKinds),
  /** held waves are not picked */
  is_held: z.boolean(),
  warehouse_uuid: z.uuid(),
  warehouse_name: z.string(),
  status: z.enum(pickTaskStatuses),
  /** empty if nobody has it */
  picker: z.string(),
  is_mine: z.boolean(),
  /** the barcode of the tote; empty before it is scanned */
  tote: z.string(),
  line_count: z.int(),
  piece_count: z.int(),
  picked_pieces: z.int(),
  short_pieces: z.int(),
  walking_metres: z.number(),
  started_at: z.string(),
  ended_at: z.string(),
  version: z.int(),
});
export type PickTaskRow = z.infer<typeof pickTaskRow>;

/** Pieces to pick, in walking order. */
const pickLine = z.object({
  line_number: z.int(),
  sequence: z.int(),
  status: z.enum(pickLineStatuses),
  order_uuid: z.uuid(),
  order_number: z.string(),
  location_uuid: z.uuid(),
  /** the barcode that is scanned */
  location: z.string(),
  variant_uuid: z.uuid(),
  sku: z.string(),
  /** every code that names the SKU when scanned, the SKU itself too */
  codes: z.array(z.string()),
  title: z.string(),
  variant_title: z.string(),
  /** file name; empty if there is none */
  main_image: z.string(),
  /** empty if the SKU does not track lots */
  lot: z.string(),
  quantity: z.int(),
  picked_quantity: z.int(),
  /** the place on the cart; null if the goods are sorted later */
  slot: z.int().nullable(),
  short_reason: z.union([z.enum(shortReasons), z.literal("")]),
});
export type PickLine = z.infer<typeof pickLine>;

const pickTask = pickTaskRow.extend({ lines: z.array(pickLine) });
export type PickTask = z.infer<typeof pickTask>;

export const listPickTasks = defineCall({
  name: "picking.list-tasks",
  method: "GET",
  path: "/api/picking/list-tasks",
  summary: "Lists pick tasks, those that wait longest first; with `is_open`, those that are not done.",
  roles,
  permission,
  input: z.strictObject({
    ...listInput,
    warehouse_uuid: z.uuid().optional(),
    wave_uuid: z.uuid().optional(),
    status: query.list(z.enum(pickTaskStatuses), pickTaskStatuses.length),
    is_open: query.flag().optional(),
    is_mine: query.flag().optional(),
  }),
  output: listOutput(pickTaskRow),
  codes: [],
});

export const getPickTask = defineCall({
  name: "picking.get-task",
  method: "GET",
  path: "/api/picking/get-task",
  summary: "Returns a pick task with its lines in walking order.",
  roles,
  permission,
  input: z.strictObject({ task_uuid: z.uuid() }),
  output: pickTask,
  codes: ["notFound"],
});

export const claimNextTask = defineCall({
  name: "picking.claim-next",
  method: "POST",
  path: "/api/picking/claim-next",
  summary: "Claims the task that waits longest, or returns the caller's own open task. Two that claim at once get different tasks.",
  roles,
  permission,
  input: z.strictObject({ warehouse_uuid: z.uuid().optional(), wave_uuid: z.uuid().optional() }),
  output: pickTask,
  codes: ["picking.noTask"],
});

export const claimTask = defineCall({
  name: "picking.claim-task",
  method: "POST",
  path: "/api/picking/claim-task",
  summary: "Claims a certain task; with `takes_over`, one that somebody else picks.",
  roles,
  permission,
  input: z.strictObject({ task_uuid: z.uuid(), takes_over: z.boolean().default(false) }),
  output: pickTask,
  codes: ["notFound", "picking.takenBySomebody", "picking.wrongState", "picking.held"],
});

export const startPickTask = defineCall({
  name: "picking.start-task",
  method: "POST",
  path: "/api/picking/start-task",
  summary: "Begins a task with an empty tote or cart, named by its barcode.",
  roles,
  permission,
  input: z.strictObject({ task_uuid: z.uuid(), tote: z.string().trim().min(1).max(40) }),
  output: pickTask,
  codes: ["notFound", "picking.notYours", "picking.toteUnknown", "picking.toteInUse", "picking.wrongState", "picking.held"],
});

const lineNumbers = z.array(z.int().min(1).max(1_000_000)).min(1).max(500);
/** What is left of a task after a scan. */
const progress = z.object({
  task_uuid: z.uuid(),
  status: z.enum(pickTaskStatuses),
  picked_pieces: z.int(),
  short_pieces: z.int(),
  /** lines that are still to be picked */
  lines_left: z.int(),
});
export type PickProgress = z.infer<typeof progress>;

export const pickLines = defineCall({
  name: "picking.pick-lines",
  method: "POST",
  path: "/api/picking/pick-lines",
  summary:
    "Picks whole lines of a task: their pieces move from the shelf into the tote, and their reservations with them. A late scan of a task that somebody took over posts too, as long as the line is unpicked; otherwise an exception is opened.",
  roles,
  permission,
  input: z.strictObject({
    task_uuid: z.uuid(),
    line_numbers: lineNumbers,
    /** the location that was scanned: a line of another one is refused */
    location_uuid: z.uuid(),
  }),
  output: progress.extend({
    /** opened because somebody else had picked the same pieces; empty if none */
    exception_number: z.string(),
  }),
  codes: [
    "notFound",
    "picking.toteFirst",
    "picking.lineDone",
    "picking.orderLeft",
    "picking.wrongState",
    "picking.held",
    "stock.notEnough",
    "stock.reservedElsewhere",
  ],
});

export const reportShortPick = defineCall({
  name: "picking.report-short",
  method: "POST",
  path: "/api/picking/report-short",
  summary:
    "Reports that a line's pieces are not all there: those that were found are picked, the rest is released, the location is to be recounted, and the order waits for stock again.",
  roles,
  permission,
  input: z.strictObject({
    task_uuid: z.uuid(),
    line_number: z.int().min(1).max(1_000_000),
    /** found and picked: fewer than the line names */
    picked_quantity: z.int().min(0).max(10_000_000),
    reason: z.enum(shortReasons),
  }),
  output: progress,
  codes: [
    "notFound",
    "picking.toteFirst",
    "picking.lineDone",
    "picking.orderLeft",
    "picking.tooMany",
    "picking.wrongState",
    "picking.held",
    "stock.notEnough",
    "stock.reservedElsewhere",
  ],
});

export const skipPickLines = defineCall({
  name: "picking.skip-lines",
  method: "POST",
  path: "/api/picking/skip-lines",
  summary: "Moves lines to the end of the task.",
  roles,
  permission,
  input: z.strictObject({ task_uuid: z.uuid(), line_numbers: lineNumbers }),
  output: pickTask,
  codes: ["notFound", "picking.notYours", "picking.wrongState"],
});

export const leavePickTask = defineCall({
  name: "picking.leave-task",
  method: "POST",
  path: "/api/picking/leave-task",
  summary: "Gives back a task from which nothing was picked. One that was begun stays with its picker.",
  roles,
  permission,
  input: z.strictObject({ task_uuid: z.uuid() }),
  output: progress,
  codes: ["notFound", "picking.notYours", "picking.wrongState"],
});

/** Pieces in a tote that no order has a right to any more. */
const leftPieces = z.object({
  tote_uuid: z.uuid(),
  tote: z.string(),
  warehouse_uuid: z.uuid(),
  variant_uuid: z.uuid(),
  sku: z.string(),
  /** every code that names the SKU when scanned, the SKU itself too */
  codes: z.array(z.string()),
  title: z.string(),
  owner_uuid: z.uuid(),
  lot: z.string(),
  quantity: z.int(),
  /** where most of the SKU's other pieces are; empty if nowhere */
  suggested_location: z.string(),
});
export type LeftPieces = z.infer<typeof leftPieces>;

export const listLeftPieces = defineCall({
  name: "picking.list-left-pieces",
  method: "GET",
  path: "/api/picking/list-left-pieces",
  summary: "Lists pieces in totes whose orders were cancelled or changed: they go back to a shelf.",
  roles,
  permission,
  input: z.strictObject({ ...listInput, warehouse_uuid: z.uuid().optional() }),
  output: listOutput(leftPieces),
  codes: [],
});

export const returnToShelf = defineCall({
  name: "picking.return-to-shelf",
  method: "POST",
  path: "/api/picking/return-to-shelf",
  summary: "Puts pieces that no order needs from a tote back to a location.",
  roles,
  permission,
  input: z.strictObject({
    tote_uuid: z.uuid(),
    variant_uuid: z.uuid(),
    owner_uuid: z.uuid(),
    lot: z.string().max(60),
    quantity: z.int().min(1).max(10_000_000),
    /** the barcode of the location */
    location: z.string().trim().min(1).max(40),
  }),
  output: z.object({ left: z.int() }),
  codes: ["notFound", "picking.wrongShelf", "stock.notEnough", "stock.reservedElsewhere"],
});

/** Progress of a pick task, for pickers and for whoever watches the wave. */
export const pickingProgressed = defineTopic({
  name: "picking.progressed",
  roles,
  permission: [pickingPermission, "waves"],
  payload: z.object({ wave_uuid: z.uuid(), task_uuid: z.uuid() }),
});
