import { sql } from "kysely";
import { addStocktake } from "#server/warehouse/stock/stocktake.commands.ts";
import { findLocation } from "#server/warehouse/warehouses/locations.queries.ts";
import type { OrderScope } from "../orders/order-scope.ts";

/** Writes the audit row of a stocktake that a short pick or a review has planned. */
export type NoteRecount = (stocktakeUuid: string, detail: Readonly<Record<string, unknown>>) => Promise<void>;

/** Plans a count of one location, unless one of it alone waits already. */
export async function planRecount(
  { tx, providerUuid, userUuid, now }: OrderScope,
  noteRecount: NoteRecount,
  warehouseUuid: string,
  { locationUuid, remark }: { readonly locationUuid: string; readonly remark: string },
): Promise<void> {
  const location = await findLocation(tx, providerUuid, locationUuid);
  if (location === null || userUuid === null) throw new Error("picking: a place to count, or who found it wrong, is missing");
  const { barcode } = location;
  const { rows } = await sql`select from stocktake where provider_uuid = ${providerUuid} and warehouse_uuid = ${warehouseUuid}
    and from_location = ${barcode} and to_location = ${barcode} and status in ('draft', 'counting') and not is_by_sku limit 1`.execute(tx);
  if (rows.length > 0) return;
  const wanted = { warehouse_uuid: warehouseUuid, from_location: barcode, to_location: barcode, skus: [], is_blind: true, remark };
  const planned = await addStocktake(tx, { providerUuid, userUuid, now }, wanted);
  if (!planned.ok) throw new Error(`picking: the recount of a location was refused: ${planned.problem}`);
  await noteRecount(planned.value.stocktakeUuid, planned.value.detail);
}
