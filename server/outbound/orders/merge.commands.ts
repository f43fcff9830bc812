import { sql } from "kysely";
import type { RefusalName } from "#src/kit/api/codes.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { canDo, getNextStatus } from "#src/outbound/orders/orders.machine.ts";
import { mostLines, normalizeAddress } from "#src/outbound/orders/orders.rules.ts";
import { releaseStockOf } from "./allocate.commands.ts";
import { deleteDemand } from "./demand.commands.ts";
import { lockOrders, saveOrders } from "./locked-orders.commands.ts";
import type { LockedOrder } from "./locked-orders.commands.ts";
import type { OrderScope } from "./order-scope.ts";
import { allocateAnew, copyAllLines } from "./split.commands.ts";

interface AddressRow {
  consignee: string;
  address: string;
  city: string;
  state: string;
  zip: string;
}

/** Whether orders go to one person at one address. */
async function haveOneAddress({ tx, providerUuid }: OrderScope, orderUuids: readonly string[]): Promise<boolean> {
  const { rows } = await sql<AddressRow>`
    select consignee, address, city, state, zip from order_recipient
    where provider_uuid = ${providerUuid} and order_uuid = any (${[...orderUuids]}::uuid[])`.execute(tx);
  const addresses = new Set(
    rows.map(({ consignee, address, city, state, zip }) => normalizeAddress([consignee, address, city, state, zip])),
  );
  return rows.length === orderUuids.length && addresses.size === 1;
}

/** Returns why locked orders cannot be merged, besides their address. */
function findMergeRefusal(orders: readonly LockedOrder[], role: OrderScope["role"]): RefusalName | null {
  const [first] = orders;
  if (first === undefined || role === "system") return "notFound";
  if (orders.some(({ status }) => !canDo(role, "merge", status))) return "orders.wrongState";
  // What is submitted is confirmed as a whole; what is confirmed stays confirmed.
  const isSame = orders.every(
    ({ owner_uuid, warehouse_uuid, kind, country, status }) =>
      owner_uuid === first.owner_uuid &&
      warehouse_uuid === first.warehouse_uuid &&
      kind === first.kind &&
      country === first.country &&
      getNextStatus(status, "merge") === getNextStatus(first.status, "merge"),
  );
  if (!isSame) return "orders.differentAddress";
  return orders.reduce((sum, { line_count }) => sum + line_count, 0) > mostLines ? "orders.tooManyLines" : null;
}

/**
 * Merges orders of one owner to the same address and warehouse into the first of them. What was reserved is released, and the merged order gets stock
 * again; holds of any of them stay.
 * @returns the order that the others were merged into
 */
export async function merge(scope: OrderScope, orderIds: readonly string[]): Promise<Result<LockedOrder, RefusalName>> {
  const uuids = [...new Set(orderIds.map((id) => id.toLowerCase()))];
  const found = new Map((await lockOrders(scope, uuids)).map((order) => [order.order_uuid, order]));
  const orders = uuids.flatMap((uuid) => found.get(uuid) ?? []);
  if (orders.length < uuids.length) return refuse("notFound");
  const refusal = findMergeRefusal(orders, scope.role);
  if (refusal !== null) return refuse(refusal);
  const [target, ...others] = orders;
  if (target === undefined || others.length === 0 || !(await haveOneAddress(scope, uuids))) return refuse("orders.differentAddress");
  await releaseStockOf(scope, orders);
  await deleteDemand(scope, uuids);
  const otherUuids = others.map(({ order_uuid }) => order_uuid);
  await copyAllLines(scope, otherUuids, target.order_uuid);
  const status = getNextStatus(target.status, "merge") ?? target.status;
  const holds = [...new Set(orders.flatMap((order) => order.holds))];
  const counts = {
    line_count: orders.reduce((sum, { line_count }) => sum + line_count, 0),
    piece_count: orders.reduce((sum, { piece_count }) => sum + piece_count, 0),
  };
  const [saved] = await saveOrders(scope, [
    { order: target, event: "merge", set: { status, holds, allocated_at: null, ...counts } },
    ...others.map((order) => ({
      order,
      event: "merge_into" as const,
      set: { status: "merged" as const, merged_into_uuid: target.order_uuid, ended_at: scope.now, holds: [] },
      detail: { other_order: target.order_number },
    })),
  ]);
  if (saved === undefined) throw new Error("orders: a merged order was not saved");
  if (status === "confirmed") await allocateAnew(scope, [target.order_uuid]);
  return ok(saved);
}
