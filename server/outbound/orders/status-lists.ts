import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { openStatuses } from "#src/outbound/orders/orders.machine.ts";
import type { OrderStatus } from "#src/outbound/orders/orders.machine.ts";

/** Writes states as a literal SQL list: the planner matches a partial index only against literals, not against parameters. */
export function listStatuses(statuses: readonly OrderStatus[]): RawBuilder<unknown> {
  return sql.join(statuses.map((status) => sql.lit(status)));
}

/** The states of open orders, as in the partial indexes `sales_order_open` and `sales_order_held`. */
export const openStatusList = listStatuses(openStatuses);

/** The states in which an order may be late, as in the partial index `sales_order_due`. */
export const dueStatusList = listStatuses(openStatuses.filter((status) => status !== "submitted"));
