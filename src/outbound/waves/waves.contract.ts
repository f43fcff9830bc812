import { z } from "zod";
import { batchBodyBytes, batchIds, batchOutput } from "#src/kit/api/batch.ts";
import { blob, defineCall, query } from "#src/kit/api/define-call.ts";
import { defineTopic } from "#src/kit/api/define-topic.ts";
import { listInput, listOutput } from "#src/kit/api/list.ts";
import { orderStatuses } from "#src/outbound/orders/orders.machine.ts";
import { fulfilmentStatuses } from "#src/outbound/orders/orders.rules.ts";
import { waveKinds, waveStrategy } from "#src/warehouse/warehouses/warehouse-settings.contract.ts";
import { waveRoles, waveStatuses } from "./waves.machine.ts";
import { longestPlanSeconds, mostOrdersInWave } from "./waves.rules.ts";

const roles = waveRoles;
export const wavePermission = "waves";
const permission = wavePermission;
const kind = z.enum(waveKinds);
const reason = z.string().trim().max(500);
const version = z.int().min(1).max(2_000_000_000);

/** What the planner found; metres are rounded to the decimetre. */
export const waveFigures = z.object({
  orders: z.int(),
  pieces: z.int(),
  tours: z.int(),
  aisles: z.int(),
  /** locations that are visited, each counted once a tour */
  stops: z.int(),
  walking_metres: z.number(),
  /** walking if each order were picked alone */
  metres_alone: z.number(),
  metres_saved: z.number(),
  wall_slots: z.int(),
  weight_grams: z.int(),
  /** orders whose weight is unknown */
  orders_without_weight: z.int(),
  /** orders whose reserved goods cannot be picked now: their location was blocked, or they expired */
  shortages: z.int(),
  /** orders for which the plan names other bins than their reservations */
  other_bins: z.int(),
  /** whether distances are those of the map, or estimated from the walking order */
  basis: z.enum(["map", "walking_order"]),
});
export type WaveFigures = z.infer<typeof waveFigures>;

/** A wave in a list. Times are ISO 8601, empty if unset. */
const waveRow = z.object({
  wave_uuid: z.uuid(),
  wave_number: z.string(),
  warehouse_uuid: z.uuid(),
  warehouse_name: z.string(),
  kind,
  /** the name of the strategy that built it; empty if by hand */
  strategy: z.string(),
  status: z.enum(waveStatuses),
  /** members that were not kicked, and their pieces */
  order_count: z.int(),
  piece_count: z.int(),
  /** pieces of its tasks, with those of orders that left after they were picked; 0 before its release */
  task_pieces: z.int(),
  /** of them, what is picked, and what was not found */
  picked_pieces: z.int(),
  short_pieces: z.int(),
  task_count: z.int(),
  tasks_done: z.int(),
  /** people who pick now */
  picker_count: z.int(),
  /** why it was held or cancelled */
  reason: z.string(),
  /** empty for a strategy's schedule */
  created_by: z.string(),
  created_at: z.string(),
  planned_at: z.string(),
  released_at: z.string(),
  started_at: z.string(),
  /** when its last task ended */
  picked_at: z.string(),
  /** when its last order had left the house, or when it was cancelled */
  ended_at: z.string(),
  /** when its pick lists or packing slips were printed last; empty if never */
  printed_at: z.string(),
  version: z.int(),
});
export type WaveRow = z.infer<typeof waveRow>;

/** A tour of a wave, and who picks it. */
const waveTask = z.object({
  task_uuid: z.uuid(),
  task_number: z.int(),
  status: z.enum(["pending", "assigned", "in_progress", "done", "cancelled"]),
  /** empty if nobody has it */
  picker: z.string(),
  tote: z.string(),
  line_count: z.int(),
  piece_count: z.int(),
  picked_pieces: z.int(),
  short_pieces: z.int(),
  walking_metres: z.number(),
  started_at: z.string(),
  ended_at: z.string(),
});
export type WaveTask = z.infer<typeof waveTask>;

const waveDetail = waveRow.extend({
  /** null until it is planned */
  figures: waveFigures.nullable(),
  tasks: z.array(waveTask),
});
export type WaveDetail = z.infer<typeof waveDetail>;

