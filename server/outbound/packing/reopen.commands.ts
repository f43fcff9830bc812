import { sql } from "kysely";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { reopenPacking } from "#src/outbound/packing/packing.contract.ts";
import type { StepScope, TakenStep } from "#server/platform/services.ts";
import { takeBackWork } from "#server/warehouse/work/work.commands.ts";
import { lockOrder, saveOrders } from "../orders/locked-orders.commands.ts";
import { asPlatform } from "../orders/order-scope.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { publishPacking } from "./pack.commands.ts";

/** Voids the parcels of orders that are locked, and returns them. */
async function voidParcels(
  { tx, providerUuid, now }: Pick<OrderScope, "tx" | "providerUuid" | "now">,
  orderUuids: readonly string[],
): Promise<{ parcel_uuid: string; order_uuid: string; warehouse_uuid: string }[]> {
  const { rows } = await sql<{ parcel_uuid: string; order_uuid: string; warehouse_uuid: string }>`
    update parcel set status = 'voided', voided_at = ${now}, version = version + 1
    where provider_uuid = ${providerUuid} and order_uuid = any (${[...orderUuids]}::uuid[]) and status not in ('voided', 'handed_over')
    returning parcel_uuid, order_uuid, warehouse_uuid`.execute(tx);
  return rows;
}

/** The steps after which an order no longer has parcels. */
const leaving: ReadonlySet<string> = new Set(["leave_wave", "accept_cancel", "reopen_packing"]);

/** Unpacks an order: its status is reviewed again. Its retailer does not pay for packing it twice. */
export async function reopen(
  scope: OrderScope,
  { order_uuid }: ParsedInputOf<typeof reopenPacking>,
): Promise<Result<string, "notFound" | "packing.notPacked" | "bagging.partlyShipped">> {
  const order = await lockOrder(scope, order_uuid);
  if (order === null) return refuse("notFound");
  if (order.status !== "packed" && order.status !== "weighed" && order.status !== "bagged") return refuse("packing.notPacked");
  // What has left cannot be unpacked, and an order is not packed in part.
  if (order.fulfilment_status !== "unfulfilled") return refuse("bagging.partlyShipped");
  await saveOrders(scope, [{ order, event: "reopen_packing", set: { status: "reviewed" } }]);
  return ok(order.order_uuid);
}

/** Voids the parcels of orders that were unpacked, kicked or cancelled, once they are out of their bags. */
export async function voidLeftParcels(scope: StepScope, steps: readonly TakenStep[]): Promise<void> {
  const { tx, providerUuid, now } = scope;
  const events = new Map(steps.map(({ order_uuid, event }) => [order_uuid, event]));
  const left = [...events].filter(([, event]) => leaving.has(event)).map(([uuid]) => uuid);
  if (left.length === 0) return;
  await asPlatform(scope, async () => {
    const voided = await voidParcels({ tx, providerUuid, now }, left);
    const orders = new Map(voided.map((parcel) => [parcel.order_uuid, parcel]));
    for (const order of orders.values()) await publishPacking({ tx, providerUuid }, order);
    // A retailer does not pay for packing the same order twice, nor for the labels of its voided parcels; a label that the carrier issues later is not recorded.
    // `takeBackLeftWork` decides what else is taken back of an order that left its wave.
    const unpacked = voided.filter(({ order_uuid }) => events.get(order_uuid) === "reopen_packing");
    if (unpacked.length > 0)
      await takeBackWork(
        scope,
        [...new Set(unpacked.map(({ order_uuid }) => order_uuid))],
        unpacked.map(({ parcel_uuid }) => parcel_uuid),
      );
  });
}
