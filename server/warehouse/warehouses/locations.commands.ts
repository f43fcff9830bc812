import { sql } from "kysely";
import type { RefusalName } from "#src/kit/api/codes.ts";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { createLocation, setLocationsBlocked, updateLocation } from "#src/warehouse/warehouses/locations.contract.ts";
import { isFloorType } from "#src/warehouse/warehouses/warehouses.rules.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { getViolatedForeignKey } from "#server/platform/db/violations.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { openWarehouse } from "./partitions-and-shelves.commands.ts";
import { refuseTakenNames } from "./name-conflicts.ts";
import { publishWarehouse } from "./warehouses.commands.ts";
import { lockWarehouse } from "./warehouses.queries.ts";

type Done<T> = Promise<Result<T, RefusalName>>;

/** Whether a shelf belongs to the warehouse. No shelf is always valid: a location on the floor. */
async function hasShelf(tx: Tx, providerUuid: string, warehouseUuid: string, shelfUuid: string | null): Promise<boolean> {
  if (shelfUuid === null) return true;
  const shelf = await tx
    .selectFrom("shelf")
    .select("shelf_uuid")
    .where("provider_uuid", "=", providerUuid)
    .where("warehouse_uuid", "=", warehouseUuid)
    .where("shelf_uuid", "=", shelfUuid)
    .forKeyShare()
    .executeTakeFirst();
  return shelf !== undefined;
}

/** Creates a location. @returns its uuid */
export async function makeLocation(tx: Tx, providerUuid: string, wish: ParsedInputOf<typeof createLocation>): Done<string> {
  const warehouse = await openWarehouse(tx, providerUuid, wish.warehouse_uuid);
  if (!warehouse.ok) return warehouse;
  if (!(await hasShelf(tx, providerUuid, wish.warehouse_uuid, wish.shelf_uuid))) return refuse("notFound");
  return refuseTakenNames(async () => {
    const locationUuid = newId();
    await tx
      .insertInto("location")
      .values({ ...wish, provider_uuid: providerUuid, location_uuid: locationUuid })
      .execute();
    await publishWarehouse(tx, providerUuid, wish.warehouse_uuid);
    return ok(locationUuid);
  });
}

/** Locks locations in the order of their key; undefined if one is not the provider's. */
async function lockLocationRows(tx: Tx, providerUuid: string, uuids: readonly string[]) {
  const wanted = [...new Set(uuids.map((uuid) => uuid.toLowerCase()))];
  const inOrder = tx
    .selectFrom("location")
    .select(["location_uuid", "warehouse_uuid", "barcode", "type", "is_blocked", "version"])
    .where("provider_uuid", "=", providerUuid)
    .where(sql<boolean>`location_uuid = any (${wanted}::uuid[])`)
    .orderBy("location_uuid");
  const before = await inOrder.execute();
  if (before.length !== wanted.length) return undefined;
  // The warehouse is locked first, as everywhere, so that two calls cannot both remove the last location of a type.
  for (const warehouseUuid of [...new Set(before.map(({ warehouse_uuid }) => warehouse_uuid))].toSorted())
    await lockWarehouse(tx, providerUuid, warehouseUuid);
  const held = await inOrder.forUpdate().execute();
  return held.length === wanted.length ? held : undefined;
}

type Held = NonNullable<Awaited<ReturnType<typeof lockLocationRows>>>;

async function publishOwners(tx: Tx, providerUuid: string, held: Held): Promise<void> {
  for (const warehouseUuid of new Set(held.map(({ warehouse_uuid }) => warehouse_uuid)))
    await publishWarehouse(tx, providerUuid, warehouseUuid);
}

