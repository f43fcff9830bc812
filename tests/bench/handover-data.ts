import type pg from "pg";

/** What the benches send parcels by. */
export interface HandoverGround {
  readonly accountUuid: string;
  readonly channelUuid: string;
  readonly providerUuid: string;
}

/** Runs statements in their order: `@provider`, `@channel` and what else is given stand for values. */
async function runAll(
  owner: pg.Client,
  { providerUuid, channelUuid, accountUuid }: HandoverGround,
  statements: readonly string[],
  count: number,
): Promise<void> {
  const values: Readonly<Record<string, string>> = {
    provider: `'${providerUuid}'::uuid`,
    channel: `'${channelUuid}'::uuid`,
    account: `'${accountUuid}'::uuid`,
    count: String(count),
  };
  for (const statement of statements) await owner.query(statement.replaceAll(/@(\w+)/g, (_, name: string) => values[name] ?? ""));
  await owner.query("analyze");
}

/** The one SKU of the parcels, its owner, and where they are packed. */
const ground = `create temp table ground as
  select v.variant_uuid, v.owner_uuid, v.sku, (select warehouse_uuid from warehouse where provider_uuid = @provider order by warehouse_uuid limit 1) as warehouse_uuid,
    (select created_by from sales_order where provider_uuid = @provider limit 1) as user_uuid, uuidv7() as wave_uuid
  from variant v where v.provider_uuid = @provider and v.owner_uuid <> v.provider_uuid order by v.variant_uuid limit 1`;

