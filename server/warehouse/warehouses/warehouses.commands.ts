import type { Updateable } from "kysely";
import type { RefusalName } from "#src/kit/api/codes.ts";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { WarehouseSettings } from "#src/warehouse/warehouses/warehouse-settings.contract.ts";
import type { createWarehouse, updateWarehouse } from "#src/warehouse/warehouses/warehouses.contract.ts";
import { warehousesChanged } from "#src/warehouse/warehouses/warehouses.contract.ts";
import { floorTypes, getClosingRefusal } from "#src/warehouse/warehouses/warehouses.rules.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import type { DB } from "#server/platform/db/schema.generated.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { publishEvent } from "#server/platform/realtime/events.ts";
import { refuseTakenNames } from "./name-conflicts.ts";
import { isTimeZone } from "./time-zones.queries.ts";
import { hasReceipts, hasStock, lockWarehouse, findWarehouseToClose } from "./warehouses.queries.ts";

/** Publishes a warehouse's change to the provider's staff. */
export function publishWarehouse(tx: Tx, providerUuid: string, warehouseUuid: string): Promise<void> {
  return publishEvent(tx, warehousesChanged, { providerUuid, warehouseUuid }, { warehouse_uuid: warehouseUuid });
}

/** The first position of a floor location on the map: beside each other along the far wall, in millimetres. */
function floorPlace({ width_mm, depth_mm }: { width_mm: number; depth_mm: number }, at: number): { x_mm: number; y_mm: number } {
  return { x_mm: Math.min(width_mm, 1000 + at * 5000), y_mm: depth_mm - Math.min(2000, Math.round(depth_mm / 2)) };
}

/** Creates a warehouse with its floor locations. @returns its uuid */
export async function makeWarehouse(
  tx: Tx,
  providerUuid: string,
  wish: ParsedInputOf<typeof createWarehouse>,
): Promise<Result<string, RefusalName>> {
  if (!(await isTimeZone(tx, wish.time_zone))) return refuse("warehouses.timeZoneUnknown");
  return refuseTakenNames(async () => {
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
    await publishWarehouse(tx, providerUuid, warehouseUuid);
    return ok(warehouseUuid);
  });
}

type Changed = Result<{ version: number }, RefusalName>;

/** Updates columns of a warehouse if its version is still the given one. */
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
  await publishWarehouse(tx, providerUuid, warehouse_uuid);
  return ok({ version: version + 1 });
}

/** Updates a warehouse's name, address and dimensions. */
export async function changeWarehouse(
  tx: Tx,
  providerUuid: string,
  { warehouse_uuid, version, ...columns }: ParsedInputOf<typeof updateWarehouse>,
): Promise<Changed> {
  if ((await lockWarehouse(tx, providerUuid, warehouse_uuid)) === null) return refuse("notFound");
  if (!(await isTimeZone(tx, columns.time_zone))) return refuse("warehouses.timeZoneUnknown");
  return refuseTakenNames(() => setWarehouse(tx, providerUuid, { warehouse_uuid, version }, columns));
}

/** Saves a warehouse's settings. */
export async function setSettings(
  tx: Tx,
  providerUuid: string,
  { settings, ...wish }: { warehouse_uuid: string; version: number; settings: WarehouseSettings },
): Promise<Changed> {
  if ((await lockWarehouse(tx, providerUuid, wish.warehouse_uuid)) === null) return refuse("notFound");
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

/** Closes a warehouse that is empty and has no open receipts, or reopens it. */
export async function setClosed(
  tx: Tx,
  providerUuid: string,
  { is_closed, ...wish }: { warehouse_uuid: string; version: number; is_closed: boolean },
): Promise<Changed> {
  const held = await findWarehouseToClose(tx, providerUuid, wish.warehouse_uuid);
  if (held === null) return refuse("notFound");
  const refusal = is_closed ? await findClosingRefusal(tx, providerUuid, wish.warehouse_uuid) : null;
  return refusal === null ? setWarehouse(tx, providerUuid, wish, { is_closed }) : refuse(refusal);
}
