import type pg from "pg";
import { makeDataFolder, withOwner } from "./data-folder.ts";

export const skuCount = 1_000_000;
const productCount = skuCount / 2;
const locationCount = 20_000;
/** The demo provider's retailers have no goods: each SKU belongs to one of twenty owners, the first being the provider. */
const ownerCount = 20;

/** The database under test. */
export interface StockGround {
  readonly dataDir: string;
  readonly providerUuid: string;
  readonly warehouseUuid: string;
  /** the provider's own */
  readonly skus: readonly string[];
}

/**
 * A data folder with the demo's accounts and a provider with 1,000,000 SKUs, 800,000 of them in one or two of 20,000 locations,
 * with search words and statistics. Removed when the run ends.
 */
export function stockData(): Promise<StockGround> {
  return makeDataFolder("quayside-stock-bench-", async ({ dataDir, ownerUrl, providerUuid }) => ({
    dataDir,
    providerUuid,
    ...(await withOwner(ownerUrl, (client) => fill(client, providerUuid))),
  }));
}

const tables = ["location", "product", "variant", "variant_word", "stock_balance"];
/** Switches the owner's row-level security and triggers off or on. */
const careful = (isCareful: boolean) =>
  tables
    .map(
      (table) => `alter table ${table} ${isCareful ? "" : "no "}force row level security, ${isCareful ? "enable" : "disable"} trigger user`,
    )
    .join("; ");

export const words = [
  "anchor",
  "buoy",
  "cleat",
  "davit",
  "fender",
  "gangway",
  "halyard",
  "jib",
  "keel",
  "lantern",
  "mast",
  "oar",
  "pulley",
  "rope",
  "sail",
  "tiller",
];

const locations = `
  insert into location (provider_uuid, location_uuid, warehouse_uuid, barcode, type, pick_sequence, put_sequence)
  select $1, uuidv7(), $2, 'A-' || n, case when n % 50 = 0 then 'receiving' when n % 3 = 0 then 'reserve' else 'pick' end, n, n
  from generate_series(1, $3::int) n`;

const products = `
  insert into product (provider_uuid, product_uuid, owner_uuid, title)
  select $1, uuidv7(), ($2::uuid[])[1 + n % $3::int], initcap(($4::text[])[1 + n % 16]) || ' ' || (n::bigint * 7919 % 100000) || ' ' || ($4::text[])[1 + n / 16 % 16]
  from generate_series(1, $5::int) n`;

const variants = `
  insert into variant (provider_uuid, variant_uuid, product_uuid, owner_uuid, sku, title, low_stock_quantity)
  select p.provider_uuid, uuidv7(), p.product_uuid, p.owner_uuid, 'Q' || lpad((n * 2 + half)::text, 8, '0') || '-' || (n * 31 % 97), half::text, case when n % 100 = 0 then 60 end
  from (select *, row_number() over () as n from product where provider_uuid = $1) p, generate_series(0, 1) half`;

// The same as search_words, which is called once per product title. Physically ordered as if the SKUs had been inserted one by one.
const variantWords = `
  insert into variant_word (provider_uuid, word, variant_uuid, owner_uuid, begins_sku)
  select v.provider_uuid, w.word, v.variant_uuid, v.owner_uuid, starts_with(v.sku_key, w.word)
  from (select product_uuid, array(select word from search_words(title)) as words from product where provider_uuid = $1) p
    join variant v on v.provider_uuid = $1 and v.product_uuid = p.product_uuid
    cross join lateral (
      select unnest(p.words) union select unnest(string_to_array(v.sku_key, '-')) union select v.title union select v.sku_key
    ) w (word)
  where not exists (select from variant_word known where known.provider_uuid = $1 and known.variant_uuid = v.variant_uuid)
  order by v.variant_uuid`;

const balances = `
  insert into stock_balance (provider_uuid, variant_uuid, warehouse_uuid, location_uuid, owner_uuid, lot, condition, quantity, reserved, since, updated_at)
  select v.provider_uuid, v.variant_uuid, $1, ($2::uuid[])[1 + (n * 13 + part * 7) % $3::int], v.owner_uuid, '',
    case when n % 40 = 0 then 'damaged' else 'good' end, 1 + n % 50, 0, now() - make_interval(days => (n % 300)::int), now()
  from (select *, row_number() over (order by variant_uuid) as n from variant where provider_uuid = $4) v, generate_series(0, 1) part
  where n % 5 <> 0 and (part = 0 or n % 2 = 0)`;

/** Checks foreign keys and the words' keys once at the end instead of for each of six million rows. */
async function withoutKeys(client: pg.Client, work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; owner: string; definition: string }>(
    `select conname as name, conrelid::regclass::text as owner, pg_get_constraintdef(oid) as definition from pg_constraint
     where conrelid = any ($1::regclass[]) and (contype = 'f' or conname = 'variant_word_pkey')`,
    [tables],
  );
  for (const { name, owner } of rows) await client.query(`alter table ${owner} drop constraint ${name}`);
  await work();
  for (const { name, owner, definition } of rows) await client.query(`alter table ${owner} add constraint ${name} ${definition}`);
}

/** Writes the rows as the owner. */
async function fill(client: pg.Client, providerUuid: string): Promise<Pick<StockGround, "warehouseUuid" | "skus">> {
  const ids = async (statement: string, values: unknown[]) => (await client.query<{ ids: string[] }>(statement, values)).rows[0]?.ids ?? [];
  await client.query("select set_config('app.kind', 'provider', false), set_config('app.provider', $1, false)", [providerUuid]);
  await client.query("begin");
  await client.query(careful(false));
  const [warehouseUuid = "", ...others] = await ids("select array(select uuidv7() from generate_series(1, $1)) as ids", [ownerCount]);
  await withoutKeys(client, async () => {
    await client.query("insert into warehouse (provider_uuid, warehouse_uuid, name, code) values ($1, $2, 'Bench', 'BENCH')", [
      providerUuid,
      warehouseUuid,
    ]);
    await client.query(locations, [providerUuid, warehouseUuid, locationCount]);
    await client.query(products, [providerUuid, [providerUuid, ...others], ownerCount, words, productCount]);
    await client.query(variants, [providerUuid]);
    await client.query(variantWords, [providerUuid]);
    const places = await ids("select array_agg(location_uuid order by pick_sequence) as ids from location where warehouse_uuid = $1", [
      warehouseUuid,
    ]);
    await client.query(balances, [warehouseUuid, places, places.length, providerUuid]);
  });
  await client.query(careful(true));
  await client.query("commit");
  await client.query(`vacuum (analyze) ${tables.join(", ")}`);
  const skus = await ids("select array_agg(sku) as ids from variant where owner_uuid = $1", [providerUuid]);
  return { warehouseUuid, skus };
}
