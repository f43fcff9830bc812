import { sql } from "kysely";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import type { RefusalName } from "#src/kit/api/codes.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { createOrder } from "#src/outbound/orders/order-writes.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import type { OrderScope } from "./order-scope.ts";
import { asPlatform } from "./order-scope.ts";

export type LineInput = ParsedInputOf<typeof createOrder>["lines"][number];

/** A product that an order's line may name. */
export interface OrderableVariant {
  variant_uuid: string;
  sku: string;
  title: string;
  stock_owner_uuid: string;
  claim_uuid: string | null;
  declared_name: string;
  declared_name_zh: string;
  hs_code: string;
  origin_country: string;
  declared_value_cents: number | null;
}

/** A line whose product was found. */
export interface ResolvedLine extends Omit<LineInput, "sku" | "variant_uuid"> {
  readonly variant_uuid: string;
  readonly sku: string;
  readonly stock_owner_uuid: string;
  readonly claim_uuid: string | null;
}

/**
 * Finds the products that an owner's orders may name: its own, and those of items that it has claimed, by its own SKU or the provider's. An own product
 * comes before a claimed one of the same SKU.
 * @returns finds a product by uuid, or by SKU without regard to case
 */
export async function findOrderable(
  scope: OrderScope,
  ownerUuid: string,
  { uuids, skus }: { readonly uuids: readonly string[]; readonly skus: readonly string[] },
): Promise<(line: { readonly variant_uuid?: string | undefined; readonly sku?: string | undefined }) => OrderableVariant | undefined> {
  const { providerUuid, tx } = scope;
  const keys = [...new Set(skus.map((sku) => sku.toLowerCase()))];
  const columns = sql`v.variant_uuid, v.sku, coalesce(nullif(v.title, ''), p.title) as title, v.declared_name, v.declared_name_zh, v.hs_code,
    v.origin_country, v.declared_value_cents`;
  const product = sql`join product p on p.provider_uuid = v.provider_uuid and p.product_uuid = v.product_uuid`;
  const usable = sql`v.merged_into_uuid is null and not v.is_archived`;
  const { rows } = await asPlatform(scope, () =>
    sql<OrderableVariant & { by_sku: string | null }>`
      select ${columns}, v.owner_uuid as stock_owner_uuid, null::uuid as claim_uuid, v.sku_key as by_sku, 1 as rank
      from variant v ${product}
      where v.provider_uuid = ${providerUuid} and v.owner_uuid = ${ownerUuid} and ${usable}
        and (v.sku_key = any (${keys}::text[]) or v.variant_uuid = any (${uuids}::uuid[]))
      union all
      select ${columns}, v.owner_uuid, c.claim_uuid, own.sku, own.rank
      from claim c
        join claim_variant cv on cv.provider_uuid = c.provider_uuid and cv.claim_uuid = c.claim_uuid
        join variant v on v.provider_uuid = cv.provider_uuid and v.variant_uuid = cv.variant_uuid ${product}
        cross join lateral (values (lower(cv.own_sku), 2), (v.sku_key, 3)) own (sku, rank)
      where c.provider_uuid = ${providerUuid} and c.retailer_uuid = ${ownerUuid} and c.status = 'active' and ${usable} and own.sku <> ''
        and (own.sku = any (${keys}::text[]) or v.variant_uuid = any (${uuids}::uuid[]))
      order by rank desc`.execute(tx),
  );
  // The lowest rank is set last, and so stays.
  const bySku = new Map(rows.map((row) => [row.by_sku ?? "", row]));
  const byUuid = new Map(rows.map((row) => [row.variant_uuid, row]));
  return ({ variant_uuid, sku = "" }) =>
    variant_uuid === undefined ? bySku.get(sku.toLowerCase()) : byUuid.get(variant_uuid.toLowerCase());
}

/** Fills a line's empty declaration from its product. */
function toResolvedLine(line: LineInput, variant: OrderableVariant): ResolvedLine {
  const { sku: _sku, variant_uuid: _variant, ...rest } = line;
  return {
    ...rest,
    variant_uuid: variant.variant_uuid,
    sku: variant.sku,
    stock_owner_uuid: variant.stock_owner_uuid,
    claim_uuid: variant.claim_uuid,
    title: line.title === "" ? variant.title : line.title,
    declared_name: line.declared_name === "" ? variant.declared_name : line.declared_name,
    declared_name_zh: line.declared_name_zh === "" ? variant.declared_name_zh : line.declared_name_zh,
    hs_code: line.hs_code === "" ? variant.hs_code : line.hs_code,
    origin_country: line.origin_country === "" ? variant.origin_country : line.origin_country,
  };
}

/** Finds the products of an order's lines. One unknown product refuses all lines. */
export async function resolveLines(
  scope: OrderScope,
  ownerUuid: string,
  lines: readonly LineInput[],
): Promise<Result<ResolvedLine[], RefusalName>> {
  if (lines.length === 0) return ok([]);
  const uuids = lines.flatMap(({ variant_uuid }) => (variant_uuid === undefined ? [] : [variant_uuid.toLowerCase()]));
  const skus = lines.flatMap(({ variant_uuid, sku = "" }) => (variant_uuid === undefined ? [sku] : []));
  const find = await findOrderable(scope, ownerUuid, { uuids, skus });
  const resolved: ResolvedLine[] = [];
  for (const line of lines) {
    const variant = find(line);
    if (variant === undefined) return refuse("orders.skuUnknown");
    resolved.push(toResolvedLine(line, variant));
  }
  return ok(resolved);
}

/** Lines of an order to insert. */
export interface LinesOfOrder {
  readonly order_uuid: string;
  readonly owner_uuid: string;
  readonly lines: readonly ResolvedLine[];
}

/** Inserts the lines of any number of orders in one statement. */
export async function insertLines({ tx, providerUuid }: OrderScope, orders: readonly LinesOfOrder[]): Promise<void> {
  const rows = orders.flatMap(({ order_uuid, owner_uuid, lines }) =>
    lines.map((line, index) => ({ ...line, order_uuid, owner_uuid, line_uuid: newId(), line_number: index + 1 })),
  );
  if (rows.length === 0) return;
  await sql`insert into order_line (provider_uuid, order_uuid, line_uuid, line_number, owner_uuid, variant_uuid, sku, stock_owner_uuid, claim_uuid, quantity,
      title, unit_price_cents, declared_name, declared_name_zh, hs_code, origin_country, declared_value_cents, declared_currency)
    select ${providerUuid}::uuid, l.order_uuid, l.line_uuid, l.line_number, l.owner_uuid, l.variant_uuid, l.sku, l.stock_owner_uuid, l.claim_uuid,
      l.quantity, l.title, l.unit_price_cents, l.declared_name, l.declared_name_zh, l.hs_code, l.origin_country, l.declared_value_cents, l.declared_currency
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as l (order_uuid uuid, line_uuid uuid, line_number integer, owner_uuid uuid, variant_uuid uuid,
      sku text, stock_owner_uuid uuid, claim_uuid uuid, quantity integer, title text, unit_price_cents bigint, declared_name text, declared_name_zh text,
      hs_code text, origin_country text, declared_value_cents bigint, declared_currency text)`.execute(tx);
}
