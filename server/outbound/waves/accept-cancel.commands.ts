import type { RefusedRow } from "#src/kit/api/batch.ts";
import type { RefusalName } from "#src/kit/api/codes.ts";
import { getNextStatus } from "#src/outbound/orders/orders.machine.ts";
import { toRefusedRow } from "#server/platform/http/batch.ts";
import { releaseStockOf } from "../orders/allocate.commands.ts";
import { deleteDemand } from "../orders/demand.commands.ts";
import { lockOrders } from "../orders/locked-orders.commands.ts";
import type { LockedOrder } from "../orders/locked-orders.commands.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { leaveWave } from "./leave-wave.commands.ts";
import { lockWave } from "./locked-waves.commands.ts";

/** Why an order's wish cannot be accepted; null if it can. */
function getRefusal({ wave_uuid, status, holds, fulfilment_status }: LockedOrder): RefusalName | null {
  // An order that was shipped keeps its wave.
  if (wave_uuid === null || getNextStatus(status, "accept_cancel") === null) return "orders.wrongState";
  if (fulfilment_status !== "unfulfilled") return "bagging.partlyShipped";
  return holds.includes("cancel") ? null : "orders.notHeld";
}

/**
 * Cancels orders in waves whose owner asked for it. They leave their waves, and all their stock is released: what lies in a tote is what must go back to a
 * shelf.
 */
export async function acceptCancels(scope: OrderScope, orderUuids: readonly string[]): Promise<RefusedRow[]> {
  const locked = await lockOrders(scope, orderUuids);
  const found = new Set(locked.map(({ order_uuid }) => order_uuid));
  const failed = orderUuids.filter((uuid) => !found.has(uuid)).map((uuid) => toRefusedRow(uuid, "notFound"));
  const accepted: LockedOrder[] = [];
  for (const order of locked) {
    const refusal = getRefusal(order);
    if (refusal === null) accepted.push(order);
    else failed.push(toRefusedRow(order.order_uuid, refusal));
  }
  const byWave = Map.groupBy(accepted, ({ wave_uuid }) => wave_uuid ?? "");
  for (const waveUuid of [...byWave.keys()].toSorted()) {
    const wave = await lockWave(scope, waveUuid);
    if (wave === null) throw new Error("waves: the wave of an order is missing");
    await leaveWave(scope, wave, byWave.get(waveUuid) ?? [], { event: "accept_cancel", reason: "" });
  }
  await releaseStockOf(scope, accepted);
  await deleteDemand(
    scope,
    accepted.map(({ order_uuid }) => order_uuid),
  );
  return failed;
}
