import { z } from "zod";
import { daySchema } from "#src/kit/api/day.ts";
import { defineCall, query, ruled } from "#src/kit/api/define-call.ts";
import { defineTopic } from "#src/kit/api/define-topic.ts";
import { listInput, listOutput } from "#src/kit/api/list.ts";
import { adjustmentReasons, getAdjustmentRefusal, ageBuckets, conditions, stockLevelFilters, stockLevels } from "./stock.rules.ts";

const staff = ["provider", "operator"] as const;
const everybody = ["provider", "operator", "dropShipper"] as const;
const moment = z.iso.datetime({ offset: true });
const uuid = z.uuid();
const condition = z.enum(conditions);
const pieces = z.int().min(1).max(1_000_000);
const lot = z.string().trim().max(80);
/** a scanned barcode, or a location's uuid */
const locationCode = z.string().trim().min(1).max(80);
const provider = { provider_uuid: uuid.optional() };
const ledgerCodes = [
  "notFound",
  "stock.notEnough",
  "stock.reservedElsewhere",
  "stock.postedAlready",
  "stock.notStored",
  "stock.waitsForReceipt",
] as const;
const placeCodes = [
  "stock.locationUnknown",
  "stock.locationBlocked",
  "warehouses.closed",
  "stock.lotRequired",
  "stock.lotNotKept",
  "stock.bundleHasNoStock",
] as const;

/** The pieces in question; the variant determines their owner. */
const goods = { ...provider, variant_uuid: uuid, lot: lot.default(""), condition: condition.default("good"), quantity: pieces };
const posted = z.object({ movement_source_uuid: uuid });

export const moveStock = defineCall({
  name: "stock.move-stock",
  method: "POST",
  path: "/api/stock/move-stock",
  summary: "Moves pieces from one location to another.",
  roles: staff,
  permission: "goods",
  input: z.strictObject({ ...goods, from_location: locationCode, to_location: locationCode, note: z.string().trim().max(300).default("") }),
  output: posted,
  codes: [...ledgerCodes, ...placeCodes, "stock.samePlace"],
});

export const changeCondition = defineCall({
  name: "stock.change-condition",
  method: "POST",
  path: "/api/stock/change-condition",
  summary: "Changes the condition of pieces at a location.",
  roles: staff,
  permission: "goods",
  input: z.strictObject({ ...goods, location: locationCode, to_condition: condition, note: z.string().trim().max(300).default("") }),
  output: posted,
  codes: [...ledgerCodes, ...placeCodes, "stock.samePlace"],
});

export const adjustStock = defineCall({
  name: "stock.adjust-stock",
  method: "POST",
  path: "/api/stock/adjust-stock",
  summary: "Adjusts the number of pieces at a location, with a reason.",
  roles: staff,
  permission: "stockCounts",
  input: ruled(
    z.strictObject({
      ...provider,
      variant_uuid: uuid,
      lot: lot.default(""),
      condition: condition.default("good"),
      location: locationCode,
      /** positive adds pieces, negative removes them */
      delta: z
        .int()
        .min(-1_000_000)
        .max(1_000_000)
        .refine((value) => value !== 0),
      reason: z.enum(adjustmentReasons),
      note: z.string().trim().max(300).default(""),
    }),
    getAdjustmentRefusal,
  ),
  output: posted,
  codes: [...ledgerCodes, ...placeCodes, "stock.noteRequired", "stock.reasonAdds", "stock.reasonRemoves"],
});

export const upsertLot = defineCall({
  name: "stock.upsert-lot",
  method: "POST",
  path: "/api/stock/upsert-lot",
  summary: "Sets a lot's expiry date; null if it does not expire.",
  roles: staff,
  permission: "goods",
  input: z.strictObject({ ...provider, variant_uuid: uuid, lot: lot.min(1), expires_on: daySchema.nullable() }),
  output: z.object({ lot: z.string(), expires_on: z.string().nullable() }),
  codes: ["notFound", "stock.lotNotKept"],
});

