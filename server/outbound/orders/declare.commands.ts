import { sql } from "kysely";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok } from "#src/kit/lib/result.ts";
import type { batchModifyReportProvider } from "#src/outbound/orders/order-batches.contract.ts";
import { decideChannel } from "./change-channel.commands.ts";
import type { OrderStep } from "./order-steps.commands.ts";

type Input = ParsedInputOf<typeof batchModifyReportProvider>;

/** Sets the customs declaration of orders' lines by SKU. Empty fields keep what the line has; SKUs that an order does not have are ignored. */
export const declareStep: OrderStep<Input> = {
  event: "declare",
  decide: async (scope, orders, { channel_id }) => {
    if (channel_id === null) return () => ok({ set: {} });
    const decide = await decideChannel(scope, orders, channel_id);
    return (order) => {
      const set = decide(order);
      return set.ok ? ok({ set: set.value }) : set;
    };
  },
};

/** Saves the declarations of a set of orders. */
export async function saveDeclarations(
  { tx, providerUuid }: Parameters<NonNullable<(typeof declareStep)["after"]>>[0],
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
