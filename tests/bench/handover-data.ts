import type pg from "pg";

/** What the bench asks waybills for. */
export interface HandoverGround {
  readonly accountUuid: string;
  readonly channelUuid: string;
  readonly providerUuid: string;
}

/**
 * Creates packed orders of one parcel each, to be sent by a channel: as many rows as the stations would leave, without the work at them.
 * @param owner the database's owner, acting for the provider
 */
export async function addPackedParcels(owner: pg.Client, { providerUuid, channelUuid }: HandoverGround, count: number): Promise<void> {
  const statements = [
    `create temp table ground as
     select v.variant_uuid, v.owner_uuid, v.sku, (select warehouse_uuid from warehouse where provider_uuid = @provider order by warehouse_uuid limit 1) as warehouse_uuid,
       (select created_by from sales_order where provider_uuid = @provider limit 1) as user_uuid, uuidv7() as wave_uuid
     from variant v where v.provider_uuid = @provider and v.owner_uuid <> v.provider_uuid order by v.variant_uuid limit 1`,
    `create temp table packed as select n, uuidv7() as order_uuid, uuidv7() as parcel_uuid from generate_series(1, @count::int) n`,
    `insert into wave (provider_uuid, wave_uuid, wave_number, warehouse_uuid, kind, status, order_count, piece_count, created_at, created_by, released_at, started_at, ended_at)
     select @provider, wave_uuid, 'W-000101-0001', warehouse_uuid, 'wall', 'picked', @count, @count, now(), user_uuid, now(), now(), now() from ground`,
    `insert into sales_order (provider_uuid, order_uuid, order_number, reference, owner_uuid, status, warehouse_uuid, channel_uuid, wave_uuid, country, currency,
       line_count, piece_count, demand_skus, demand_pieces, demand_variant_uuid, created_by, created_at, submitted_at, confirmed_at, allocated_at)
     select @provider, p.order_uuid, 'SO-000101-' || lpad(n::text, 8, '0'), 'H' || n, g.owner_uuid, 'packed', g.warehouse_uuid, @channel, g.wave_uuid, 'US', 'USD', 1, 1, 1, 1,
       g.variant_uuid, g.user_uuid, now(), now(), now(), now() from packed p, ground g`,
    `insert into order_recipient (provider_uuid, order_uuid, owner_uuid, consignee, phone, address, city, state, zip)
     select @provider, p.order_uuid, g.owner_uuid, 'Alex Example', '+1 217 555 0100', '1 Example Street', 'Springfield', 'IL', '62701' from packed p, ground g`,
    `insert into order_line (provider_uuid, order_uuid, line_uuid, line_number, owner_uuid, variant_uuid, sku, stock_owner_uuid, quantity, declared_name,
       declared_name_zh, declared_value_cents, declared_currency)
     select @provider, p.order_uuid, uuidv7(), 1, g.owner_uuid, g.variant_uuid, g.sku, g.owner_uuid, 1, 'Cotton shirt', '棉衬衫', 1250, 'USD' from packed p, ground g`,
    `insert into parcel (provider_uuid, parcel_uuid, parcel_number, order_uuid, warehouse_uuid, piece_count, expected_grams, packed_by, packed_at)
     select @provider, p.parcel_uuid, 'P-000101-' || lpad(n::text, 8, '0'), p.order_uuid, g.warehouse_uuid, 1, 300, g.user_uuid, now() from packed p, ground g`,
    `insert into parcel_item (provider_uuid, parcel_uuid, line_number, warehouse_uuid, variant_uuid, lot, quantity)
     select @provider, p.parcel_uuid, 1, g.warehouse_uuid, g.variant_uuid, '', 1 from packed p, ground g`,
  ];
  const values: Readonly<Record<string, string>> = {
    provider: `'${providerUuid}'::uuid`,
    count: String(count),
    channel: `'${channelUuid}'::uuid`,
  };
  for (const statement of statements) await owner.query(statement.replaceAll(/@(\w+)/g, (_, name: string) => values[name] ?? ""));
  await owner.query("analyze");
}
