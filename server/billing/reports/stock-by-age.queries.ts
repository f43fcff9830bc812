import { sql } from "kysely";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import type { AgeFigures, AgeRow, reportStockByAge } from "#src/billing/reports/reports.contract.ts";
import type { AgeGrouping } from "#src/billing/reports/reports.rules.ts";
import { ageBounds } from "#src/warehouse/stock/stock.rules.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { countStockedSkus } from "#server/warehouse/stock/stocked-skus.queries.ts";
import { mostRows, raiseWorkMemory, limitRows } from "./report-scope.ts";
import type { ReportScope } from "./report-scope.ts";

const dayMs = 86_400_000;

/** The stock of one key in one currency and age bucket; the currency is null if the pieces have no declared value. */
interface Part {
  readonly key: string;
  readonly currency: string | null;
  /** index in `ageBuckets` */
  readonly bucket: number;
  readonly quantity: number;
  readonly cents: number;
}

interface Named {
  readonly key: string;
  readonly name: string;
  readonly owner_uuid: string | null;
  readonly owner_name: string;
}

/** The key that a balance `b` counts towards. */
const keys = {
  retailer: sql`b.owner_uuid`,
  warehouse: sql`b.warehouse_uuid`,
  sku: sql`b.variant_uuid`,
} as const satisfies Record<AgeGrouping, unknown>;

/** Selects the age bucket of a balance `b`. Ages are whole days, as on the stock screen. */
function selectBucket(now: Date) {
  // Younger than a number of days: arrived after that moment.
  const cases = ageBounds.map((days, at) => sql`when b.since > ${new Date(now.getTime() - days * dayMs)}::timestamptz then ${sql.lit(at)}`);
  return sql`case ${sql.join(cases, sql` `)} else ${sql.lit(ageBounds.length)} end`;
}

/** Filters the balances of the scope. */
function filterBalances({ providerUuid, warehouseUuid, ownerUuid }: ReportScope) {
  const inWarehouse = warehouseUuid === null ? sql`` : sql`and b.warehouse_uuid = ${warehouseUuid}`;
  const ofOwner = ownerUuid === null ? sql`` : sql`and b.owner_uuid = ${ownerUuid}`;
  return sql`b.provider_uuid = ${providerUuid} and b.quantity > 0 ${inWarehouse} ${ofOwner}`;
}

const createFigures = (): AgeFigures => ({
  sku_count: 0,
  quantity: 0,
  by_age: [0, ...ageBounds.map(() => 0)],
  value: [],
  unvalued_quantity: 0,
});

function addPart(sum: AgeFigures, part: Part): AgeFigures {
  const { currency: of, bucket, cents, quantity } = part;
  const known = sum.value.find((one) => one.currency === of)?.cents ?? 0;
  const others = sum.value.filter((one) => one.currency !== of);
  const value = of === null ? sum.value : [...others, { currency: of, cents: known + cents }];
  return {
    sku_count: sum.sku_count,
    quantity: sum.quantity + quantity,
    by_age: sum.by_age.map((pieces, at) => (at === bucket ? pieces + quantity : pieces)),
    value: value.toSorted((a, b) => (a.currency < b.currency ? -1 : 1)),
    unvalued_quantity: sum.unvalued_quantity + (of === null ? quantity : 0),
  };
}

/** Sums parts, without counting SKUs. */
const sumParts = (parts: readonly Part[]) => parts.reduce(addPart, createFigures());

async function readNames(tx: Tx, providerUuid: string, by: AgeGrouping, uuids: readonly string[]): Promise<Map<string, Named>> {
  const statements = {
    retailer: sql<Named>`select k.key, coalesce(r.name, p.name, '') as name, k.key as owner_uuid, coalesce(r.name, p.name, '') as owner_name
      from unnest(${uuids}::uuid[]) as k (key) left join retailer r on r.retailer_uuid = k.key left join provider p on p.provider_uuid = k.key`,
    warehouse: sql<Named>`select warehouse_uuid as key, name, null as owner_uuid, '' as owner_name from warehouse
      where provider_uuid = ${providerUuid} and warehouse_uuid = any (${uuids}::uuid[])`,
    sku: sql<Named>`select v.variant_uuid as key, v.sku as name, v.owner_uuid, coalesce(r.name, p.name, '') as owner_name
      from variant v left join retailer r on r.retailer_uuid = v.owner_uuid left join provider p on p.provider_uuid = v.owner_uuid
      where v.provider_uuid = ${providerUuid} and v.variant_uuid = any (${uuids}::uuid[])`,
  };
  const { rows } = await statements[by].execute(tx);
  return new Map(rows.map((row) => [row.key, row]));
}

