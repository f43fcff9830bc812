import { sql } from "kysely";
import { exactTotalLimit } from "#src/kit/api/list.ts";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import type { countOrders } from "#src/outbound/orders/orders.contract.ts";
import { openStatuses, orderStatuses } from "#src/outbound/orders/orders.machine.ts";
import type { OrderKind } from "#src/outbound/orders/orders.rules.ts";
import type { OrderScope } from "./order-scope.ts";
import { openStatusList } from "./status-lists.ts";

/** Counts orders by status, each up to 10,000: each count walks its part of an index, and stops there. */
export async function countByStatus(
  { tx, providerUuid, retailerUuid }: Pick<OrderScope, "tx" | "providerUuid" | "retailerUuid">,
  kind: OrderKind | undefined,
): Promise<OutputOf<typeof countOrders>> {
  const own = retailerUuid === null ? sql`` : sql`and o.owner_uuid = ${retailerUuid}`;
  const ofKind = kind === undefined ? sql`` : sql`and o.kind = ${kind}`;
  const limit = sql.lit(exactTotalLimit);
  const { rows } = await sql<{ status: (typeof orderStatuses)[number]; orders: number; held: number }>`
    select s.status,
      (select count(*) from (select from sales_order o where o.provider_uuid = ${providerUuid} and o.status = s.status ${own} ${ofKind} limit ${limit}) few) as orders,
      case when s.status = any (${[...openStatuses]}::text[]) then (select count(*) from (select from sales_order o
        where o.provider_uuid = ${providerUuid} and o.status = s.status and o.holds <> '{}'
          and o.status in (${openStatusList}) ${own} ${ofKind} limit ${limit}) few) else 0 end as held
    from unnest(${[...orderStatuses]}::text[]) with ordinality s (status, rank) order by s.rank`.execute(tx);
  return { result: rows, is_exact: rows.every(({ orders }) => orders < exactTotalLimit) };
}
