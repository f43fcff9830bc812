import { sql } from "kysely";
import type { RefusalName } from "#src/api/codes.ts";
import type { ParsedInputOf } from "#src/api/define-call.ts";
import { ok, refuse } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import type { placeShelves } from "#src/warehouses/locations.contract.ts";
import type { createPartition, createShelf, updatePartition, updateShelf } from "#src/warehouses/warehouses.contract.ts";
import { newId } from "#server/clock.ts";
import { violatedForeignKey } from "#server/db/violations.ts";
import type { Tx } from "#server/db/tx.ts";
import { unlessTaken } from "./taken.ts";
import { tellChanged } from "./warehouses.commands.ts";
import { heldWarehouse } from "./warehouses.queries.ts";

type Done<T> = Promise<Result<T, RefusalName>>;

/** The warehouse of something that is to be made in it, held; refused where it is not there or closed. */
export async function openWarehouse(tx: Tx, providerUuid: string, warehouseUuid: string) {
  const warehouse = await heldWarehouse(tx, providerUuid, warehouseUuid);
  if (warehouse === null) return refuse("notFound" as const);
  return warehouse.is_closed ? refuse("warehouses.closed" as const) : ok(warehouse);
}

/** Makes a partition. @returns its uuid */
export async function makePartition(tx: Tx, providerUuid: string, wish: ParsedInputOf<typeof createPartition>): Done<string> {
  const warehouse = await openWarehouse(tx, providerUuid, wish.warehouse_uuid);
  if (!warehouse.ok) return warehouse;
  return unlessTaken(async () => {
    const partitionUuid = newId();
    await tx
      .insertInto("partition")
      .values({ ...wish, provider_uuid: providerUuid, partition_uuid: partitionUuid })
      .execute();
    await tellChanged(tx, providerUuid, wish.warehouse_uuid);
    return ok(partitionUuid);
  });
}

function partitionOf(tx: Tx, providerUuid: string, partitionUuid: string) {
  return tx
    .selectFrom("partition")
    .select(["partition_uuid", "warehouse_uuid", "version", "code"])
    .where("provider_uuid", "=", providerUuid)
    .where("partition_uuid", "=", partitionUuid);
}

/** Changes a partition that is still as it was read. */
export async function changePartition(
  tx: Tx,
  providerUuid: string,
  { partition_uuid, version, ...columns }: ParsedInputOf<typeof updatePartition>,
): Done<{ version: number }> {
  const partition = await partitionOf(tx, providerUuid, partition_uuid).forUpdate().executeTakeFirst();
  if (partition === undefined) return refuse("notFound");
  if (partition.version !== version) return refuse("changedMeanwhile");
  return unlessTaken(async () => {
    await tx
      .updateTable("partition")
      .set({ ...columns, version: version + 1 })
      .where("provider_uuid", "=", providerUuid)
      .where("partition_uuid", "=", partition_uuid)
      .execute();
    await tellChanged(tx, providerUuid, partition.warehouse_uuid);
    return ok({ version: version + 1 });
  });
}

/** Deletes what nothing stands on; the database says whether something does. */
async function deleteUnlessUsed(remove: () => Promise<unknown>, refusal: RefusalName): Promise<Result<void, RefusalName>> {
  try {
    await remove();
    return ok(undefined);
  } catch (error) {
    if (violatedForeignKey(error) !== null) return refuse(refusal);
    throw error;
  }
}

/** Deletes a partition without shelves. @returns its code */
export async function removePartition(tx: Tx, providerUuid: string, partitionUuid: string): Done<{ code: string }> {
  const partition = await partitionOf(tx, providerUuid, partitionUuid).forUpdate().executeTakeFirst();
  if (partition === undefined) return refuse("notFound");
  const removed = await deleteUnlessUsed(
    () => tx.deleteFrom("partition").where("provider_uuid", "=", providerUuid).where("partition_uuid", "=", partitionUuid).execute(),
    "warehouses.partitionHasShelves",
  );
  if (!removed.ok) return removed;
  await tellChanged(tx, providerUuid, partition.warehouse_uuid);
  return ok({ code: partition.code });
}

