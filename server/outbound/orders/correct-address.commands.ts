import { sql } from "kysely";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { canDo } from "#src/outbound/orders/orders.machine.ts";
import { saveOrders } from "./locked-orders.commands.ts";
import type { LockedOrder } from "./locked-orders.commands.ts";
import type { OrderScope } from "./order-scope.ts";

/** Who receives an order. The country is not among it: channel and price depend on it. */
export interface Recipient {
  readonly consignee: string;
  readonly phone: string;
  readonly mobile: string;
  readonly email: string;
  readonly address: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
}

/** Corrects the recipient of a locked order that is with the supplier and not in a wave. @returns the order as it is now */
export async function correctAddress(
  scope: OrderScope,
  order: LockedOrder,
  { consignee, phone, mobile, email, address, city, state, zip }: Recipient,
): Promise<Result<LockedOrder, "orders.wrongState">> {
  const { tx, providerUuid, role } = scope;
  if (role === "system" || !canDo(role, "correct_address", order.status)) return refuse("orders.wrongState");
  await sql`
    update order_recipient set consignee = ${consignee}, phone = ${phone}, mobile = ${mobile}, email = ${email}, address = ${address}, city = ${city},
      state = ${state}, zip = ${zip}
    where provider_uuid = ${providerUuid} and order_uuid = ${order.order_uuid}`.execute(tx);
  const [now] = await saveOrders(scope, [{ order, event: "correct_address", set: {} }]);
  if (now === undefined) throw new Error("orders: an order with a corrected address was not saved");
  return ok(now);
}