async function hasGoods(tx: Tx, providerUuid: string, held: Held): Promise<boolean> {
  const row = await tx
    .selectFrom("stock_balance")
    .select("location_uuid")
    .where("provider_uuid", "=", providerUuid)
    .where(sql<boolean>`location_uuid = any (${held.map(({ location_uuid }) => location_uuid)}::uuid[])`)
    .where("quantity", ">", 0)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether each warehouse still has at least one location of each of these floor types. Call it after the change. */
async function stillHasFloor(tx: Tx, providerUuid: string, before: Held): Promise<boolean> {
  for (const { warehouse_uuid, type } of before.filter((row) => isFloorType(row.type))) {
    const left = await tx
      .selectFrom("location")
      .select("location_uuid")
      .where("provider_uuid", "=", providerUuid)
      .where("warehouse_uuid", "=", warehouse_uuid)
      .where("type", "=", type)
      .limit(1)
      .executeTakeFirst();
    if (left === undefined) return false;
  }
  return true;
}

/** Updates a location if its version is still the given one. The type can change only while it is empty, because it decides what may be done with goods. */
export async function changeLocation(
  tx: Tx,
  providerUuid: string,
  { location_uuid, version, ...columns }: ParsedInputOf<typeof updateLocation>,
): Done<{ version: number; warehouseUuid: string }> {
  const held = await lockLocationRows(tx, providerUuid, [location_uuid]);
  const [before] = held ?? [];
  if (held === undefined || before === undefined) return refuse("notFound");
  if (before.version !== version) return refuse("changedMeanwhile");
  if (before.type === "slot") return refuse("warehouses.slotOfWall");
  if (!(await hasShelf(tx, providerUuid, before.warehouse_uuid, columns.shelf_uuid))) return refuse("notFound");
  if (before.type !== columns.type && (await hasGoods(tx, providerUuid, held))) return refuse("warehouses.locationHasStock");
  return refuseTakenNames(async () => {
    await tx
      .updateTable("location")
      .set({ ...columns, version: version + 1 })
      .where("provider_uuid", "=", providerUuid)
      .where("location_uuid", "=", location_uuid)
      .execute();
    if (!(await stillHasFloor(tx, providerUuid, held))) return refuse("warehouses.floorLocationStays");
    await publishOwners(tx, providerUuid, held);
    return ok({ version: version + 1, warehouseUuid: before.warehouse_uuid });
  });
}

/** Deletes locations that never held goods, all of them or none. @returns the deleted ones, which cannot be read any more */
export async function removeLocations(
  tx: Tx,
  providerUuid: string,
  uuids: readonly string[],
): Done<{ location_uuid: string; barcode: string }[]> {
  const held = await lockLocationRows(tx, providerUuid, uuids);
  if (held === undefined) return refuse("notFound");
  if (await hasGoods(tx, providerUuid, held)) return refuse("warehouses.locationHasStock");
  const gone = held.map(({ location_uuid }) => location_uuid);
  try {
    await tx
      .deleteFrom("location")
      .where("provider_uuid", "=", providerUuid)
      .where(sql<boolean>`location_uuid = any (${gone}::uuid[])`)
      .execute();
  } catch (error) {
    // The ledger, a count or a task references it: its history stays readable.
    if (getViolatedForeignKey(error) !== null) return refuse("warehouses.locationHasHistory");
    throw error;
  }
  if (!(await stillHasFloor(tx, providerUuid, held))) return refuse("warehouses.floorLocationStays");
  await publishOwners(tx, providerUuid, held);
  return ok(held.map(({ location_uuid, barcode }) => ({ location_uuid, barcode })));
}

/**
 * Blocks locations with a reason, or unblocks them, all or none. The reason of a blocked one can be changed.
 * @returns the uuids of those that changed
 */
export async function blockLocations(
  tx: Tx,
  providerUuid: string,
  { location_uuids, blocked, reason }: ParsedInputOf<typeof setLocationsBlocked>,
): Done<string[]> {
  const held = await lockLocationRows(tx, providerUuid, location_uuids);
  if (held === undefined) return refuse("notFound");
  const changed = await tx
    .updateTable("location")
    .set((row) => ({ is_blocked: blocked, blocked_reason: blocked ? reason : "", version: row("version", "+", 1) }))
    .where("provider_uuid", "=", providerUuid)
    .where(sql<boolean>`location_uuid = any (${held.map(({ location_uuid }) => location_uuid)}::uuid[])`)
    .where("blocked_reason", "<>", blocked ? reason : "")
    .returning("location_uuid")
    .execute();
  if (changed.length > 0) await publishOwners(tx, providerUuid, held);
  return ok(changed.map(({ location_uuid }) => location_uuid));
}
