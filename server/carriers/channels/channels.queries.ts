import { sql } from "kysely";
import type { SelectQueryBuilder } from "kysely";
import type { Page } from "#src/kit/api/list.ts";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { Channel, PricedChannel, Zone, listChannels } from "#src/carriers/channels/channels.contract.ts";
import { listPage } from "#server/platform/db/list.ts";
import type { PageRequest, Placed } from "#server/platform/db/list.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import type { DB } from "#server/platform/db/schema.generated.ts";

type ChannelRow = Channel & Placed;
type PricedRow = PricedChannel & Placed;

const columns = [
  "channel.channel_uuid",
  "channel.name",
  "channel.code",
  "channel.label_format",
  "channel.is_enabled",
  "channel.is_account_enabled",
  "channel.include_countries",
  "channel.exclude_countries",
  "channel.currency",
  "channel.min_chargeable_grams",
  "channel.max_grams",
  "channel.volumetric_divisor",
  "channel.version",
] as const;

const zoneCount = sql<number>`(select count(*)::int from channel_zone z
  where z.provider_uuid = channel.provider_uuid and z.channel_uuid = channel.channel_uuid)`;

const cutOffs = sql<Channel["cut_offs"]>`coalesce((
  select json_agg(json_build_object('warehouse_uuid', w.warehouse_uuid, 'warehouse_name', w.name, 'time', o.cut_off) order by lower(w.name), w.warehouse_uuid)
  from channel_cut_off o join warehouse w on w.provider_uuid = o.provider_uuid and w.warehouse_uuid = o.warehouse_uuid
  where o.provider_uuid = channel.provider_uuid and o.channel_uuid = channel.channel_uuid and not w.is_closed), '[]')`;

const zones = sql<Zone[]>`coalesce((
  select json_agg(json_build_object('name', z.name, 'countries', z.countries, 'prices', coalesce((
      select json_agg(json_build_object('up_to_grams', p.up_to_grams, 'base_micros', p.base_micros, 'step', case when p.step_grams is not null then
        json_build_object('from_grams', p.step_from_grams, 'every_grams', p.step_grams, 'price_micros', p.step_micros) end) order by p.up_to_grams)
      from channel_price p where p.provider_uuid = z.provider_uuid and p.channel_uuid = z.channel_uuid and p.zone_number = z.zone_number), '[]'))
    order by z.zone_number)
  from channel_zone z where z.provider_uuid = channel.provider_uuid and z.channel_uuid = channel.channel_uuid), '[]')`;

/** Selects what everybody sees of channels, and their accounts for staff: retailers cannot read accounts, nor the carrier's own ids. */
function selectChannels<O>(page: SelectQueryBuilder<DB, "channel", O>, isStaff: boolean) {
  const shown = page.select(columns).select([zoneCount.as("zone_count"), cutOffs.as("cut_offs")]);
  if (!isStaff)
    return shown.select([
      sql<string>`''`.as("internal_id"),
      sql<null>`null`.as("carrier_account_uuid"),
      sql<string>`''`.as("account_label"),
      sql<null>`null`.as("api_name"),
    ]);
  return shown
    .leftJoin("carrier_account as a", (join) =>
      join.onRef("a.provider_uuid", "=", "channel.provider_uuid").onRef("a.carrier_account_uuid", "=", "channel.carrier_account_uuid"),
    )
    .select(["channel.internal_id", "channel.carrier_account_uuid", "a.api_name"])
    .select(sql<string>`coalesce(a.label, '')`.as("account_label"));
}

/** The channels that a session sees. Retailers see those that can ship: enabled, as is their account. The database enforces this too. */
function selectVisible(tx: Tx, providerUuid: string, isStaff: boolean) {
  const own = tx.selectFrom("channel").where("channel.provider_uuid", "=", providerUuid);
  return isStaff ? own : own.where("channel.is_enabled", "=", true).where("channel.is_account_enabled", "=", true);
}

const keys = [
  { column: sql`lower(channel.name)`, type: "text", direction: "asc" },
  { column: sql.ref("channel.channel_uuid"), type: "uuid", direction: "asc" },
] as const;

/** Builds the condition that a channel ships to a country. */
function shipsTo(code: string) {
  return sql<boolean>`(channel.include_countries = '{}' or ${code} = any(channel.include_countries)) and not ${code} = any(channel.exclude_countries)`;
}

type Filters = Omit<ParsedInputOf<typeof listChannels>, keyof PageRequest | "provider_uuid">;

