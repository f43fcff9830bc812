import { z } from "zod";
import { defineCall, query, ruled } from "#src/kit/api/define-call.ts";
import { defineTopic } from "#src/kit/api/define-topic.ts";
import { listInput, listOutput } from "#src/kit/api/list.ts";
import { carrierApiNames, labelFormats } from "#src/carriers/carrier-accounts/carrier-accounts.rules.ts";
import {
  divisorLimits,
  getCountriesRefusal,
  getCutOffsRefusal,
  getPriceTableRefusal,
  mostChannels,
  mostGrams,
  mostMicros,
  mostRows,
  mostZones,
} from "./channels.rules.ts";

const staff = ["provider", "operator"] as const;
const everybody = ["provider", "operator", "dropShipper"] as const;
const providerOnly = ["provider"] as const;
const permission = "logistics";
const uuid = z.uuid();
const provider = { provider_uuid: uuid.optional() };
const version = z.int().min(1).max(2_000_000_000);
const countryCode = z.string().regex(/^[A-Z]{2}$/);
const countries = z
  .array(countryCode)
  .max(300)
  .transform((codes) => [...new Set(codes)].toSorted());
const currency = z.string().regex(/^[A-Z]{3}$/);
const grams = z.int().min(1).max(mostGrams);
const micros = z.int().min(0).max(mostMicros);

const cutOff = z.object({
  warehouse_uuid: uuid,
  warehouse_name: z.string(),
  /** 24 hours, HH:MM, by the warehouse's clock */
  time: z.string(),
});

const channel = z.object({
  channel_uuid: uuid,
  name: z.string(),
  /** the carrier's code of the service */
  code: z.string(),
  /** the carrier's own id of it; empty for retailers */
  internal_id: z.string(),
  /** null: a manual channel, and always for retailers, as are the label and the API */
  carrier_account_uuid: uuid.nullable(),
  account_label: z.string(),
  api_name: z.enum(carrierApiNames).nullable(),
  /** what the carrier is asked for its labels in */
  label_format: z.enum(labelFormats),
  is_enabled: z.boolean(),
  /** whether its account is enabled; true for a manual channel */
  is_account_enabled: z.boolean(),
  /** two-letter codes; empty: all countries */
  include_countries: z.array(z.string()),
  exclude_countries: z.array(z.string()),
  /** of the prices; null until they are saved */
  currency: z.string().nullable(),
  /** lighter parcels are charged as if they weighed this much */
  min_chargeable_grams: z.int(),
  /** of the chargeable weight; null: no limit but that of the prices */
  max_grams: z.int().nullable(),
  /** cm³ per kg; null: the size of a parcel does not matter */
  volumetric_divisor: z.int().nullable(),
  zone_count: z.int(),
  /** of warehouses that are open, by name */
  cut_offs: z.array(cutOff),
  version: z.int(),
});
export type Channel = z.infer<typeof channel>;

const step = {
  /** the weight that the base price includes */
  from_grams: z.int().min(0).max(mostGrams),
  every_grams: grams,
  price_micros: micros,
};
const price = {
  /** the heaviest chargeable weight that the row applies to */
  up_to_grams: grams,
  /** millionths of the currency, as is the step's price */
  base_micros: micros,
};
const zoneName = z.string().trim().min(1).max(60);

const zone = z.object({
  name: z.string(),
  /** two-letter codes; empty: all countries that are in no other zone */
  countries: z.array(z.string()),
  /** by weight, lightest first */
  prices: z.array(
    z.object({
      ...price,
      /** added for each started `every_grams` of the weight above `from_grams` */
      step: z.object(step).nullable(),
    }),
  ),
});
export type Zone = z.infer<typeof zone>;
export type ZonePrice = Zone["prices"][number];

const pricedChannel = channel.extend({ zones: z.array(zone) });
export type PricedChannel = z.infer<typeof pricedChannel>;

export const listChannels = defineCall({
  name: "channels.query-specific-element-channels",
  method: "GET",
  path: "/api/logistics/query-specific-element-channels",
  summary:
    "Lists channels by name, without prices. `name` and `code` match a part, ignoring case; `country_code` finds channels that ship there. Retailers see the enabled ones.",
  roles: everybody,
  permission,
  input: z.strictObject({
    ...listInput,
    ...provider,
    channel_uuid: uuid.optional(),
    /** ignored for retailers */
    carrier_account_uuid: uuid.optional(),
    name: z.string().trim().max(100).optional(),
    code: z.string().trim().max(100).optional(),
    internal_id: z.string().trim().max(100).optional(),
    is_enabled: query.flag().optional(),
    country_code: countryCode.optional(),
  }),
  output: listOutput(channel),
  codes: [],
});

export const fetchAllChannels = defineCall({
  name: "channels.fetch-all-channels",
  method: "GET",
  path: "/api/logistics/fetch-all-channels",
  summary: "Lists all channels by name, with their prices. Retailers see the enabled ones.",
  roles: everybody,
  permission,
  input: z.strictObject({ ...listInput, ...provider }),
  output: listOutput(pricedChannel),
  codes: [],
});

