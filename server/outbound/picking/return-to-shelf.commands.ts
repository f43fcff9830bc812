import { sql } from "kysely";
import type { OutputOf, ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { returnToShelf } from "#src/outbound/picking/picking.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { postMovements } from "#server/warehouse/stock/ledger.commands.ts";
import type { LedgerRefusal } from "#server/warehouse/stock/ledger.commands.ts";
import { findLocation, lockLocationByBarcode } from "#server/warehouse/warehouses/locations.queries.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { clearEmptied } from "../sortation/clear-emptied.commands.ts";

/** Moves pieces that no order has a right to from a tote, a slot of a sort wall or a packing location to a shelf, and offers them to orders that wait. */
export async function returnPieces(
  scope: OrderScope,
  { tote_uuid, variant_uuid, owner_uuid, lot, quantity, location }: ParsedInputOf<typeof returnToShelf>,
): Promise<Result<OutputOf<typeof returnToShelf>, "notFound" | "picking.wrongShelf" | LedgerRefusal>> {
  const { tx, providerUuid, userUuid, now, followUps } = scope;
  const tote = await findLocation(tx, providerUuid, tote_uuid);
  if (tote?.type !== "tote" && tote?.type !== "packing" && tote?.type !== "slot") return refuse("notFound");
  const shelf = await lockLocationByBarcode(tx, providerUuid, location);
  if (
    shelf === null ||
    shelf.warehouse_uuid !== tote.warehouse_uuid ||
    shelf.is_blocked ||
    (shelf.type !== "pick" && shelf.type !== "reserve")
  )
    return refuse("picking.wrongShelf");
  const readLeft = async (): Promise<number | null> => {
    const { rows } = await sql<{ left: number }>`select quantity - reserved as left from stock_balance
      where provider_uuid = ${providerUuid} and variant_uuid = ${variant_uuid} and warehouse_uuid = ${tote.warehouse_uuid}
        and location_uuid = ${tote.location_uuid} and owner_uuid = ${owner_uuid} and lot = ${lot} and condition = 'good'`.execute(tx);
    return rows[0]?.left ?? null;
  };
  // Nothing of this SKU and owner was ever in the tote, or they are somebody else's.
  if ((await readLeft()) === null) return refuse("notFound");
  const posted = await postMovements(tx, { providerUuid, userUuid, now }, [
    {
      source: { type: "return", uuid: newId(), line: 1 },
      variantUuid: variant_uuid,
      ownerUuid: owner_uuid,
      warehouseUuid: tote.warehouse_uuid,
      lot,
      quantity,
      from: { place: "location", locationUuid: tote.location_uuid, condition: "good" },
      to: { place: "location", locationUuid: shelf.location_uuid, condition: "good" },
    },
  ]);
  if (!posted.ok) return posted;
  await clearEmptied(scope, [tote.location_uuid]);
  await followUps.stockFreed(tx, providerUuid, [variant_uuid]);
  return ok({ left: (await readLeft()) ?? 0 });
}