/** Pieces of a SKU by state: `on_hand` = `available` + `not_available`, which is the sum of its reasons. */
export const piecesByState = z.object({
  on_hand: z.int(),
  /** good, not expired, in an unblocked pick or reserve location, and not reserved */
  available: z.int(),
  not_available: z.int(),
  reserved: z.int(),
  /** good, at the dock */
  receiving: z.int(),
  damaged: z.int(),
  quarantined: z.int(),
  /** good, in a blocked location */
  blocked: z.int(),
  /** good, of an expired lot */
  expired: z.int(),
  /** good, at a packing station or in a damaged-goods location */
  outside_storage: z.int(),
  /** announced and confirmed, not counted yet */
  incoming: z.int(),
});

const stockRow = piecesByState.extend({
  /** when the oldest piece arrived; null if there is none */
  oldest_since: z.string().nullable(),
  variant_uuid: uuid,
  product_uuid: uuid,
  owner_uuid: uuid,
  owner_name: z.string(),
  sku: z.string(),
  /** of the variant; empty if it has no title of its own */
  title: z.string(),
  product_title: z.string(),
  low_stock_quantity: z.int().nullable(),
  level: z.enum(stockLevels),
});
export type StockRow = z.output<typeof stockRow>;

export const listStock = defineCall({
  name: "stock.list-stock",
  method: "GET",
  path: "/api/stock/list-stock",
  summary: "Lists SKUs with their pieces by state. A retailer sees its own.",
  roles: everybody,
  input: z.strictObject({
    ...listInput,
    ...provider,
    /** words of SKU, titles and barcodes, all of which must match */
    search: z.string().trim().max(100).optional(),
    variant_uuid: uuid.optional(),
    owner_uuid: uuid.optional(),
    /** has pieces there */
    warehouse_uuid: uuid.optional(),
    level: z.enum(stockLevelFilters).optional(),
    /** has pieces that arrived at least this many days ago */
    aged_days: query.int(1, 3650).optional(),
    sort: z.enum(["sku", "-sku"]).default("sku"),
  }),
  output: listOutput(stockRow),
  codes: ["notFound"],
});

const balanceRow = z.object({
  variant_uuid: uuid,
  sku: z.string(),
  title: z.string(),
  product_title: z.string(),
  owner_uuid: uuid,
  owner_name: z.string(),
  warehouse_uuid: uuid,
  warehouse_name: z.string(),
  location_uuid: uuid,
  barcode: z.string(),
  location_type: z.string(),
  is_blocked: z.boolean(),
  lot: z.string(),
  expires_on: z.string().nullable(),
  condition,
  quantity: z.int(),
  reserved: z.int(),
  /** pieces that can be moved by hand, and pieces whose condition can be changed: the rest is reserved or awaited by a receipt */
  movable: z.int(),
  changeable: z.int(),
  since: z.string(),
});
export type BalanceRow = z.output<typeof balanceRow>;

export const listBalances = defineCall({
  name: "stock.list-balances",
  method: "GET",
  path: "/api/stock/list-balances",
  summary: "Lists stock balances: a row for each SKU, location, lot and condition.",
  roles: staff,
  input: z.strictObject({
    ...listInput,
    ...provider,
    variant_uuid: uuid.optional(),
    location: locationCode.optional(),
    warehouse_uuid: uuid.optional(),
    owner_uuid: uuid.optional(),
    lot: lot.min(1).optional(),
    condition: condition.optional(),
  }),
  output: listOutput(balanceRow),
  codes: ["notFound"],
});

/** Where pieces came from or went to. */
const movementEnd = z.object({
  place: z.enum(["location", "arrival", "opening", "adjustment", "shipment", "scrap"]),
  warehouse_uuid: uuid,
  warehouse_name: z.string(),
  location_uuid: uuid.nullable(),
  /** empty for a place outside the warehouse, and for retailers */
  barcode: z.string(),
  condition,
  /** the quantity afterwards; null if not requested (no SKU given) or not a location */
  quantity_after: z.int().nullable(),
});
export type MovementEnd = z.output<typeof movementEnd>;

const movementRow = z.object({
  movement_uuid: uuid,
  at: z.string(),
  /** receipt, putaway, move, adjustment, stocktake, opening, shipment ... */
  source_type: z.string(),
  source_uuid: uuid,
  variant_uuid: uuid,
  sku: z.string(),
  owner_uuid: uuid,
  owner_name: z.string(),
  /** the retailer that the owner's pieces were shipped for; null: for the owner itself, no shipment, or the viewer is a retailer */
  for_retailer_uuid: uuid.nullable(),
  lot: z.string(),
  quantity: z.int().min(1),
  from: movementEnd,
  to: movementEnd,
  reason: z.string(),
  /** empty for the system, and if the viewer may not see the person */
  username: z.string(),
});
export type MovementRow = z.output<typeof movementRow>;

