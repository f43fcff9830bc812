import { sql } from "kysely";
import { writeLabelReason } from "#src/outbound/waybills/label-reason.rules.ts";
import { isRefusedChannel } from "#src/outbound/waybills/waybills.rules.ts";
import { openCase, resolveCases } from "../exceptions/exception-case.commands.ts";
import { listWithFailedLabel } from "../exceptions/failed-labels.queries.ts";
import { lockOrder } from "../orders/locked-orders.commands.ts";
import { asPlatform } from "../orders/order-scope.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import type { LockedWaybill } from "./locked-waybills.commands.ts";
import type { WaybillProblem } from "./new-waybill.queries.ts";

/* Exceptions of waybills that failed. An order is locked before its waybills, as everywhere. */

type TroubleScope = Pick<OrderScope, "tx" | "acting" | "providerUuid" | "retailerUuid" | "userUuid" | "now">;

const types = ["label_failed", "channel_refused"] as const;

/** Locks the order of a waybill that may fail for good, before the waybill. */
export async function lockOrderOfWaybill(scope: OrderScope, waybillUuid: string): Promise<void> {
  const { tx, providerUuid } = scope;
  const { rows } = await sql<{ order_uuid: string }>`
    select order_uuid from waybill where provider_uuid = ${providerUuid} and waybill_uuid = ${waybillUuid}`.execute(tx);
  for (const { order_uuid } of rows) await lockOrder(scope, order_uuid);
}

/** Opens the exception of a waybill that failed for good, has no label, or is not void as it should be. Its order is locked. */
export async function openTrouble(
  scope: TroubleScope,
  { order_uuid, warehouse_uuid, parcel_number }: LockedWaybill,
  problem: WaybillProblem,
  isLabel = false,
): Promise<void> {
  const { rows } = await sql<{ owner_uuid: string }>`
    select owner_uuid from sales_order where provider_uuid = ${scope.providerUuid} and order_uuid = ${order_uuid}`.execute(scope.tx);
  const [order] = rows;
  if (order === undefined) return;
  const reason = writeLabelReason(parcel_number, problem);
  const type = !isLabel && isRefusedChannel(problem.kind) ? "channel_refused" : "label_failed";
  await openCase(scope, { type, order_uuid, owner_uuid: order.owner_uuid, warehouse_uuid, reason });
}

/** Locks those orders of waybills that have an exception about their labels, in the order of their uuids. @returns their uuids */
export async function lockOrdersInTrouble(scope: TroubleScope, waybillUuids: readonly string[]): Promise<string[]> {
  const { tx, providerUuid } = scope;
  return asPlatform(scope, async () => {
    const { rows } = await sql<{ order_uuid: string }>`
      select o.order_uuid from sales_order o
      where o.provider_uuid = ${providerUuid}
        and o.order_uuid = any (array(select w.order_uuid from waybill w
          where w.provider_uuid = ${providerUuid} and w.waybill_uuid = any (${[...waybillUuids]}::uuid[])))
        and exists (select from exception_case c where c.provider_uuid = o.provider_uuid and c.order_uuid = o.order_uuid
          and c.type = any (${[...types]}::text[]) and c.status in ('open', 'assigned', 'waiting_retailer'))
      order by o.order_uuid for no key update`.execute(tx);
    return rows.map(({ order_uuid }) => order_uuid);
  });
}

/** Resolves the label exceptions of locked orders that no longer have a wrong label. */
export async function endTrouble(scope: TroubleScope, orderUuids: readonly string[], resolution: "relabelled" | "other"): Promise<void> {
  if (orderUuids.length === 0) return;
  const stillWrong = await listWithFailedLabel(scope, orderUuids);
  await resolveCases(
    scope,
    orderUuids.filter((uuid) => !stillWrong.has(uuid)),
    { types, resolution },
  );
}
