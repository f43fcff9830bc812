import { sql } from "kysely";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { batchModifyReportProvider } from "#src/outbound/orders/order-batches.contract.ts";
import { decideChannel } from "./change-channel.commands.ts";
import type { LockedOrder } from "./locked-orders.commands.ts";
import type { OrderScope } from "./order-scope.ts";
import type { OrderStep } from "./order-steps.commands.ts";

type Input = ParsedInputOf<typeof batchModifyReportProvider>;

/** Whether every order that is declared is one of the batch: an id that is not refuses the whole call. */
export function isDeclaredInBatch({ order_ids, declared }: Input): boolean {
  const named = new Set(order_ids.map((id) => id.toLowerCase()));
  return declared.every(({ order_id }) => named.has(order_id.toLowerCase()));
}

/** Lists the SKUs of orders in lower case, by order. */
async function listSkus({ tx, providerUuid }: OrderScope, orderUuids: readonly string[]): Promise<Map<string, ReadonlySet<string>>> {
  const { rows } = await sql<{ order_uuid: string; skus: string[] }>`
    select order_uuid, array_agg(distinct lower(sku)) as skus from order_line
    where provider_uuid = ${providerUuid} and order_uuid = any (${[...orderUuids]}::uuid[]) group by order_uuid`.execute(tx);
  return new Map(rows.map(({ order_uuid, skus }) => [order_uuid, new Set(skus)]));
}

/** Why an order is not declared: it lacks the SKUs that are named. */
function nameLacking(skus: readonly string[]) {
  const [first = "", ...others] = skus;
  const more = others.length;
  return {
    en_us: more === 0 ? `This order has no line of SKU ${first}` : `This order has no lines of SKU ${first} and ${more} more`,
    zh_cn: more === 0 ? `该订单没有 SKU ${first}` : `该订单没有 SKU ${first} 等 ${more + 1} 个商品`,
  };
}

/** Finds out which orders lack a SKU that is declared of them. */
async function findLacking(
  scope: OrderScope,
  orders: readonly LockedOrder[],
  { declared }: Input,
): Promise<(order: LockedOrder) => readonly string[]> {
  const named = Map.groupBy(declared, ({ order_id }) => order_id.toLowerCase());
  const asked = orders.map(({ order_uuid }) => order_uuid).filter((uuid) => named.has(uuid));
  const skus = asked.length === 0 ? new Map<string, ReadonlySet<string>>() : await listSkus(scope, asked);
  return ({ order_uuid }) => {
    const wanted = (named.get(order_uuid) ?? []).flatMap(({ lines }) => lines.map(({ sku }) => sku));
    return [...new Set(wanted)].filter((sku) => skus.get(order_uuid)?.has(sku.toLowerCase()) !== true);
  };
}

/**
 * Sets the channel of orders, and the customs declaration of their lines by SKU. Empty fields keep what the line has; an order that lacks a SKU that is
 * declared of it is refused.
 */
export const declareStep: OrderStep<Input> = {
  event: "declare",
  decide: async (scope, orders, input) => {
    const listLacking = await findLacking(scope, orders, input);
    const decide = input.channel_id === null ? null : await decideChannel(scope, orders, input.channel_id);
    return (order) => {
      const lacking = listLacking(order);
      if (lacking.length > 0 && order.line_count === 0) return refuse("orders.noLines");
      if (lacking.length > 0) return refuse({ name: "orders.skuUnknown", message: nameLacking(lacking) });
      const set = decide?.(order) ?? ok({});
      return set.ok ? ok({ set: set.value }) : set;
    };
  },
};

/** Saves the declarations of a set of orders. */
export async function saveDeclarations(
  { tx, providerUuid }: OrderScope,
  orderUuids: readonly string[],
  { declared }: Input,
): Promise<void> {
  const own = new Set(orderUuids);
  const rows = declared
    .filter(({ order_id }) => own.has(order_id.toLowerCase()))
    .flatMap(({ order_id, lines }) => lines.map((line) => ({ ...line, order_uuid: order_id.toLowerCase(), sku: line.sku.toLowerCase() })));
  if (rows.length === 0) return;
  await sql`
    update order_line l set declared_name = coalesce(nullif(d.name, ''), l.declared_name), declared_name_zh = coalesce(nullif(d.name_zh, ''), l.declared_name_zh),
      hs_code = coalesce(nullif(d.hs_code, ''), l.hs_code), origin_country = coalesce(nullif(d.origin, ''), l.origin_country),
      declared_value_cents = coalesce(d.value, l.declared_value_cents), declared_currency = coalesce(nullif(d.currency, ''), l.declared_currency)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d (order_uuid uuid, sku text, name text, name_zh text, hs_code text, origin text, value bigint, currency text)
    where l.provider_uuid = ${providerUuid} and l.order_uuid = d.order_uuid and lower(l.sku) = d.sku`.execute(tx);
}
