import type pg from "pg";
import { makeDataFolder, withOwner } from "./data-folder.ts";

/** Orders that wait for stock when a run begins, and those that ended long ago, over which the lists are measured. */
export const waitingCount = 50_000;
export const endedCount = 10_000_000;
const skuCount = 2000;
const ownerCount = 20;

/** The database under test. */
export interface OrdersGround {
  readonly dataDir: string;
  readonly providerUuid: string;
  readonly warehouseUuid: string;
  readonly ownerUuid: string;
  /** one of the channels that orders name, or of none */
  readonly endedOrders: number;
}

const orderTables = ["sales_order", "order_recipient", "order_line", "order_demand", "stock_balance", "location", "product", "variant"];

/** Drops the foreign keys of some tables and the other indexes of orders, does the work, and creates them again: rows come ten times as fast. */
async function withoutIndexes(client: pg.Client, work: () => Promise<void>): Promise<void> {
  const keys = await client.query<{ name: string; owner: string; definition: string }>(
    `select conname as name, conrelid::regclass::text as owner, pg_get_constraintdef(oid) as definition from pg_constraint
     where conrelid = any ($1::regclass[]) and (contype = 'f' or (contype = 'u' and conrelid = 'sales_order'::regclass))`,
    [orderTables],
  );
  for (const { name, owner } of keys.rows) await client.query(`alter table ${owner} drop constraint ${name}`);
  const indexes = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = 'sales_order'::regclass and not indisprimary`,
  );
  for (const { name } of indexes.rows) await client.query(`drop index ${name}`);
  await work();
  for (const { definition } of indexes.rows) await client.query(definition);
  for (const { name, owner, definition } of keys.rows) await client.query(`alter table ${owner} add constraint ${name} ${definition}`);
}

/** What the statements below name. */
type Given = Readonly<Record<string, unknown>>;

/** Runs a statement whose parameters are named: `@provider`. */
function runWith(client: pg.Client, text: string, given: Given): Promise<unknown> {
  const names: string[] = [];
  const numbered = text.replaceAll(/@(\w+)/g, (_all, name: string) => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  return client.query(
    numbered,
    names.map((name) => given[name]),
  );
}

const goods = [
  `insert into location (provider_uuid, location_uuid, warehouse_uuid, barcode, type, pick_sequence, put_sequence)
   select @provider, uuidv7(), @warehouse, 'A-' || lpad(n::text, 5, '0'), 'pick', n, n from generate_series(1, ${skuCount}) n`,
  `insert into product (provider_uuid, product_uuid, owner_uuid, title)
   select @provider, uuidv7(), (@owners::uuid[])[1 + n % ${ownerCount}], 'Product ' || n from generate_series(1, ${skuCount}) n`,
  `insert into variant (provider_uuid, variant_uuid, product_uuid, owner_uuid, sku, title, weight_grams)
   select p.provider_uuid, uuidv7(), p.product_uuid, p.owner_uuid, 'BENCH-' || substr(p.title, 9), p.title, 200 from product p
   where p.provider_uuid = @provider and p.title like 'Product %'`,
  `insert into stock_balance (provider_uuid, variant_uuid, warehouse_uuid, location_uuid, owner_uuid, lot, condition, quantity, reserved, since, updated_at)
   select v.provider_uuid, v.variant_uuid, @warehouse, l.location_uuid, v.owner_uuid, '', 'good', 1000000, 0, now(), now()
   from (select *, row_number() over (order by variant_uuid) as n from variant where provider_uuid = @provider and sku like 'BENCH-%') v
     join location l on l.provider_uuid = @provider and l.warehouse_uuid = @warehouse and l.pick_sequence = v.n`,
];

/** Orders that ended, from the oldest to the newest; a hundredth of them, and the first 20,000, wait for their confirmation. */
const ended = `
  insert into sales_order (provider_uuid, order_uuid, order_number, reference, kind, owner_uuid, status, warehouse_uuid, country, currency, line_count,
    piece_count, estimate_cents, estimate_currency, created_by, created_at, submitted_at, ended_at)
  select @provider, uuidv7(), 'SO-250101-' || lpad(n::text, 8, '0'), 'R' || n, case when n % 40 = 0 then 'shipping_notice' else 'one_piece' end,
    (@owners::uuid[])[1 + n % ${ownerCount}], case when n % 100 = 0 or n <= 20000 then 'submitted' else 'cancelled' end, @warehouse,
    (array ['US', 'DE', 'GB', 'FR', 'CA', 'AU', 'JP', 'NL'])[1 + n % 8], 'USD', 1, 1 + n % 3, 500 + n % 900, 'USD', @user, now(), now(),
    case when n % 100 = 0 or n <= 20000 then null else now() end
  from generate_series(@from::int, @to::int) n`;
const recipients = `
  insert into order_recipient (provider_uuid, order_uuid, owner_uuid, consignee, address, city, zip)
  select provider_uuid, order_uuid, owner_uuid, 'Alex Example', '1 Example Street', 'Springfield', '62701' from sales_order
  where provider_uuid = @provider and order_number >= 'SO-250101-' || lpad(@from::text, 8, '0') and order_number <= 'SO-250101-' || lpad(@to::text, 8, '0')`;

/** Confirmed orders with their lines and demand: half of one piece, a quarter of two pieces of one SKU, a quarter of two SKUs. */
const waiting = [
  `create temp table wanted as
   select n, uuidv7() as order_uuid, v.variant_uuid, v.owner_uuid, v.sku, w.variant_uuid as other_uuid, w.sku as other_sku
   from generate_series(1, ${waitingCount}) n
     join (select *, row_number() over (order by variant_uuid) - 1 as k from variant where provider_uuid = @provider and sku like 'BENCH-%') v on v.k = (n * 31) % ${skuCount}
     join lateral (select * from variant o where o.provider_uuid = @provider and o.owner_uuid = v.owner_uuid and o.sku like 'BENCH-%' and o.variant_uuid <> v.variant_uuid
       order by md5(n::text || o.sku) limit 1) w on n % 4 = 3
   union all
   select n, uuidv7(), v.variant_uuid, v.owner_uuid, v.sku, null, null
   from generate_series(1, ${waitingCount}) n
     join (select *, row_number() over (order by variant_uuid) - 1 as k from variant where provider_uuid = @provider and sku like 'BENCH-%') v on v.k = (n * 31) % ${skuCount}
   where n % 4 <> 3`,
  `insert into sales_order (provider_uuid, order_uuid, order_number, reference, owner_uuid, status, warehouse_uuid, country, currency, line_count, piece_count,
     demand_skus, demand_pieces, demand_variant_uuid, created_by, created_at, submitted_at, confirmed_at)
   select @provider, order_uuid, 'SO-261101-' || lpad(n::text, 8, '0'), 'W' || n, owner_uuid, 'confirmed', @warehouse, 'US', 'USD', case when n % 4 = 3 then 2 else 1 end,
     case when n % 4 < 2 then 1 else 2 end, case when n % 4 = 3 then 2 else 1 end, case when n % 4 < 2 then 1 else 2 end,
     case when n % 4 <> 3 then variant_uuid end, @user, now(), now(), now()
   from wanted`,
  `insert into order_recipient (provider_uuid, order_uuid, owner_uuid, consignee, address, city, zip)
   select @provider, order_uuid, owner_uuid, 'Alex Example', '1 Example Street', 'Springfield', '62701' from wanted`,
  `insert into order_line (provider_uuid, order_uuid, line_uuid, line_number, owner_uuid, variant_uuid, sku, stock_owner_uuid, quantity)
   select @provider, w.order_uuid, uuidv7(), l.number, w.owner_uuid, l.variant_uuid, l.sku, w.owner_uuid, case when n % 4 = 2 then 2 else 1 end
   from wanted w cross join lateral (select 1 as number, w.variant_uuid, w.sku union all select 2, w.other_uuid, w.other_sku where w.other_uuid is not null) l
  `,
  `insert into order_demand (provider_uuid, order_uuid, demand_number, line_uuid, owner_uuid, variant_uuid, stock_owner_uuid, warehouse_uuid, quantity)
   select l.provider_uuid, l.order_uuid, l.line_number, l.line_uuid, l.owner_uuid, l.variant_uuid, l.stock_owner_uuid, @warehouse, l.quantity
   from order_line l join wanted w on w.order_uuid = l.order_uuid where l.provider_uuid = @provider`,
];

const setSize = 1_000_000;

async function fill(
  client: pg.Client,
  providerUuid: string,
  endedOrders: number,
): Promise<Pick<OrdersGround, "warehouseUuid" | "ownerUuid">> {
  const one = async <T>(text: string, values: unknown[]): Promise<T | undefined> =>
    (await client.query<{ value: T }>(text, values)).rows[0]?.value;
  await client.query("select set_config('app.kind', 'provider', false), set_config('app.provider', $1, false)", [providerUuid]);
  const force = (isForced: boolean) =>
    client.query(orderTables.map((table) => `alter table ${table} ${isForced ? "" : "no "}force row level security`).join("; "));
  await force(false);
  const warehouseUuid = (await one<string>("select uuidv7() as value", [])) ?? "";
  const others = (await one<string[]>("select array(select uuidv7() from generate_series(1, $1)) as value", [ownerCount - 1])) ?? [];
  const owners = [providerUuid, ...others];
  await client.query("select set_config('app.kind', 'gate', false)");
  const userUuid = await one<string>("select user_uuid as value from app_user where username = 'provider01'", []);
  await client.query("select set_config('app.kind', 'provider', false)");
  await client.query("insert into warehouse (provider_uuid, warehouse_uuid, name, code) values ($1, $2, 'Bench', 'BENCH')", [
    providerUuid,
    warehouseUuid,
  ]);
  await client.query(
    "alter table stock_balance disable trigger user; alter table variant disable trigger user; alter table product disable trigger user",
  );
  const given = { provider: providerUuid, warehouse: warehouseUuid, owners, user: userUuid };
  await withoutIndexes(client, async () => {
    for (const text of goods) await runWith(client, text, given);
    for (let from = 1; from <= endedOrders; from += setSize)
      await runWith(client, ended, { ...given, from, to: Math.min(endedOrders, from + setSize - 1) });
  });
  for (let from = 1; from <= endedOrders; from += setSize)
    await runWith(client, recipients, { ...given, from, to: Math.min(endedOrders, from + setSize - 1) });
  for (const text of waiting) await runWith(client, text, given);
  await client.query(
    "alter table stock_balance enable trigger user; alter table variant enable trigger user; alter table product enable trigger user",
  );
  await force(true);
  await client.query(`vacuum (analyze) ${orderTables.join(", ")}`);
  return { warehouseUuid, ownerUuid: others[0] ?? "" };
}

/** A data folder with the demo's accounts and one warehouse with so many orders. Removed when the run ends. */
export function ordersData(endedOrders: number): Promise<OrdersGround> {
  return makeDataFolder("quayside-orders-bench-", async ({ dataDir, ownerUrl, providerUuid }) => ({
    dataDir,
    providerUuid,
    endedOrders,
    ...(await withOwner(ownerUrl, (client) => fill(client, providerUuid, endedOrders))),
  }));
}