const waveMember = z.object({
  order_uuid: z.uuid(),
  order_number: z.string(),
  reference: z.string(),
  owner_name: z.string(),
  country: z.string(),
  channel_name: z.string(),
  /** of the order; one that was kicked may be in another wave by now */
  order_status: z.enum(orderStatuses),
  fulfilment_status: z.enum(fulfilmentStatuses),
  /** a wish to cancel waits for the supplier */
  wants_cancel: z.boolean(),
  /** of the membership */
  status: z.enum(["open", "picked", "kicked"]),
  /** its tour, and its place on the cart or slot of the wall; null before the release */
  tour: z.int().nullable(),
  slot: z.int().nullable(),
  piece_count: z.int(),
  sku_count: z.int(),
  /** why it was kicked */
  reason: z.string(),
});
export type WaveMember = z.infer<typeof waveMember>;

export const getWavePool = defineCall({
  name: "waves.get-pool",
  method: "GET",
  path: "/api/waves/get-pool",
  summary:
    "Counts the orders of a warehouse that can join a wave, by kind of wave and by strategy. Kinds overlap: a burst takes orders that single kinds take too.",
  roles,
  permission,
  input: z.strictObject({ warehouse_uuid: z.uuid() }),
  output: z.object({
    warehouse_uuid: z.uuid(),
    /** all orders of the pool */
    orders: z.int(),
    pieces: z.int(),
    kinds: z.array(z.object({ kind, orders: z.int(), pieces: z.int() })),
    strategies: z.array(waveStrategy.extend({ orders: z.int() })),
  }),
  codes: ["notFound"],
});

export const listWaves = defineCall({
  name: "waves.list-waves",
  method: "GET",
  path: "/api/waves/list-waves",
  summary: "Lists waves, newest first.",
  roles,
  permission,
  input: z.strictObject({
    ...listInput,
    /** the beginning of a wave's number, or an order's number */
    search: z.string().trim().max(60).optional(),
    status: query.list(z.enum(waveStatuses), waveStatuses.length),
    kind: query.list(kind, waveKinds.length),
    warehouse_uuid: z.uuid().optional(),
    is_printed: query.flag().optional(),
  }),
  output: listOutput(waveRow),
  codes: [],
});

const waveFields = ["wave_id", "wave_number", "status", "kind", "warehouse_id"] as const;

export const queryWaveElements = defineCall({
  name: "waves.query-wave-list-specific-element",
  method: "GET",
  path: "/api/delivery_list/query-wave-list-specific-element",
  summary: "Lists the waves whose fields have the given values.",
  roles,
  permission,
  input: z.strictObject({
    provider_uuid: z.uuid().optional(),
    ...listInput,
    field: query.list(z.enum(waveFields), waveFields.length),
    value: query.list(z.string().trim().max(100), waveFields.length),
  }),
  output: listOutput(waveRow),
  codes: ["parameterError"],
});

export const getWave = defineCall({
  name: "waves.get-wave",
  method: "GET",
  path: "/api/waves/get-wave",
  summary: "Returns a wave with its preview and its tasks.",
  roles,
  permission,
  input: z.strictObject({ wave_uuid: z.uuid() }),
  output: waveDetail,
  codes: ["notFound"],
});

export const listWaveOrders = defineCall({
  name: "waves.list-orders",
  method: "GET",
  path: "/api/waves/list-orders",
  summary: "Lists the orders of a wave by tour and slot, those that were kicked too.",
  roles,
  permission,
  input: z.strictObject({ ...listInput, wave_uuid: z.uuid(), status: z.enum(["open", "picked", "kicked"]).optional() }),
  output: listOutput(waveMember),
  codes: ["notFound"],
});

export const buildWave = defineCall({
  name: "waves.build-wave",
  method: "POST",
  path: "/api/waves/build-wave",
  summary:
    "Builds a wave from the pool, by a strategy of the warehouse or by a kind, and lets the planner find its tours. Orders with an early cut-off go first; the rest are chosen for little walking.",
  roles,
  permission,
  input: z.strictObject({
    warehouse_uuid: z.uuid(),
    /** the name of a strategy, which says the kind and the limits; or a kind */
    strategy: z.string().trim().max(60).optional(),
    kind: kind.optional(),
    max_orders: z.int().min(1).max(mostOrdersInWave).optional(),
    max_pieces: z.int().min(1).max(1_000_000).optional(),
  }),
  output: z.object({ wave_uuid: z.uuid(), wave_number: z.string(), order_count: z.int() }),
  codes: ["notFound", "waves.nothingToBuild", "waves.strategyUnknown"],
});

