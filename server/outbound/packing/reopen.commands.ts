import { sql } from "kysely";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { reopenPacking } from "#src/outbound/packing/packing.contract.ts";
import type { StepScope, TakenStep } from "#server/platform/services.ts";
import { lockOrder, saveOrders } from "../orders/locked-orders.commands.ts";
import { asPlatform } from "../orders/order-scope.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { publishPacking } from "./pack.commands.ts";

/** Voids the parcels of orders that are locked. Returns the orders that had some. */
async function voidParcels(
  { tx, providerUuid, now }: Pick<OrderScope, "tx" | "providerUuid" | "now">,
  orderUuids: readonly string[],
): Promise<{ order_uuid: string; warehouse_uuid: string }[]> {
  const { rows } = await sql<{ order_uuid: string; warehouse_uuid: string }>`
    with ended as (
      update parcel set status = 'voided', voided_at = ${now}, version = version + 1
      where provider_uuid = ${providerUuid} and order_uuid = any (${[...orderUuids]}::uuid[]) and status not in ('voided', 'handed_over')
      returning order_uuid, warehouse_uuid
    ) select distinct order_uuid, warehouse_uuid from ended order by order_uuid`.execute(tx);
  return rows;
}

/** Unpacks an order: it is reviewed again. */
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
  // Last: its parcels are taken out of their bags by the step.
  await voidParcels(scope, [order.order_uuid]);
  await publishPacking(scope, order);
  return ok(order.order_uuid);
}

/** Voids the parcels of orders that steps took out of their wave: kicked or cancelled. */
export async function voidLeftParcels(scope: StepScope, steps: readonly TakenStep[]): Promise<void> {
  const { tx, providerUuid, now } = scope;
  const left = steps.filter(({ event }) => event === "leave_wave" || event === "accept_cancel");
  if (left.length === 0) return;
  await asPlatform(scope, async () => {
    const voided = await voidParcels(
      { tx, providerUuid, now },
      left.map(({ order_uuid }) => order_uuid),
    );
    for (const order of voided) await publishPacking({ tx, providerUuid }, order);
  });
}
