import { z } from "zod";
import { daySchema } from "#src/kit/api/day.ts";
import { defineCall, query } from "#src/kit/api/define-call.ts";
import { listInput, listOutput } from "#src/kit/api/list.ts";
import { chargeEvents, chargeKinds, chargeSources, mostCents } from "./charge-kinds.rules.ts";

const everybody = ["provider", "operator", "dropShipper"] as const;
const permission = "customers";
const uuid = z.uuid();
const provider = { provider_uuid: uuid.optional() };
const ofRetailer = { ...provider, retailer_uuid: uuid.optional() };
/** hundredths of the charge's currency */
const cents = z.int();

/** posted: in the wallet; invoiced: in an issued statement; paid: its statement is covered by payments; reversed: taken back. */
const chargeState = z.enum(["posted", "invoiced", "paid", "reversed"]);
export type ChargeState = z.infer<typeof chargeState>;

const charge = z.object({
  charge_uuid: uuid,
  retailer_uuid: uuid,
  retailer_name: z.string(),
  kind: z.enum(chargeKinds),
  event: z.enum(chargeEvents),
  source_type: z.enum(chargeSources),
  source_uuid: uuid,
  /** the number of the receipt, order, parcel or return; of a day of storage the warehouse's name; empty for a manual charge, and for what the caller may not see */
  source_text: z.string(),
  /** the order that it is for, whatever the source; null if there is none */
  order_uuid: uuid.nullable(),
  /** in the warehouse's time zone */
  day: z.string(),
  warehouse_uuid: uuid.nullable(),
  warehouse_name: z.string(),
  /** thousandths of pieces, piece-days or litre-days */
  quantity_milli: z.int(),
  amount_cents: cents,
  currency: z.string(),
  state: chargeState,
  /** a later credit gave some of it back, so it cannot be reversed as a whole */
  is_credited: z.boolean(),
  remark: z.string(),
  posted_at: z.string(),
});
export type Charge = z.infer<typeof charge>;

/** A tier's share of a charge. */
const chargePart = z.object({
  /** start of the tier: days of age for storage, pieces of the month otherwise */
  from: z.int(),
  quantity_milli: z.int(),
  /** millionths of the currency per piece, piece-day or litre-day */
  price_micros: z.int(),
});
export type ChargePart = z.infer<typeof chargePart>;

export const listCharges = defineCall({
  name: "wallet.list-charges",
  method: "GET",
  path: "/api/wallet/list-charges",
  summary: "Lists charges, newest first. Staff who name no retailer get those of all.",
  roles: everybody,
  permission,
  input: z.strictObject({
    ...listInput,
    ...ofRetailer,
    kind: z.enum(chargeKinds).optional(),
    event: z.enum(chargeEvents).optional(),
    day_from: daySchema.optional(),
    day_until: daySchema.optional(),
    source_uuid: uuid.optional(),
    /** only charges that include a stock movement: what it received, put away, returned or shipped */
    movement_uuid: uuid.optional(),
    reversed: query.flag().optional(),
  }),
  output: listOutput(charge),
  codes: ["notFound"],
});

export const getCharge = defineCall({
  name: "wallet.get-charge",
  method: "GET",
  path: "/api/wallet/get-charge",
  summary: "Returns one charge, with how its amount was calculated and what it is for.",
  roles: everybody,
  permission,
  input: z.strictObject({ ...provider, charge_uuid: uuid }),
  output: charge.extend({
    parts: z.array(chargePart),
    rate_card_uuid: uuid.nullable(),
    rate_card_name: z.string(),
    /** empty for the system */
    posted_by: z.string(),
    reversed_at: z.string(),
    reversal_reason: z.string(),
    /** the statement that contains it; empty before it is issued */
    statement_number: z.string(),
    /** the statement's month, `2026-06`; empty before it is issued */
    statement_month: z.string(),
  }),
  codes: ["notFound"],
});

