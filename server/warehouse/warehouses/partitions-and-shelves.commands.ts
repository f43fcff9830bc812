import { sql } from "kysely";
import type { RefusalName } from "#src/kit/api/codes.ts";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { placeShelves } from "#src/warehouse/warehouses/locations.contract.ts";
import type { createPartition, createShelf, updatePartition, updateShelf } from "#src/warehouse/warehouses/warehouses.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { getViolatedForeignKey } from "#server/platform/db/violations.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { refuseTakenNames } from "./name-conflicts.ts";
import { publishWarehouse } from "./warehouses.commands.ts";
import { lockWarehouse } from "./warehouses.queries.ts";

type Done<T> = Promise<Result<T, RefusalName>>;

/** Locks the warehouse of something that is to be created in it; refuses a missing or closed one. */
export async function openWarehouse(tx: Tx, providerUuid: string, warehouseUuid: string) {
  const warehouse = await lockWarehouse(tx, providerUuid, warehouseUuid);
  if (warehouse === null) return refuse("notFound" as const);
  return warehouse.is_closed ? refuse("warehouses.closed" as const) : ok(warehouse);
}

/** Creates a partition. @returns its uuid */
export async function makePartition(tx: Tx, providerUuid: string, wish: ParsedInputOf<typeof createPartition>): Done<string> {
  const warehouse = await openWarehouse(tx, providerUuid, wish.warehouse_uuid);
  if (!warehouse.ok) return warehouse;
  return refuseTakenNames(async () => {
    const partitionUuid = newId();
    await tx
      .insertInto("partition")
      .values({ ...wish, provider_uuid: providerUuid, partition_uuid: partitionUuid })
      .execute();
    await publishWarehouse(tx, providerUuid, wish.warehouse_uuid);
    return ok(partitionUuid);
  });
}

function findPartition(tx: Tx, providerUuid: string, partitionUuid: string) {
  return tx
    .selectFrom("partition")
    .select(["partition_uuid", "warehouse_uuid", "version", "code"])
    .where("provider_uuid", "=", providerUuid)
    .where("partition_uuid", "=", partitionUuid);
}

/** Updates a partition if its version is still the given one. */
export async function changePartition(
  tx: Tx,
  providerUuid: string,
  { partition_uuid, version, ...columns }: ParsedInputOf<typeof updatePartition>,
): Done<{ version: number }> {
  const partition = await findPartition(tx, providerUuid, partition_uuid).forUpdate().executeTakeFirst();
  if (partition === undefined) return refuse("notFound");
  if (partition.version !== version) return refuse("changedMeanwhile");
  return refuseTakenNames(async () => {
    await tx
      .updateTable("partition")
      .set({ ...columns, version: version + 1 })
      .where("provider_uuid", "=", providerUuid)
      .where("partition_uuid", "=", partition_uuid)
      .execute();
    await publishWarehouse(tx, providerUuid, partition.warehouse_uuid);
    return ok({ version: version + 1 });
  });
}

/** Deletes a row unless something references it, as the database decides. */
async function deleteUnlessUsed(remove: () => Promise<unknown>, refusal: RefusalName): Promise<Result<void, RefusalName>> {
  try {
    await remove();
    return ok(undefined);
  } catch (error) {
    if (getViolatedForeignKey(error) !== null) return refuse(refusal);
    throw error;
  }
}

/** Deletes a partition without shelves. @returns its code */
export async function removePartition(tx: Tx, providerUuid: string, partitionUuid: string): Done<{ code: string }> {
  const partition = await findPartition(tx, providerUuid, partitionUuid).forUpdate().executeTakeFirst();
  if (partition === undefined) return refuse("notFound");
  const removed = await deleteUnlessUsed(
    () => tx.deleteFrom("partition").where("provider_uuid", "=", providerUuid).where("partition_uuid", "=", partitionUuid).execute(),
    "warehouses.partitionHasShelves",
  );
  if (!removed.ok) return removed;
  await publishWarehouse(tx, providerUuid, partition.warehouse_uuid);
  return ok({ code: partition.code });
}

/** Creates a shelf. @returns its uuid */
export async function makeShelf(tx: Tx, providerUuid: string, wish: ParsedInputOf<typeof createShelf>): Done<string> {
  const partition = await findPartition(tx, providerUuid, wish.partition_uuid).executeTakeFirst();
  if (partition === undefined) return refuse("notFound");
  const { warehouse_uuid } = partition;
  // The warehouse is locked before any of its parts, so that two calls cannot deadlock.
  const warehouse = await openWarehouse(tx, providerUuid, warehouse_uuid);
  if (!warehouse.ok) return warehouse;
  if ((await findPartition(tx, providerUuid, wish.partition_uuid).forKeyShare().executeTakeFirst()) === undefined)
    return refuse("notFound");
  return refuseTakenNames(async () => {
    const shelfUuid = newId();
    await tx
      .insertInto("shelf")
      .values({ ...wish, provider_uuid: providerUuid, shelf_uuid: shelfUuid, warehouse_uuid })
      .execute();
    await publishWarehouse(tx, providerUuid, warehouse_uuid);
    return ok(shelfUuid);
  });
}