/** Lists the SKUs with the most pieces, one more than is shown, and the total number of SKUs. */
async function listTopSkus(tx: Tx, scope: ReportScope): Promise<{ uuids: string[]; skus: number }> {
  const { rows } = await sql<{ variant_uuid: string; skus: number }>`
    select b.variant_uuid, count(*) over () as skus from stock_balance b where ${filterBalances(scope)}
    group by 1 order by sum(b.quantity) desc, 1 limit ${mostRows + 1}`.execute(tx);
  return { uuids: rows.map(({ variant_uuid }) => variant_uuid), skus: rows[0]?.skus ?? 0 };
}

/**
 * Sums the stock: a part for each key and currency.
 * @param among these SKUs alone; all if omitted
 */
async function readParts(tx: Tx, scope: ReportScope, by: AgeGrouping, now: Date, among?: readonly string[]): Promise<Part[]> {
  const alone = among === undefined ? sql`` : sql`and b.variant_uuid = any (${among}::uuid[])`;
  // Joins each balance with its SKU directly, which PostgreSQL parallelizes; aggregating by SKU first runs in one process (1.3 s and 2.7 s for 1,200,000).
  // Ages as a key instead of one sum per bucket take a sixth less CPU time.
  await raiseWorkMemory(tx);
  const { rows } = await sql<Part>`
    select ${keys[by]} as key, case when v.declared_value_cents is not null then v.currency end as currency, ${selectBucket(now)} as bucket,
      sum(b.quantity)::bigint as quantity, coalesce(sum(b.quantity::bigint * v.declared_value_cents), 0)::bigint as cents
    from stock_balance b left join variant v on v.provider_uuid = b.provider_uuid and v.variant_uuid = b.variant_uuid
    where ${filterBalances(scope)} ${alone} group by 1, 2, 3`.execute(tx);
  return rows;
}

type Counted = Exclude<AgeGrouping, "sku">;

/** Counts SKUs; one in two warehouses counts once. */
async function countSkus(tx: Tx, scope: ReportScope): Promise<number> {
  const { rows } = await sql<{ skus: number }>`
    select count(*) as skus from (select b.variant_uuid from stock_balance b where ${filterBalances(scope)} group by 1) s`.execute(tx);
  return rows[0]?.skus ?? 0;
}

type Unnamed = AgeFigures & { readonly key: string };
interface Figures {
  readonly rows: readonly Unnamed[];
  readonly total: AgeFigures;
}

const groupByKey = (parts: readonly Part[], counts: ReadonlyMap<string, number> | null): Unnamed[] =>
  [...Map.groupBy(parts, ({ key }) => key)].map(([key, of]) => ({ ...sumParts(of), key, sku_count: counts?.get(key) ?? 1 }));

/** Reads the SKUs with the most pieces, and the total of all. */
async function readSkuFigures(tx: Tx, scope: ReportScope, now: Date): Promise<Figures> {
  const { uuids, skus } = await listTopSkus(tx, scope);
  const most = await readParts(tx, scope, "sku", now, uuids);
  const total = { ...sumParts(await readParts(tx, scope, "retailer", now)), sku_count: skus };
  return { rows: groupByKey(most, null), total };
}

async function readFiguresBy(tx: Tx, scope: ReportScope, by: Counted, now: Date): Promise<Figures> {
  const parts = await readParts(tx, scope, by, now);
  const { providerUuid, warehouseUuid, ownerUuid } = scope;
  const counted = { providerUuid, warehouseUuid, ownerUuids: ownerUuid === null ? null : [ownerUuid] };
  const counts = await countStockedSkus(tx, counted, by === "retailer" ? "owner" : "warehouse");
  // A SKU has one owner, but may be in two warehouses.
  const isOnce = by === "retailer" || counts.size < 2;
  const sku_count = isOnce ? [...counts.values()].reduce((sum, skus) => sum + skus, 0) : await countSkus(tx, scope);
  return { rows: groupByKey(parts, counts), total: { ...sumParts(parts), sku_count } };
}

/** Reports stock by age and value, most pieces first. */
export async function readStockByAge(tx: Tx, scope: ReportScope, by: AgeGrouping, now: Date): Promise<OutputOf<typeof reportStockByAge>> {
  const { rows, total } = by === "sku" ? await readSkuFigures(tx, scope, now) : await readFiguresBy(tx, scope, by, now);
  const { result, is_complete } = limitRows(rows.toSorted((a, b) => b.quantity - a.quantity || (a.key < b.key ? -1 : 1)));
  const uuids = result.map(({ key }) => key);
  const names = await readNames(tx, scope.providerUuid, by, uuids);
  const named = result.map((row): AgeRow => ({ name: "", owner_uuid: null, owner_name: "", ...names.get(row.key), ...row }));
  return { result: named, is_complete, total };
}
