import { z } from "zod";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { emptyPage } from "#src/kit/api/list.ts";
import type { Page } from "#src/kit/api/list.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { OrderRow, queryOrderElements } from "#src/outbound/orders/orders.contract.ts";
import { orderStatuses } from "#src/outbound/orders/orders.machine.ts";
import { fulfilmentStatuses, orderKinds, paymentStatuses } from "#src/outbound/orders/orders.rules.ts";
import type { OrderKind } from "#src/outbound/orders/orders.rules.ts";
import { listOrderPage, selectOrders } from "./orders.queries.ts";
import type { OrderScope } from "./order-scope.ts";

type Pairs = ParsedInputOf<typeof queryOrderElements>;

const columns = {
  order_id: "sales_order.order_uuid",
  order_number: "sales_order.order_number",
  reference: "sales_order.reference_key",
  status: "sales_order.status",
  payment_status: "sales_order.payment_status",
  fulfilment_status: "sales_order.fulfilment_status",
  country: "sales_order.country",
  kind: "sales_order.kind",
} as const satisfies Record<Pairs["field"][number], string>;

const words: Partial<Record<Pairs["field"][number], readonly string[]>> = {
  status: orderStatuses,
  payment_status: paymentStatuses,
  fulfilment_status: fulfilmentStatuses,
  kind: orderKinds,
};

/** Converts a value to how its column stores it; null if nothing can match it. */
function toStored(field: Pairs["field"][number], value: string): string | null {
  if (field === "order_id") return z.uuid().safeParse(value).success ? value.toLowerCase() : null;
  if (field === "reference") return value.toLowerCase();
  if (field === "order_number" || field === "country") return value.toUpperCase();
  return words[field]?.includes(value) === true ? value : null;
}

/**
 * Lists the orders whose fields have the given values, newest first; without pairs all of them. A value that nothing can have matches nothing.
 * @param kind the kind of the call's list; null for both
 */
export async function listByPairs(
  scope: OrderScope,
  { field, value, cur_page, page_size, cursor }: Pairs,
  kind: OrderKind | null,
): Promise<Result<Page<OrderRow>, "parameterError">> {
  if (field.length !== value.length) return refuse("parameterError");
  const pairs = field.map((name, at) => ({ column: columns[name], stored: toStored(name, value[at] ?? "") }));
  if (pairs.some(({ stored }) => stored === null)) return ok(emptyPage());
  let rows = selectOrders(scope).$if(kind !== null, (all) => all.where("sales_order.kind", "=", kind ?? ""));
  for (const { column, stored } of pairs) rows = rows.where(column, "=", stored ?? "");
  return listOrderPage(scope, rows, "-created", { cur_page, page_size, cursor });
}