export const buildWaveOf = defineCall({
  name: "waves.build-wave-of",
  method: "POST",
  path: "/api/waves/build-wave-of",
  summary:
    "Builds a wave of the given orders, or adds them to one that is not released. A burst takes those of one SKU. Orders that cannot join are listed with the reason.",
  roles,
  permission,
  bodyLimitBytes: batchBodyBytes,
  input: z.strictObject({ order_ids: batchIds, kind, wave_uuid: z.uuid().optional() }),
  output: batchOutput.extend({ wave_uuid: z.uuid(), wave_number: z.string() }),
  codes: ["notFound", "waves.notInPool", "waves.otherSku", "waves.wrongState", "waves.tooLarge"],
});

/** Defines a call that changes one wave; a stale version is refused as changed meanwhile. */
function waveCall<S extends z.ZodRawShape>(
  name: string,
  {
    summary,
    input,
    codes = [],
  }: { readonly summary: string; readonly input: S; readonly codes?: readonly ("waves.notPlanned" | "waves.alreadyPicking")[] },
) {
  return defineCall({
    name: `waves.${name}`,
    method: "POST",
    path: `/api/waves/${name}`,
    summary,
    roles,
    permission,
    input: z.strictObject({ wave_uuid: z.uuid(), version, ...input }),
    output: waveDetail,
    codes: ["notFound", "changedMeanwhile", "waves.wrongState", ...codes],
  });
}

export const optimizeWave = waveCall("optimize-wave", {
  summary: "Lets the planner search further for shorter tours, for some seconds. The wave stays planned with what was found so far.",
  input: { seconds: z.int().min(1).max(longestPlanSeconds).default(10) },
  codes: ["waves.notPlanned"],
});
export const releaseWave = waveCall("release-wave", {
  summary:
    "Releases a planned wave: reservations are moved to the bins of the plan, and each tour becomes a pick task. An order for which that fails leaves the wave with its old reservation.",
  input: {},
  codes: ["waves.notPlanned"],
});
export const holdWave = waveCall("hold-wave", {
  summary: "Holds a released wave: nobody picks it until it is resumed.",
  input: { reason: reason.min(1) },
});
export const resumeWave = waveCall("resume-wave", { summary: "Resumes a held wave.", input: {} });
export const cancelWave = waveCall("cancel-wave", {
  summary: "Cancels a wave from which nothing was picked. Its orders return to the pool with their reservations.",
  input: { reason: reason.min(1) },
  codes: ["waves.alreadyPicking"],
});

export const kickOrders = defineCall({
  name: "waves.kick-orders",
  method: "POST",
  path: "/api/waves/kick-orders",
  summary:
    "Kicks orders out of a wave: they return to the pool with their reservations, those in totes too. A wave without members is cancelled.",
  roles,
  permission,
  bodyLimitBytes: batchBodyBytes,
  input: z.strictObject({ wave_uuid: z.uuid(), order_ids: batchIds, reason: reason.min(1) }),
  output: batchOutput,
  codes: ["notFound"],
});

export const printPickLists = defineCall({
  name: "waves.print-pick-lists",
  method: "GET",
  path: "/api/waves/print-pick-lists",
  summary: "Returns a PDF with the pick list of each tour of a released wave, sorted by the route: the given tasks, or all.",
  roles,
  permission,
  input: z.strictObject({
    wave_uuid: z.uuid(),
    task_uuids: query.list(z.uuid(), 200),
    language: z.enum(["en_us", "zh_cn"]).default("en_us"),
  }),
  output: blob,
  codes: ["notFound", "waves.notPlanned"],
});

export const printWaveOrders = defineCall({
  name: "waves.print-orders",
  method: "GET",
  path: "/api/waves/print-orders",
  summary: "Returns a PDF with a packing slip for each order of a wave, by tour and slot. Recipients are not on it.",
  roles,
  permission,
  input: z.strictObject({ wave_uuid: z.uuid(), language: z.enum(["en_us", "zh_cn"]).default("en_us") }),
  output: blob,
  codes: ["notFound", "waves.notPlanned"],
});

export const markWavePrinted = defineCall({
  name: "waves.mark-printed",
  method: "POST",
  path: "/api/waves/mark-printed",
  summary: "Marks a released wave as printed now.",
  roles,
  permission,
  input: z.strictObject({ wave_uuid: z.uuid() }),
  output: waveDetail,
  codes: ["notFound", "waves.notPlanned"],
});

/** A wave was built, planned, released, picked or otherwise changed. */
export const wavesChanged = defineTopic({
  name: "waves.changed",
  roles,
  permission,
  payload: z.object({ wave_uuid: z.uuid() }),
});
