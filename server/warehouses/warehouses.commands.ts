import type { Updateable } from "kysely";
import type { RefusalName } from "#src/api/codes.ts";
import type { ParsedInputOf } from "#src/api/define-call.ts";
import { ok, refuse } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import type { WarehouseSettings } from "#src/warehouses/warehouse-settings.contract.ts";
import type { createWarehouse, updateWarehouse } from "#src/warehouses/warehouses.contract.ts";
import { warehousesChanged } from "#src/warehouses/warehouses.contract.ts";
import { floorTypes, getClosingRefusal } from "#src/warehouses/warehouses.rules.ts";
import { newId } from "#server/clock.ts";
import type { DB } from "#server/db/schema.generated.ts";
import type { Tx } from "#server/db/tx.ts";
import { tell } from "#server/realtime/events.ts";
import { unlessTaken } from "./taken.ts";
import { isTimeZone } from "./time-zones.queries.ts";
import { hasReceipts, hasStock, heldWarehouse, warehouseToClose } from "./warehouses.queries.ts";

/** Tells the provider's staff that a warehouse is not as it was. */
export function tellChanged(tx: Tx, providerUuid: string, warehouseUuid: string): Promise<void> {
  return tell(tx, warehousesChanged, { providerUuid }, { warehouse_uuid: warehouseUuid });
}

/** Where a place on the floor is drawn at first: beside each other along the map's far wall, in millimetres. */
function floorPlace({ width_mm, depth_mm }: { width_mm: number; depth_mm: number }, at: number): { x_mm: number; y_mm: number } {
  return { x_mm: Math.min(width_mm, 1000 + at * 5000), y_mm: depth_mm - Math.min(2000, Math.round(depth_mm / 2)) };
}

/** Makes a warehouse with its places on the floor. @returns its uuid */
export async function makeWarehouse(
  tx: Tx,
  providerUuid: string,
  wish: ParsedInputOf<typeof createWarehouse>,
): Promise<Result<string, RefusalName>> {
  if (!(await isTimeZone(tx, wish.time_zone))) return refuse("warehouses.timeZoneUnknown");
  return unlessTaken(async () => {
    const warehouseUuid = newId();
    await tx
      .insertInto("warehouse")
      .values({ ...wish, provider_uuid: providerUuid, warehouse_uuid: warehouseUuid })
      .execute();
    await tx
      .insertInto("location")
      .values(
        floorTypes.map((type, at) => ({
          provider_uuid: providerUuid,
          location_uuid: newId(),
          warehouse_uuid: warehouseUuid,
          barcode: `${wish.code}-${type.toUpperCase()}`,
          type,
          ...floorPlace(wish, at),
        })),
      )
      .execute();
    await tellChanged(tx, providerUuid, warehouseUuid);
    return ok(warehouseUuid);
  });
}

type Changed = Result<{ version: number }, RefusalName>;

/** Sets columns of a warehouse that is still as it was read. */
async function setWarehouse(
  tx: Tx,
  providerUuid: string,
  { warehouse_uuid, version }: { warehouse_uuid: string; version: number },
  columns: Updateable<DB["warehouse"]>,
): Promise<Changed> {
  const { numUpdatedRows } = await tx
    .updateTable("warehouse")
    .set({ ...columns, version: version + 1 })
    .where("provider_uuid", "=", providerUuid)
    .where("warehouse_uuid", "=", warehouse_uuid)
    .where("version", "=", version)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return refuse("changedMeanwhile");
  await tellChanged(tx, providerUuid, warehouse_uuid);
  return ok({ version: version + 1 });
}

/** Changes a warehouse's name, address and measures. */
export async function changeWarehouse(
  tx: Tx,
  providerUuid: string,
  { warehouse_uuid, version, ...columns }: ParsedInputOf<typeof updateWarehouse>,
): Promise<Changed> {
  if ((await heldWarehouse(tx, providerUuid, warehouse_uuid)) === null) return refuse("notFound");
  if (!(await isTimeZone(tx, columns.time_zone))) return refuse("warehouses.timeZoneUnknown");
  return unlessTaken(() => setWarehouse(tx, providerUuid, { warehouse_uuid, version }, columns));
}

/** Sets how a warehouse works. */
export async function setSettings(
  tx: Tx,
  providerUuid: string,
  { settings, ...wish }: { warehouse_uuid: string; version: number; settings: WarehouseSettings },
): Promise<Changed> {
  if ((await heldWarehouse(tx, providerUuid, wish.warehouse_uuid)) === null) return refuse("notFound");
  return setWarehouse(tx, providerUuid, wish, { settings: JSON.stringify(settings) });
}

async function findClosingRefusal(tx: Tx, providerUuid: string, warehouseUuid: string): Promise<RefusalName | null> {
  const warehouse = await tx
    .selectFrom("warehouse")
    .select([hasStock.as("has_stock"), hasReceipts.as("has_receipts")])
    .where("provider_uuid", "=", providerUuid)
    .where("warehouse_uuid", "=", warehouseUuid)
    .executeTakeFirstOrThrow();
  return getClosingRefusal(warehouse);
}

/** Closes a warehouse that is empty and expects nothing, or opens it again. */
export async function setClosed(
  tx: Tx,
  providerUuid: string,
  { is_closed, ...wish }: { warehouse_uuid: string; version: number; is_closed: boolean },
): Promise<Changed> {
  const held = await warehouseToClose(tx, providerUuid, wish.warehouse_uuid);
  if (held === null) return refuse("notFound");
  const refusal = is_closed ? await findClosingRefusal(tx, providerUuid, wish.warehouse_uuid) : null;
  return refusal === null ? setWarehouse(tx, providerUuid, wish, { is_closed }) : refuse(refusal);
}