const packed = [
  ground,
  `create temp table packed as select n, uuidv7() as order_uuid, uuidv7() as parcel_uuid from generate_series(1, @count::int) n`,
  `insert into wave (provider_uuid, wave_uuid, wave_number, warehouse_uuid, kind, status, order_count, piece_count, created_at, created_by, released_at, started_at, picked_at)
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
  "drop table ground, packed",
];

/**
 * Creates packed orders of one parcel each, to be sent by a channel: as many rows as the stations would leave, without the work at them.
 * @param owner the database's owner, acting for the provider
 */
export async function addPackedParcels(owner: pg.Client, on: HandoverGround, count: number): Promise<void> {
  await runAll(owner, on, packed, count);
}

const shipped = [
  ground,
  "create temp table shipped as select n, uuidv7() as order_uuid, uuidv7() as parcel_uuid, uuidv7() as review_uuid, uuidv7() as waybill_uuid from generate_series(1, @count::int) n",
  `insert into location (provider_uuid, location_uuid, warehouse_uuid, barcode, type) select @provider, uuidv7(), warehouse_uuid, 'BENCH-PACK', 'packing' from ground`,
  `insert into sales_order (provider_uuid, order_uuid, order_number, reference, owner_uuid, status, warehouse_uuid, channel_uuid, country, currency,
     line_count, piece_count, demand_skus, demand_pieces, demand_variant_uuid, created_by, created_at, submitted_at, confirmed_at, allocated_at, shipped_at)
   select @provider, s.order_uuid, 'SO-000102-' || lpad(n::text, 8, '0'), 'S' || n, g.owner_uuid, 'shipped', g.warehouse_uuid, @channel, 'US', 'USD', 1, 1, 1, 1,
     g.variant_uuid, g.user_uuid, now(), now(), now(), now(), now() from shipped s, ground g`,
  `insert into order_review (provider_uuid, review_uuid, order_uuid, warehouse_uuid, user_uuid, status, piece_count, reviewed_pieces, location_uuid, started_at, ended_at)
   select @provider, s.review_uuid, s.order_uuid, g.warehouse_uuid, g.user_uuid, 'done', 1, 1, l.location_uuid, now(), now()
   from shipped s, ground g, location l where l.provider_uuid = @provider and l.barcode = 'BENCH-PACK'`,
  `insert into order_review_line (provider_uuid, review_uuid, line_number, warehouse_uuid, variant_uuid, lot, quantity, reviewed_quantity)
   select @provider, s.review_uuid, 1, g.warehouse_uuid, g.variant_uuid, '', 1, 1 from shipped s, ground g`,
  `insert into parcel (provider_uuid, parcel_uuid, parcel_number, order_uuid, warehouse_uuid, status, piece_count, expected_grams, measured_grams, packed_by,
     packed_at, weighed_at, bagged_at, handed_over_at)
   select @provider, s.parcel_uuid, 'P-000102-' || lpad(n::text, 8, '0'), s.order_uuid, g.warehouse_uuid, 'handed_over', 1, 300, 300, g.user_uuid, now(), now(),
     now(), now() from shipped s, ground g`,
  `insert into waybill (provider_uuid, waybill_uuid, parcel_uuid, order_uuid, owner_uuid, warehouse_uuid, channel_uuid, carrier_account_uuid, reference, status,
     waybill_number, tracking_number, print_count, requested_at, issued_at, handed_over_at, label_type)
   select @provider, s.waybill_uuid, s.parcel_uuid, s.order_uuid, g.owner_uuid, g.warehouse_uuid, @channel, @account, 'P-000102-' || n, 'issued', 'OLD' || n, 'OLD' || n,
     1, now(), now(), now(), 'application/pdf' from shipped s, ground g`,
  `insert into work_entry (provider_uuid, work_uuid, kind, warehouse_uuid, owner_uuid, order_uuid, parcel_uuid, quantity_milli, source_type, source_uuid, source_line, at, user_uuid)
   select @provider, uuidv7(), 'weighing_parcel', g.warehouse_uuid, g.owner_uuid, s.order_uuid, s.parcel_uuid, 1000, 'parcel', s.parcel_uuid, 1, now(), g.user_uuid
   from shipped s, ground g`,
  "drop table ground, shipped",
];

/** Creates orders that were shipped before, with their reviews, parcels, waybills and work: what a scan must not have to read. */
export async function addShippedOrders(owner: pg.Client, on: HandoverGround, count: number): Promise<void> {
  await runAll(owner, on, shipped, count);
}

/** SKUs that the orders to review are of: a few are in most of them, as everywhere. */
const skuCount = 60;
/** Orders whose goods lie in one tote. */
export const ordersInTote = 10;

const picked = [
  `create temp table sku as
   select row_number() over (order by variant_uuid) - 1 as k, variant_uuid, owner_uuid, sku from variant
   where provider_uuid = @provider and owner_uuid = (select owner_uuid from variant where provider_uuid = @provider and owner_uuid <> provider_uuid
     group by 1 order by count(*) desc, 1 limit 1) and not is_bundle and not keeps_lots and not keeps_expiry and merged_into_uuid is null
   order by variant_uuid limit ${skuCount}`,
  `create temp table desk as
   select (select warehouse_uuid from warehouse where provider_uuid = @provider order by warehouse_uuid limit 1) as warehouse_uuid,
     (select created_by from sales_order where provider_uuid = @provider limit 1) as user_uuid, uuidv7() as wave_uuid, (select count(*) from sku) as skus`,
  `create temp table picked as
   select n, uuidv7() as order_uuid, floor(power((n * 37 % 1000) / 1000.0, 2) * d.skus)::int as first_sku, (n - 1) / ${ordersInTote} as tote from generate_series(1, @count::int) n, desk d`,
  `create temp table tote as select distinct tote, uuidv7() as location_uuid from (select distinct tote from picked) t`,
  `create temp table piece as
   select p.order_uuid, p.n, l.line_number, uuidv7() as line_uuid, s.variant_uuid, s.owner_uuid, s.sku, l.quantity, t.location_uuid
   from picked p cross join desk d
     cross join lateral (values (1, p.first_sku, 2), (2, (p.first_sku + 1 + p.n % 7) % d.skus, 1)) l (line_number, k, quantity)
     join sku s on s.k = l.k join tote t on t.tote = p.tote`,
  `insert into location (provider_uuid, location_uuid, warehouse_uuid, barcode, type)
   select @provider, t.location_uuid, d.warehouse_uuid, 'BENCH-TOTE-' || t.tote, 'tote' from tote t, desk d`,
  `insert into stock_entry (provider_uuid, movement_uuid, leg, source_type, source_uuid, source_line, variant_uuid, owner_uuid, warehouse_uuid, place, location_uuid,
     lot, condition, quantity, at)
   select @provider, m.movement_uuid, g.leg, 'opening', m.movement_uuid, 1, m.variant_uuid, m.owner_uuid, d.warehouse_uuid, case g.leg when 1 then 'opening' else 'location' end,
     case g.leg when 2 then m.location_uuid end, '', 'good', case g.leg when 1 then -m.quantity else m.quantity end, now()
   from (select uuidv7() as movement_uuid, variant_uuid, owner_uuid, location_uuid, sum(quantity)::int as quantity from piece group by 2, 3, 4) m
     cross join (values (1), (2)) g (leg) cross join desk d`,
  `insert into wave (provider_uuid, wave_uuid, wave_number, warehouse_uuid, kind, status, order_count, piece_count, created_at, created_by, released_at, started_at, picked_at)
   select @provider, wave_uuid, 'W-000103-0001', warehouse_uuid, 'cart', 'picked', @count, 3 * @count, now(), user_uuid, now(), now(), now() from desk`,
  `insert into sales_order (provider_uuid, order_uuid, order_number, reference, owner_uuid, status, warehouse_uuid, channel_uuid, wave_uuid, country, currency,
     line_count, piece_count, demand_skus, demand_pieces, created_by, created_at, submitted_at, confirmed_at, allocated_at)
   select @provider, p.order_uuid, 'SO-000103-' || lpad(p.n::text, 8, '0'), 'R' || p.n, p.owner_uuid, 'picked', d.warehouse_uuid, @channel, d.wave_uuid, 'US', 'USD', 2, 3, 2, 3,
     d.user_uuid, now(), now(), now(), now() from piece p, desk d where p.line_number = 1 order by p.n`,
  `insert into order_line (provider_uuid, order_uuid, line_uuid, line_number, owner_uuid, variant_uuid, sku, stock_owner_uuid, quantity)
   select @provider, order_uuid, line_uuid, line_number, owner_uuid, variant_uuid, sku, owner_uuid, quantity from piece`,
  `insert into order_demand (provider_uuid, order_uuid, demand_number, line_uuid, owner_uuid, variant_uuid, stock_owner_uuid, warehouse_uuid, quantity, is_reserved)
   select @provider, p.order_uuid, p.line_number, p.line_uuid, p.owner_uuid, p.variant_uuid, p.owner_uuid, d.warehouse_uuid, p.quantity, true from piece p, desk d`,
  `insert into reservation (provider_uuid, reservation_uuid, source_type, source_uuid, source_line, part, variant_uuid, warehouse_uuid, location_uuid, owner_uuid, lot,
     condition, quantity, created_at)
   select @provider, uuidv7(), 'order', p.order_uuid, p.line_number, 1, p.variant_uuid, d.warehouse_uuid, p.location_uuid, p.owner_uuid, '', 'good', p.quantity, now()
   from piece p, desk d`,
  "drop table sku, desk, picked, tote, piece",
];

/** Creates picked orders of three pieces, two of one SKU and one of another, ten to a tote. */
export async function addPickedOrders(owner: pg.Client, on: HandoverGround, count: number): Promise<void> {
  await runAll(owner, on, picked, count);
}

/**
 * Creates operators with every permission and the password of the demo's accounts.
 * @returns their usernames
 */
export async function addOperators(owner: pg.Client, { providerUuid }: HandoverGround, count: number): Promise<string[]> {
  await owner.query("select set_config('app.kind', 'gate', false)");
  const { rows } = await owner.query<{ password_hash: string }>("select password_hash from app_user where username = 'operator01'");
  await owner.query(
    `insert into app_user (user_uuid, username, password_hash, role, related_uuid, display_name)
     select uuidv7(), 'station' || n, $1, 'operator', $2, 'Station ' || n from generate_series(1, $3::int) n`,
    [rows[0]?.password_hash, providerUuid, count],
  );
  await owner.query("select set_config('app.kind', 'provider', false)");
  await owner.query(
    `insert into operator_grant (provider_uuid, user_uuid, permission)
     select $1, u.user_uuid, p from app_user u cross join unnest($2::text[]) p where u.role = 'operator' and u.username like 'station%'`,
    [providerUuid, ["review", "packing"]],
  );
  return Array.from({ length: count }, (_, at) => `station${at + 1}`);
}

/** Creates tables that reviewed goods are put on. @returns their barcodes */
export async function addTables(owner: pg.Client, { providerUuid }: HandoverGround, count: number): Promise<string[]> {
  const { rows } = await owner.query<{ barcode: string }>(
    `insert into location (provider_uuid, location_uuid, warehouse_uuid, barcode, type)
     select $1::uuid, uuidv7(), (select warehouse_uuid from warehouse where provider_uuid = $1::uuid order by warehouse_uuid limit 1), 'BENCH-TABLE-' || n, 'packing'
     from generate_series(1, $2::int) n returning barcode`,
    [providerUuid, count],
  );
  return rows.map(({ barcode }) => barcode);
}
