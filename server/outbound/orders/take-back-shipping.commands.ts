import type { RefusedRow } from "#src/kit/api/batch.ts";
import { getNextStatus } from "#src/outbound/orders/orders.machine.ts";
import { toRefusedRow } from "#server/platform/http/batch.ts";
import { takeBackTracks } from "../waybills/take-back-tracks.commands.ts";
import { listOrdersThatLeft } from "./left-orders.queries.ts";
import { lockOrders, saveOrders } from "./locked-orders.commands.ts";
import type { OrderScope } from "./order-scope.ts";

/**
 * Takes back what was reported of the shipping of orders that are still in the house.
 * @returns the orders that stay as they are, each with the reason: a parcel of it has left, or nothing was reported
 */
export async function takeBackShipping(scope: OrderScope, orderUuids: readonly string[]): Promise<RefusedRow[]> {
  const locked = await lockOrders(scope, orderUuids);
  const left = await listOrdersThatLeft(scope, orderUuids);
  const inHouse = locked.map(({ order_uuid }) => order_uuid).filter((uuid) => !left.has(uuid));
  const tracked = await takeBackTracks(scope, inHouse);
  const refusals = new Map(
    locked.map(({ order_uuid, fulfilment_status, status }) => {
      if (left.has(order_uuid)) return [order_uuid, "bagging.partlyShipped" as const];
      const isSet = fulfilment_status !== "unfulfilled" && getNextStatus(status, "take_back_shipping") !== null;
      return [order_uuid, isSet || tracked.has(order_uuid) ? null : ("orders.wrongState" as const)];
    }),
  );
  // A cancelled order takes no step any more, and what is open of its labels stays open: of it only what was reported is taken back.
  await saveOrders(
    scope,
    locked
      .filter(({ order_uuid, status }) => refusals.get(order_uuid) === null && getNextStatus(status, "take_back_shipping") !== null)
      .map((order) => ({ order, event: "take_back_shipping" as const, set: { fulfilment_status: "unfulfilled" as const } })),
  );
  return [...refusals].flatMap(([uuid, refusal]) => (refusal === null ? [] : [toRefusedRow(uuid, refusal)]));
}
