import { sql } from "kysely";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { reportDamaged, reportWeight } from "#src/outbound/packing/packing.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import type { LedgerRefusal } from "#server/warehouse/stock/ledger.commands.ts";
import { openCases } from "../exceptions/exception-case.commands.ts";
import { orderSource } from "../orders/allocate.commands.ts";
import { markReserved } from "../orders/demand.commands.ts";
import { lockOrder } from "../orders/locked-orders.commands.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { setApart } from "../picking/set-apart.commands.ts";
import { leaveWave } from "../waves/leave-wave.commands.ts";
import { lockWave } from "../waves/locked-waves.commands.ts";
import { publishPacking } from "./pack.commands.ts";

/**
 * Reports that pieces of a reviewed order are damaged: they are set apart, an exception is opened, and the order leaves its wave and waits for others. What else
 * it has stays its own at the packing location. A packed order is unpacked first.
 * @returns the order's uuid
 */
export async function reportDamagedPieces(
  scope: OrderScope,
  { order_uuid, variant_uuid, lot, quantity }: ParsedInputOf<typeof reportDamaged>,
): Promise<Result<string, "notFound" | "packing.orderLeft" | "packing.packedAlready" | "packing.tooManyPieces" | LedgerRefusal>> {
  const { tx, providerUuid } = scope;
  const order = await lockOrder(scope, order_uuid);
  if (order === null) return refuse("notFound");
  if (order.status === "packed" || order.status === "weighed") return refuse("packing.packedAlready");
  if (order.status !== "reviewed" || order.wave_uuid === null) return refuse("packing.orderLeft");
  const { rows } = await sql<{ pieces: number }>`
    select coalesce(sum(quantity), 0)::integer as pieces from reservation
    where provider_uuid = ${providerUuid} and source_type = ${orderSource} and source_uuid = ${order_uuid} and variant_uuid = ${variant_uuid} and lot = ${lot}
      and status = 'open'`.execute(tx);
  if ((rows[0]?.pieces ?? 0) < quantity) return refuse("packing.tooManyPieces");
  const wave = await lockWave(scope, order.wave_uuid);
  if (wave === null) throw new Error("packing: the wave of an order is missing");
  const reason = "damaged";
  const apart = await setApart(scope, order, { type: "packing-damaged", uuid: newId() }, { variant_uuid, lot, quantity, reason });
  if (!apart.ok) return apart;
  await leaveWave(scope, wave, [order], {
    event: "pick_short",
    reason,
    missing: { variant_uuid, location_uuid: apart.value, quantity, reason },
  });
  await markReserved(scope, [order.order_uuid], false);
  await publishPacking(scope, order);
  // Stock is allocated at once: other locations may have it.
  await scope.followUps.stockFreed(tx, providerUuid, [variant_uuid]);
  return ok(order.order_uuid);
}

/** Opens an exception for a parcel whose weight is not as expected. The parcel stays closed. @returns its order and the exception's number */
export async function reportWeightOff(
  scope: OrderScope,
  { parcel_uuid, measured_grams }: ParsedInputOf<typeof reportWeight>,
): Promise<Result<{ orderUuid: string; exceptionNumber: string }, "notFound" | "packing.voided" | "packing.weighedAlready">> {
  const { tx, providerUuid } = scope;
  const find = () =>
    sql<{ order_uuid: string; parcel_number: string; status: string; expected_grams: number | null }>`
      select order_uuid, parcel_number, status, expected_grams from parcel
      where provider_uuid = ${providerUuid} and parcel_uuid = ${parcel_uuid}`.execute(tx);
  const named = (await find()).rows[0];
  const order = named === undefined ? null : await lockOrder(scope, named.order_uuid);
  // Weighing and unpacking lock the order too, so what is read here cannot change meanwhile.
  const parcel = (await find()).rows[0];
  if (order === null || parcel === undefined) return refuse("notFound");
  if (parcel.status === "voided") return refuse("packing.voided");
  if (parcel.status !== "closed") return refuse("packing.weighedAlready");
  const { order_uuid, owner_uuid, warehouse_uuid } = order;
  const reason = `${parcel.parcel_number}: ${measured_grams} g / ${parcel.expected_grams ?? "?"} g`;
  const [exceptionNumber = ""] = await openCases(scope, [
    { type: "weight_variance", order_uuid, owner_uuid, warehouse_uuid, reason, byRetailer: false },
  ]);
  return ok({ orderUuid: order_uuid, exceptionNumber });
}
