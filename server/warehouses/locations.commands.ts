import { sql } from "kysely";
import type { RefusalName } from "#src/api/codes.ts";
import type { ParsedInputOf } from "#src/api/define-call.ts";
import { ok, refuse } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import type { createLocation, setLocationsBlocked, updateLocation } from "#src/warehouses/locations.contract.ts";
import { isFloorType } from "#src/warehouses/warehouses.rules.ts";
import { newId } from "#server/clock.ts";
import { violatedForeignKey } from "#server/db/violations.ts";
import type { Tx } from "#server/db/tx.ts";
import { openWarehouse } from "./definition.commands.ts";
import { unlessTaken } from "./taken.ts";
import { tellChanged } from "./warehouses.commands.ts";
import { heldWarehouse } from "./warehouses.queries.ts";

type Done<T> = Promise<Result<T, RefusalName>>;

/** Whether a shelf is the warehouse's own; no shelf is always right: a place on the floor. */
async function isShelfOf(tx: Tx, providerUuid: string, warehouseUuid: string, shelfUuid: string | null): Promise<boolean> {
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

/** Makes a location. @returns its uuid */
export async function makeLocation(tx: Tx, providerUuid: string, wish: ParsedInputOf<typeof createLocation>): Done<string> {
  const warehouse = await openWarehouse(tx, providerUuid, wish.warehouse_uuid);
  if (!warehouse.ok) return warehouse;
  if (!(await isShelfOf(tx, providerUuid, wish.warehouse_uuid, wish.shelf_uuid))) return refuse("notFound");
  return unlessTaken(async () => {
    const locationUuid = newId();
    await tx
      .insertInto("location")
      .values({ ...wish, provider_uuid: providerUuid, location_uuid: locationUuid })
      .execute();
    await tellChanged(tx, providerUuid, wish.warehouse_uuid);
    return ok(locationUuid);
  });
}

/** Locations by their uuids, held in the order of their key; undefined where one is not the provider's. */
async function heldLocations(tx: Tx, providerUuid: string, uuids: readonly string[]) {
  const wanted = [...new Set(uuids.map((uuid) => uuid.toLowerCase()))];
  const inOrder = tx
    .selectFrom("location")
    .select(["location_uuid", "warehouse_uuid", "barcode", "type", "is_blocked", "version"])
    .where("provider_uuid", "=", providerUuid)
    .where(sql<boolean>`location_uuid = any (${wanted}::uuid[])`)
    .orderBy("location_uuid");
  const before = await inOrder.execute();
  if (before.length !== wanted.length) return undefined;
  // The warehouse first, as everywhere: so the last place of a kind cannot go twice at once.
  for (const warehouseUuid of [...new Set(before.map(({ warehouse_uuid }) => warehouse_uuid))].toSorted())
    await heldWarehouse(tx, providerUuid, warehouseUuid);
  const held = await inOrder.forUpdate().execute();
  return held.length === wanted.length ? held : undefined;
}

type Held = NonNullable<Awaited<ReturnType<typeof heldLocations>>>;

async function tellOf(tx: Tx, providerUuid: string, held: Held): Promise<void> {
  for (const warehouseUuid of new Set(held.map(({ warehouse_uuid }) => warehouse_uuid))) await tellChanged(tx, providerUuid, warehouseUuid);
}

async function holdGoods(tx: Tx, providerUuid: string, held: Held): Promise<boolean> {
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

/** Whether each warehouse still has what it had of these places on the floor: one of each at least. To be asked after the change. */
async function keepsFloor(tx: Tx, providerUuid: string, before: Held): Promise<boolean> {
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

/** Changes a location that is still as it was read. What it is for changes only while nothing lies there: goods would change what may be done with them. */
export async function changeLocation(
  tx: Tx,
  providerUuid: string,
  { location_uuid, version, ...columns }: ParsedInputOf<typeof updateLocation>,
): Done<{ version: number; warehouseUuid: string }> {
  const held = await heldLocations(tx, providerUuid, [location_uuid]);
  const [before] = held ?? [];
  if (held === undefined || before === undefined) return refuse("notFound");
  if (before.version !== version) return refuse("changedMeanwhile");
  if (!(await isShelfOf(tx, providerUuid, before.warehouse_uuid, columns.shelf_uuid))) return refuse("notFound");
  if (before.type !== columns.type && (await holdGoods(tx, providerUuid, held))) return refuse("warehouses.locationHasStock");
  return unlessTaken(async () => {
    await tx
      .updateTable("location")
      .set({ ...columns, version: version + 1 })
      .where("provider_uuid", "=", providerUuid)
      .where("location_uuid", "=", location_uuid)
      .execute();
    if (!(await keepsFloor(tx, providerUuid, held))) return refuse("warehouses.floorLocationStays");
    await tellOf(tx, providerUuid, held);
    return ok({ version: version + 1, warehouseUuid: before.warehouse_uuid });
  });
}

/** Deletes locations where no goods ever were: all of them, or none. @returns which they were: nobody can look them up any more */
export async function removeLocations(
  tx: Tx,
  providerUuid: string,
  uuids: readonly string[],
): Done<{ location_uuid: string; barcode: string }[]> {
  const held = await heldLocations(tx, providerUuid, uuids);
  if (held === undefined) return refuse("notFound");
  if (await holdGoods(tx, providerUuid, held)) return refuse("warehouses.locationHasStock");
  const gone = held.map(({ location_uuid }) => location_uuid);
  try {
    await tx
      .deleteFrom("location")
      .where("provider_uuid", "=", providerUuid)
      .where(sql<boolean>`location_uuid = any (${gone}::uuid[])`)
      .execute();
  } catch (error) {
    // The ledger, a count or a task names it: what happened there stays to be read.
    if (violatedForeignKey(error) !== null) return refuse("warehouses.locationHasHistory");
    throw error;
  }
  if (!(await keepsFloor(tx, providerUuid, held))) return refuse("warehouses.floorLocationStays");
  await tellOf(tx, providerUuid, held);
  return ok(held.map(({ location_uuid, barcode }) => ({ location_uuid, barcode })));
}

/**
 * Blocks locations for a reason, or frees them: all of those named, or none. A blocked one may be given another reason.
 * @returns the uuids of those that are not as they were
 */
export async function blockLocations(
  tx: Tx,
  providerUuid: string,
  { location_uuids, blocked, reason }: ParsedInputOf<typeof setLocationsBlocked>,
): Done<string[]> {
  const held = await heldLocations(tx, providerUuid, location_uuids);
  if (held === undefined) return refuse("notFound");
  const changed = await tx
    .updateTable("location")
    .set((row) => ({ is_blocked: blocked, blocked_reason: blocked ? reason : "", version: row("version", "+", 1) }))
    .where("provider_uuid", "=", providerUuid)
    .where(sql<boolean>`location_uuid = any (${held.map(({ location_uuid }) => location_uuid)}::uuid[])`)
    .where("blocked_reason", "<>", blocked ? reason : "")
    .returning("location_uuid")
    .execute();
  if (changed.length > 0) await tellOf(tx, providerUuid, held);
  return ok(changed.map(({ location_uuid }) => location_uuid));
}