export const listMovements = defineCall({
  name: "stock.list-movements",
  method: "GET",
  path: "/api/stock/list-movements",
  summary: "Lists stock movements, newest first. `location` matches either end. A retailer sees movements of its own goods.",
  roles: everybody,
  input: z.strictObject({
    ...listInput,
    ...provider,
    variant_uuid: uuid.optional(),
    location: locationCode.optional(),
    owner_uuid: uuid.optional(),
    source_type: z.string().max(40).optional(),
    source_uuid: uuid.optional(),
    from: moment.optional(),
    until: moment.optional(),
  }),
  output: listOutput(movementRow),
  codes: ["notFound"],
});

const expectedThere = z.object({
  variant_uuid: uuid,
  sku: z.string(),
  warehouse_uuid: uuid,
  location_uuid: uuid,
  /** empty for a retailer */
  barcode: z.string(),
  lot: z.string(),
  condition,
  quantity: z.int(),
});

export const stockAt = defineCall({
  name: "stock.stock-at",
  method: "GET",
  path: "/api/stock/stock-at",
  summary: "Returns the stock of a SKU, or at a location, at a given time; at most 1,000 rows.",
  roles: everybody,
  input: z
    .strictObject({ ...provider, variant_uuid: uuid.optional(), location: locationCode.optional(), at: moment })
    .refine(({ variant_uuid, location }) => variant_uuid !== undefined || location !== undefined),
  output: z.object({ at: z.string(), result: z.array(expectedThere), is_complete: z.boolean() }),
  codes: ["notFound"],
});

export const stockAges = defineCall({
  name: "stock.stock-ages",
  method: "GET",
  path: "/api/stock/stock-ages",
  summary: "Returns the number of pieces by age.",
  roles: everybody,
  input: z.strictObject({ ...provider, owner_uuid: uuid.optional(), warehouse_uuid: uuid.optional() }),
  output: z.object({ result: z.array(z.object({ days: z.enum(ageBuckets), quantity: z.int(), sku_count: z.int() })) }),
  codes: ["notFound"],
});

const difference = z.object({
  kind: z.enum(["quantity", "reserved", "unbalanced"]),
  variant_uuid: uuid,
  sku: z.string(),
  warehouse_uuid: uuid.nullable(),
  location_uuid: uuid.nullable(),
  barcode: z.string(),
  lot: z.string(),
  condition: z.string(),
  /** the balance, and the sum of its ledger rows */
  stated: z.int(),
  counted: z.int(),
});
export type Difference = z.output<typeof difference>;

const reconciliation = z.object({
  reconciliation_uuid: uuid,
  at: z.string(),
  balance_count: z.int(),
  difference_count: z.int(),
  /** the first hundred */
  differences: z.array(difference),
});

export const listReconciliations = defineCall({
  name: "stock.list-reconciliations",
  method: "GET",
  path: "/api/stock/list-reconciliations",
  summary: "Lists reconciliations of the ledger, newest first, each with the differences found. They run nightly and on request.",
  roles: staff,
  permission: "stockCounts",
  input: z.strictObject({ ...listInput, ...provider }),
  output: listOutput(reconciliation),
  codes: [],
});

export const reconcileStock = defineCall({
  name: "stock.reconcile",
  method: "POST",
  path: "/api/stock/reconcile",
  summary:
    "Starts a job that checks whether balances equal the sums of their entries and reservations. The event `stock.reconciled` reports its end.",
  roles: ["provider"],
  input: z.strictObject({ ...provider }),
  output: z.object({ is_started: z.boolean() }),
  codes: [],
});

/** SKUs whose stock changed; lists none if there are more than 200. */
export const stockChanged = defineTopic({
  name: "stock.changed",
  roles: everybody,
  payload: z.object({ variant_uuids: z.array(uuid).max(200) }),
});

/** A reconciliation has ended. What it found covers all warehouses, and operators who are bound to some receive this too. */
export const stockReconciled = defineTopic({
  name: "stock.reconciled",
  roles: staff,
  permission: "stockCounts",
  payload: z.object({ reconciliation_uuid: uuid }),
});