function filterChannels(base: ReturnType<typeof selectVisible>, filters: Filters, isStaff: boolean) {
  const { channel_uuid, carrier_account_uuid, name, code, internal_id, is_enabled, country_code } = filters;
  let found = base;
  if (channel_uuid !== undefined) found = found.where("channel.channel_uuid", "=", channel_uuid);
  if (name !== undefined && name !== "") found = found.where(sql<boolean>`position(lower(${name}) in lower(channel.name)) > 0`);
  if (code !== undefined && code !== "") found = found.where(sql<boolean>`position(lower(${code}) in lower(channel.code)) > 0`);
  if (country_code !== undefined) found = found.where(shipsTo(country_code));
  if (!isStaff) return found;
  if (carrier_account_uuid !== undefined) found = found.where("channel.carrier_account_uuid", "=", carrier_account_uuid);
  if (internal_id !== undefined && internal_id !== "") found = found.where("channel.internal_id", "=", internal_id);
  return is_enabled === undefined ? found : found.where("channel.is_enabled", "=", is_enabled);
}

/**
 * Returns a page of a provider's channels by name, without prices.
 * @param isStaff a retailer sees only what can ship, and no accounts
 */
export function listChannelPage(
  tx: Tx,
  providerUuid: string,
  { cur_page, page_size, cursor, provider_uuid: _checked, ...filters }: ParsedInputOf<typeof listChannels>,
  isStaff: boolean,
): Promise<Result<Page<Channel>, "parameterError">> {
  return listPage(
    tx,
    {
      name: "channels.query-specific-element-channels",
      table: "channel",
      base: filterChannels(selectVisible(tx, providerUuid, isStaff), filters, isStaff),
      keys,
      isShort: true,
      select: (page) => selectChannels(page, isStaff).$castTo<ChannelRow>(),
      show: ({ position: _position, ...row }): Channel => row,
    },
    { cur_page, page_size, cursor },
  );
}

/**
 * Returns a page of a provider's channels by name, with their prices.
 * @param channelUuids only these; empty: all
 * @param isStaff a retailer sees only what can ship, and no accounts
 */
export function listPricedChannels(
  tx: Tx,
  providerUuid: string,
  channelUuids: readonly string[],
  request: PageRequest,
  isStaff: boolean,
): Promise<Result<Page<PricedChannel>, "parameterError">> {
  const all = selectVisible(tx, providerUuid, isStaff);
  return listPage(
    tx,
    {
      name: "channels.fetch-all-channels",
      table: "channel",
      base: channelUuids.length === 0 ? all : all.where(sql<boolean>`channel.channel_uuid = any(${[...channelUuids]}::uuid[])`),
      keys,
      isShort: true,
      select: (page) => selectChannels(page, isStaff).select(zones.as("zones")).$castTo<PricedRow>(),
      show: ({ position: _position, ...row }): PricedChannel => row,
    },
    request,
  );
}

/** Counts the channels of a list of ids that a session sees. */
export async function countChannels(tx: Tx, providerUuid: string, channelUuids: readonly string[], isStaff: boolean): Promise<number> {
  const { count } = await selectVisible(tx, providerUuid, isStaff)
    .select((channel) => channel.fn.countAll<number>().as("count"))
    .where(sql<boolean>`channel.channel_uuid = any(${[...channelUuids]}::uuid[])`)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Lists the currencies in which a provider's retailers pay: of a wallet with entries its own, otherwise its rate card's, otherwise the default card's,
 * otherwise US dollars (the rule of `selectWalletCurrency`, which belongs to a group beside this one). Without retailers, the currency of a new one.
 */
export async function readWalletCurrencies(tx: Tx, providerUuid: string): Promise<string[]> {
  const { rows } = await sql<{ currency: string }>`
    with usual as (
      select coalesce((select c.currency from billing_setting s
        join rate_card c on c.provider_uuid = s.provider_uuid and c.rate_card_uuid = s.default_rate_card_uuid
        where s.provider_uuid = ${providerUuid}), 'USD') as currency
    ), paying as (
      select coalesce(a.currency, c.currency, (select currency from usual)) as currency
      from retailer_provider r
        left join wallet_account a on a.provider_uuid = r.provider_uuid and a.retailer_uuid = r.retailer_uuid and a.account = 'balance'
        left join retailer_terms t on t.provider_uuid = r.provider_uuid and t.retailer_uuid = r.retailer_uuid
        left join rate_card c on c.provider_uuid = t.provider_uuid and c.rate_card_uuid = t.rate_card_uuid
      where r.provider_uuid = ${providerUuid}
    )
    select distinct currency from paying
    union select currency from usual where not exists (select from paying)
    order by currency`.execute(tx);
  return rows.map(({ currency }) => currency);
}
