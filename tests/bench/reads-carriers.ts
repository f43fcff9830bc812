import { listCarrierAccounts, listCarrierErrors } from "#src/carriers/carrier-accounts/carrier-accounts.contract.ts";
import { fetchAllChannels, getSpecifiedChannels, listChannels } from "#src/carriers/channels/channels.contract.ts";
import { firstPage, provider, retailer } from "./read.ts";
import type { Marks, Read } from "./read.ts";
import { countUpToLimit } from "./reads-sql.ts";

const accounts = `with page as (select * from carrier_account where provider_uuid = $1 order by lower(label), carrier_account_uuid limit 50),
    used as (select carrier_account_uuid, count(*) as channel_count from channel where provider_uuid = $1 group by 1)
  select page.carrier_account_uuid, page.api_name, page.label, page.is_enabled, coalesce(used.channel_count, 0) as channel_count, page.client_id, page.account,
    page.sealed_api_token <> '' as has_api_token, page.api_token_end, page.sealed_password <> '' as has_password, page.version,
    ${countUpToLimit("from carrier_account where provider_uuid = $1")}
  from page left join used using (carrier_account_uuid) order by lower(page.label), page.carrier_account_uuid`;

const errors = `with page as (select * from carrier_error where provider_uuid = $1 order by carrier_error_uuid desc limit 50)
  select page.carrier_error_uuid, page.carrier_account_uuid, a.label as account_label, a.api_name, page.at, page.operation, page.kind, page.code, page.text, page.reference,
    ${countUpToLimit("from carrier_error where provider_uuid = $1")}
  from page join carrier_account a on a.provider_uuid = page.provider_uuid and a.carrier_account_uuid = page.carrier_account_uuid order by page.carrier_error_uuid desc`;

const shownToRetailers = "provider_uuid = $1 and is_enabled and is_account_enabled";

/** The cut-offs of a page's channels by channel. */
const cutOffs = `cuts as (
    select o.channel_uuid, json_agg(json_build_object('warehouse_uuid', w.warehouse_uuid, 'warehouse_name', w.name, 'time', o.cut_off) order by lower(w.name), w.warehouse_uuid) as cut_offs
    from channel_cut_off o join warehouse w on w.provider_uuid = o.provider_uuid and w.warehouse_uuid = o.warehouse_uuid
    where o.provider_uuid = $1 and not w.is_closed and o.channel_uuid in (select channel_uuid from page) group by 1
  )`;

/** The zones of a page's channels, with their prices, by channel. */
const zones = `prices as (
    select channel_uuid, zone_number, json_agg(json_build_object('up_to_grams', up_to_grams, 'base_micros', base_micros, 'step', case when step_grams is not null then
      json_build_object('from_grams', step_from_grams, 'every_grams', step_grams, 'price_micros', step_micros) end) order by up_to_grams) as prices
    from channel_price where provider_uuid = $1 and channel_uuid in (select channel_uuid from page) group by 1, 2
  ), zoned as (
    select z.channel_uuid, json_agg(json_build_object('name', z.name, 'countries', z.countries, 'prices', p.prices) order by z.zone_number) as zones
    from channel_zone z join prices p using (channel_uuid, zone_number) where z.provider_uuid = $1 group by 1
  )`;

/**
 * Channels by name.
 * @param where which, of the table
 * @param isStaff whether their accounts are shown
 * @param isPriced whether their prices are shown
 */
function selectChannels(where: string, { isStaff, isPriced }: { isStaff: boolean; isPriced: boolean }): string {
  const account = isStaff
    ? "page.internal_id, page.carrier_account_uuid, coalesce(a.label, '') as account_label, a.api_name"
    : "'' as internal_id, null as carrier_account_uuid, '' as account_label, null as api_name";
  return `with page as (select * from channel where ${where} order by lower(name), channel_uuid limit 50), ${cutOffs}${isPriced ? `, ${zones}` : ""}
    select page.channel_uuid, page.name, page.code, page.label_format, ${account}, page.is_enabled, page.is_account_enabled, page.include_countries, page.exclude_countries, page.currency,
      page.min_chargeable_grams, page.max_grams, page.volumetric_divisor, page.version, coalesce(cuts.cut_offs, '[]') as cut_offs,
      (select count(*) from channel_zone z where z.provider_uuid = page.provider_uuid and z.channel_uuid = page.channel_uuid) as zone_count,
      ${isPriced ? "coalesce(zoned.zones, '[]') as zones," : ""} ${countUpToLimit(`from channel where ${where}`)}
    from page left join cuts using (channel_uuid) ${isPriced ? "left join zoned using (channel_uuid)" : ""}
      ${isStaff ? "left join carrier_account a on a.provider_uuid = page.provider_uuid and a.carrier_account_uuid = page.carrier_account_uuid" : ""}
    order by lower(page.name), page.channel_uuid`;
}

/** Lists of carrier accounts and channels. */
export function carriersReads({ providerUuid }: Marks): Read[] {
  const values = [providerUuid];
  const own = "provider_uuid = $1";
  return [
    { call: listCarrierAccounts, as: provider, query: firstPage, text: accounts, values, flattened: ["parameters"] },
    { call: listCarrierErrors, as: provider, query: firstPage, text: errors, values },
    { call: listChannels, as: provider, query: firstPage, text: selectChannels(own, { isStaff: true, isPriced: false }), values },
    {
      call: listChannels,
      label: "retailer",
      as: retailer,
      query: firstPage,
      text: selectChannels(shownToRetailers, { isStaff: false, isPriced: false }),
      values,
    },
    { call: fetchAllChannels, as: provider, query: firstPage, text: selectChannels(own, { isStaff: true, isPriced: true }), values },
    { call: getSpecifiedChannels, as: provider, query: firstPage, text: selectChannels(own, { isStaff: true, isPriced: true }), values },
  ];
}