function findShelf(tx: Tx, providerUuid: string, shelfUuid: string) {
  return tx
    .selectFrom("shelf")
    .select(["shelf_uuid", "warehouse_uuid", "version", "code", "x_mm", "y_mm", "is_turned"])
    .where("provider_uuid", "=", providerUuid)
    .where("shelf_uuid", "=", shelfUuid)
    .forUpdate()
    .executeTakeFirst();
}

/** Updates a shelf if its version is still the given one; its locations move and turn with it. */
export async function changeShelf(
  tx: Tx,
  providerUuid: string,
  { shelf_uuid, version, ...columns }: ParsedInputOf<typeof updateShelf>,
): Done<{ version: number }> {
  const shelf = await findShelf(tx, providerUuid, shelf_uuid);
  if (shelf === undefined) return refuse("notFound");
  if (shelf.version !== version) return refuse("changedMeanwhile");
  return refuseTakenNames(async () => {
    await tx
      .updateTable("shelf")
      .set({ ...columns, version: version + 1 })
      .where("provider_uuid", "=", providerUuid)
      .where("shelf_uuid", "=", shelf_uuid)
      .execute();
    // Turning the shelf swaps the two axes.
    const isTurning = shelf.is_turned !== columns.is_turned;
    const [x, y] = isTurning
      ? [sql`y_mm - ${shelf.y_mm}`, sql`x_mm - ${shelf.x_mm}`]
      : [sql`x_mm - ${shelf.x_mm}`, sql`y_mm - ${shelf.y_mm}`];
    await sql`update location set x_mm = greatest(0, ${columns.x_mm} + ${x}), y_mm = greatest(0, ${columns.y_mm} + ${y})
      where provider_uuid = ${providerUuid} and shelf_uuid = ${shelf_uuid}`.execute(tx);
    await publishWarehouse(tx, providerUuid, shelf.warehouse_uuid);
    return ok({ version: version + 1 });
  });
}

/** Deletes a shelf without locations. @returns its code */
export async function removeShelf(tx: Tx, providerUuid: string, shelfUuid: string): Done<{ code: string }> {
  const shelf = await findShelf(tx, providerUuid, shelfUuid);
  if (shelf === undefined) return refuse("notFound");
  const removed = await deleteUnlessUsed(
    () => tx.deleteFrom("shelf").where("provider_uuid", "=", providerUuid).where("shelf_uuid", "=", shelfUuid).execute(),
    "warehouses.shelfHasLocations",
  );
  if (!removed.ok) return removed;
  await publishWarehouse(tx, providerUuid, shelf.warehouse_uuid);
  return ok({ code: shelf.code });
}

/** Moves shelves of one warehouse on the map with their locations, all or none. */
export async function movePlaces(
  tx: Tx,
  providerUuid: string,
  { warehouse_uuid, shelves }: ParsedInputOf<typeof placeShelves>,
): Done<{ placed: number }> {
  const wanted = new Map(shelves.map((shelf) => [shelf.shelf_uuid.toLowerCase(), shelf]));
  const found = await tx
    .selectFrom("shelf")
    .select(["shelf_uuid", "version"])
    .where("provider_uuid", "=", providerUuid)
    .where("warehouse_uuid", "=", warehouse_uuid)
    .where("shelf_uuid", "in", [...wanted.keys()])
    .orderBy("shelf_uuid")
    .forNoKeyUpdate()
    .execute();
  if (found.length !== wanted.size) return refuse("notFound");
  if (found.some(({ shelf_uuid, version }) => wanted.get(shelf_uuid)?.version !== version)) return refuse("changedMeanwhile");
  await sql`
    with wish as (
      select w.shelf_uuid, w.x_mm, w.y_mm, s.x_mm as old_x, s.y_mm as old_y
      from jsonb_to_recordset(${JSON.stringify([...wanted.values()])}::jsonb) as w (shelf_uuid uuid, x_mm integer, y_mm integer)
        join shelf s on s.provider_uuid = ${providerUuid} and s.shelf_uuid = w.shelf_uuid
    ), moved as (
      update shelf s set x_mm = w.x_mm, y_mm = w.y_mm, version = s.version + 1 from wish w
      where s.provider_uuid = ${providerUuid} and s.shelf_uuid = w.shelf_uuid
    )
    update location l set x_mm = greatest(0, l.x_mm + w.x_mm - w.old_x), y_mm = greatest(0, l.y_mm + w.y_mm - w.old_y) from wish w
    where l.provider_uuid = ${providerUuid} and l.shelf_uuid = w.shelf_uuid`.execute(tx);
  await publishWarehouse(tx, providerUuid, warehouse_uuid);
  return ok({ placed: found.length });
}