/** Makes a shelf. @returns its uuid */
export async function makeShelf(tx: Tx, providerUuid: string, wish: ParsedInputOf<typeof createShelf>): Done<string> {
  const partition = await partitionOf(tx, providerUuid, wish.partition_uuid).executeTakeFirst();
  if (partition === undefined) return refuse("notFound");
  const { warehouse_uuid } = partition;
  // The warehouse is held before anything of it, so that two never wait for each other.
  const warehouse = await openWarehouse(tx, providerUuid, warehouse_uuid);
  if (!warehouse.ok) return warehouse;
  if ((await partitionOf(tx, providerUuid, wish.partition_uuid).forKeyShare().executeTakeFirst()) === undefined) return refuse("notFound");
  return unlessTaken(async () => {
    const shelfUuid = newId();
    await tx
      .insertInto("shelf")
      .values({ ...wish, provider_uuid: providerUuid, shelf_uuid: shelfUuid, warehouse_uuid })
      .execute();
    await tellChanged(tx, providerUuid, warehouse_uuid);
    return ok(shelfUuid);
  });
}

function shelfOf(tx: Tx, providerUuid: string, shelfUuid: string) {
  return tx
    .selectFrom("shelf")
    .select(["shelf_uuid", "warehouse_uuid", "version", "code", "x_mm", "y_mm", "is_turned"])
    .where("provider_uuid", "=", providerUuid)
    .where("shelf_uuid", "=", shelfUuid)
    .forUpdate()
    .executeTakeFirst();
}

/** Changes a shelf that is still as it was read; its locations move along, and turn with it. */
export async function changeShelf(
  tx: Tx,
  providerUuid: string,
  { shelf_uuid, version, ...columns }: ParsedInputOf<typeof updateShelf>,
): Done<{ version: number }> {
  const shelf = await shelfOf(tx, providerUuid, shelf_uuid);
  if (shelf === undefined) return refuse("notFound");
  if (shelf.version !== version) return refuse("changedMeanwhile");
  return unlessTaken(async () => {
    await tx
      .updateTable("shelf")
      .set({ ...columns, version: version + 1 })
      .where("provider_uuid", "=", providerUuid)
      .where("shelf_uuid", "=", shelf_uuid)
      .execute();
    // What was along the front is across it once the shelf is turned.
    const isTurning = shelf.is_turned !== columns.is_turned;
    const [x, y] = isTurning
      ? [sql`y_mm - ${shelf.y_mm}`, sql`x_mm - ${shelf.x_mm}`]
      : [sql`x_mm - ${shelf.x_mm}`, sql`y_mm - ${shelf.y_mm}`];
    await sql`update location set x_mm = greatest(0, ${columns.x_mm} + ${x}), y_mm = greatest(0, ${columns.y_mm} + ${y})
      where provider_uuid = ${providerUuid} and shelf_uuid = ${shelf_uuid}`.execute(tx);
    await tellChanged(tx, providerUuid, shelf.warehouse_uuid);
    return ok({ version: version + 1 });
  });
}

/** Deletes a shelf without locations. @returns its code */
export async function removeShelf(tx: Tx, providerUuid: string, shelfUuid: string): Done<{ code: string }> {
  const shelf = await shelfOf(tx, providerUuid, shelfUuid);
  if (shelf === undefined) return refuse("notFound");
  const removed = await deleteUnlessUsed(
    () => tx.deleteFrom("shelf").where("provider_uuid", "=", providerUuid).where("shelf_uuid", "=", shelfUuid).execute(),
    "warehouses.shelfHasLocations",
  );
  if (!removed.ok) return removed;
  await tellChanged(tx, providerUuid, shelf.warehouse_uuid);
  return ok({ code: shelf.code });
}

/** Puts shelves of one warehouse to other places, all of them or none, their locations with them. */
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
  await tellChanged(tx, providerUuid, warehouse_uuid);
  return ok({ placed: found.length });
}