export const getSpecifiedChannels = defineCall({
  name: "channels.get-specified-channels",
  method: "GET",
  path: "/api/logistics/get-specified-channels",
  summary:
    "Returns the named channels with their prices, by name; without names the first page. All or none: an unknown id fails the request.",
  roles: everybody,
  permission,
  input: z.strictObject({ ...listInput, ...provider, channel_uuids: query.list(uuid, mostChannels) }),
  output: listOutput(pricedChannel),
  codes: ["notFound"],
});

export const listCurrencies = defineCall({
  name: "channels.list-currencies",
  method: "GET",
  path: "/api/channels/list-currencies",
  summary: "Lists the currencies that prices may have: those of the retailers' wallets.",
  roles: staff,
  permission,
  input: z.strictObject(provider),
  output: z.object({ result: z.array(z.string()) }),
  codes: [],
});

/** A channel's details, without prices and cut-offs. */
export const channelFields = {
  name: z.string().trim().min(1).max(80),
  code: z.string().trim().max(60).default(""),
  internal_id: z.string().trim().max(60).default(""),
  /** null: a manual channel */
  carrier_account_uuid: uuid.nullable(),
  label_format: z.enum(labelFormats).default("pdf"),
  include_countries: countries.default([]),
  exclude_countries: countries.default([]),
};

export const createChannel = defineCall({
  name: "channels.create-channel",
  method: "POST",
  path: "/api/channels/create-channel",
  summary: "Creates a channel, without prices.",
  roles: providerOnly,
  input: ruled(z.strictObject({ ...provider, ...channelFields }), getCountriesRefusal),
  output: z.object({ channel_uuid: uuid, version: z.int() }),
  codes: ["notFound", "channels.nameTaken", "channels.tooMany", "channels.countryInBoth", "channels.labelFormatUnfit"],
});

export const updateChannel = defineCall({
  name: "channels.update-channel",
  method: "PUT",
  path: "/api/channels/update-channel",
  summary: "Changes a channel's name, codes, account, label format and countries.",
  roles: providerOnly,
  input: ruled(z.strictObject({ ...provider, channel_uuid: uuid, version, ...channelFields }), getCountriesRefusal),
  output: z.object({ version: z.int() }),
  codes: ["notFound", "changedMeanwhile", "channels.nameTaken", "channels.countryInBoth", "channels.labelFormatUnfit"],
});

export const setChannelsEnabled = defineCall({
  name: "channels.set-enabled",
  method: "PUT",
  path: "/api/channels/set-enabled",
  summary: "Enables or disables channels. All or none: an unknown id fails the request.",
  roles: providerOnly,
  input: z.strictObject({ ...provider, channel_uuids: z.array(uuid).min(1).max(mostChannels), is_enabled: z.boolean() }),
  output: z.object({ changed: z.int() }),
  codes: ["notFound"],
});

export const deleteChannel = defineCall({
  name: "channels.delete-channel",
  method: "DELETE",
  path: "/api/channels/delete-channel",
  summary: "Deletes a channel with its prices and cut-offs.",
  roles: providerOnly,
  input: z.strictObject({ ...provider, channel_uuid: uuid, version: query.int(1, 2_000_000_000) }),
  output: z.object({}),
  codes: ["notFound", "changedMeanwhile", "channels.inUse"],
});

/** The prices of a channel, with the weights that they apply to. */
export const priceTableFields = {
  currency,
  min_chargeable_grams: z.int().min(0).max(mostGrams).default(0),
  max_grams: grams.nullable(),
  volumetric_divisor: z.int().min(divisorLimits.min).max(divisorLimits.max).nullable(),
  zones: z
    .array(
      z.strictObject({
        name: zoneName,
        countries,
        prices: z
          .array(z.strictObject({ ...price, step: z.strictObject(step).nullable() }))
          .min(1)
          .max(mostRows),
      }),
    )
    .max(mostZones),
};

export const savePrices = defineCall({
  name: "channels.save-prices",
  method: "PUT",
  path: "/api/channels/save-prices",
  summary: "Replaces a channel's price table: zones of countries, each with prices by weight.",
  roles: providerOnly,
  input: ruled(z.strictObject({ ...provider, channel_uuid: uuid, version, ...priceTableFields }), getPriceTableRefusal),
  output: z.object({ version: z.int() }),
  codes: [
    "notFound",
    "changedMeanwhile",
    "channels.countryTwice",
    "channels.restTwice",
    "channels.weightTwice",
    "channels.tooManyRows",
    "channels.lightestTooHeavy",
    "channels.otherCurrency",
  ],
});

export const saveCutOffs = defineCall({
  name: "channels.save-cut-offs",
  method: "PUT",
  path: "/api/channels/save-cut-offs",
  summary: "Replaces a channel's cut-offs, one for each warehouse at most. Those of closed warehouses are kept.",
  roles: providerOnly,
  input: ruled(
    z.strictObject({
      ...provider,
      channel_uuid: uuid,
      version,
      cut_offs: z.array(z.strictObject({ warehouse_uuid: uuid, time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/) })).max(200),
    }),
    getCutOffsRefusal,
  ),
  output: z.object({ version: z.int() }),
  codes: ["notFound", "changedMeanwhile", "warehouses.closed", "channels.warehouseTwice"],
});

/** A channel, its prices or its cut-offs changed. */
export const channelsChanged = defineTopic({
  name: "channels.changed",
  roles: staff,
  permission,
  /** null: several */
  payload: z.object({ channel_uuid: uuid.nullable() }),
});