/** The SKUs behind a charge, from the ledger: the stock of that night, or the movements of that day. */
export const listChargedGoods = defineCall({
  name: "wallet.list-charged-goods",
  method: "GET",
  path: "/api/wallet/list-charged-goods",
  summary: "Lists the SKUs behind a charge from the stock ledger, most pieces first, at most 1,000.",
  roles: everybody,
  permission,
  input: z.strictObject({ ...provider, charge_uuid: uuid }),
  output: z.object({
    result: z.array(
      z.object({
        variant_uuid: uuid,
        sku: z.string(),
        product_title: z.string(),
        quantity: z.int(),
        /** whether the stock was the charged retailer's; otherwise it was the provider's and shipped for the retailer */
        is_own: z.boolean(),
        /** of one piece, as currently known; null: unknown, so charges by the litre leave it out */
        volume_ml: z.int().nullable(),
      }),
    ),
    is_complete: z.boolean(),
    /** start and end of the charge's day in the warehouse's time zone; empty if it has no goods */
    from: z.string(),
    until: z.string(),
  }),
  codes: ["notFound"],
});

export const addCharge = defineCall({
  name: "wallet.add-charge",
  method: "POST",
  path: "/api/wallet/add-charge",
  summary: "Adds a manual charge, such as relabelling or a parcel's freight. A negative amount is a credit.",
  roles: ["provider"],
  input: z.strictObject({
    ...provider,
    retailer_uuid: uuid,
    kind: z.enum(chargeKinds),
    amount_cents: cents
      .min(-mostCents)
      .max(mostCents)
      .refine((value) => value !== 0),
    day: daySchema,
    remark: z.string().trim().min(1).max(300),
  }),
  output: z.object({ charge_uuid: uuid, balance_cents: cents, currency: z.string() }),
  codes: ["notFound", "changedMeanwhile", "wallet.dayAhead", "wallet.tooMuch"],
});

export const reverseCharge = defineCall({
  name: "wallet.reverse-charge",
  method: "POST",
  path: "/api/wallet/reverse-charge",
  summary: "Reverses a charge by an opposite entry, with a reason.",
  roles: ["provider"],
  input: z.strictObject({ ...provider, charge_uuid: uuid, reason: z.string().trim().min(1).max(300) }),
  output: z.object({ balance_cents: cents }),
  codes: ["notFound", "changedMeanwhile", "wallet.reversedAlready", "wallet.creditedSince", "wallet.tooMuch"],
});

export const runCharges = defineCall({
  name: "wallet.run-charges",
  method: "POST",
  path: "/api/wallet/run-charges",
  summary: "Starts a job that charges all finished days not charged yet, instead of waiting for the hourly run.",
  roles: ["provider"],
  input: z.strictObject(provider),
  /** false: it is already queued */
  output: z.object({ is_queued: z.boolean() }),
  codes: ["wallet.notCharging"],
});

/** noPrices: the card had none for that day; otherCurrency: wallet and card differ; beyondMeasure: exceeds the maximum of one charge. */
const leftOutWhy = z.enum(["noPrices", "otherCurrency", "beyondMeasure"]);
export type LeftOutWhy = z.infer<typeof leftOutWhy>;

export const chargeStatus = defineCall({
  name: "wallet.charge-status",
  method: "GET",
  path: "/api/wallet/charge-status",
  summary: "Returns up to which day each warehouse is charged, and what and whom its last day left out.",
  roles: ["provider", "operator"],
  permission,
  input: z.strictObject(provider),
  output: z.object({
    /** the first charged day; empty: nothing is charged automatically */
    charges_from: z.string(),
    warehouses: z.array(
      z.object({
        warehouse_uuid: uuid,
        name: z.string(),
        /** empty: none yet */
        charged_until: z.string(),
        unmeasured_skus: z.int(),
        unmeasured_pieces: z.int(),
        /** skipped retailers that had something to charge on the last day, by name: 20 at most */
        left_out: z.array(z.object({ retailer_uuid: uuid, retailer_name: z.string(), why: leftOutWhy })),
        /** their total number */
        left_out_count: z.int(),
      }),
    ),
    /** retailers with goods but without a rate card of their own or a default one */
    retailers_without_card: z.int(),
  }),
  codes: [],
});
