import { sql } from "kysely";
import type { RefusalName } from "#src/kit/api/codes.ts";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { assignTote, createWall, removeTote, updateWall } from "#src/outbound/sortation/sortation.contract.ts";
import { getSlotBarcode } from "#src/outbound/sortation/sortation.rules.ts";
import { getViolatedUnique } from "#server/platform/db/violations.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { lockLocationByBarcode } from "#server/warehouse/warehouses/locations.queries.ts";
import { lockWarehouse } from "#server/warehouse/warehouses/warehouses.queries.ts";
import { orderSource } from "../orders/allocate.commands.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { publishWall } from "./clear-emptied.commands.ts";
import { listToteRows } from "./walls.queries.ts";

/** A wall that this transaction has locked: until its end nobody else sorts at it. It is locked before any order. */
interface LockedWall {
  readonly wall_uuid: string;
  readonly warehouse_uuid: string;
  readonly name: string;
  readonly code: string;
  readonly row_count: number;
  readonly column_count: number;
  readonly is_active: boolean;
  readonly version: number;
}

/** Locks a wall; null if the caller may not see it. */
export async function lockWall(
  { tx, providerUuid }: Pick<OrderScope, "tx" | "providerUuid">,
  wallUuid: string,
): Promise<LockedWall | null> {
  const { rows } = await sql<LockedWall>`
    select wall_uuid, warehouse_uuid, name, code, row_count, column_count, is_active, version from sort_wall
    where provider_uuid = ${providerUuid} and wall_uuid = ${wallUuid} for no key update`.execute(tx);
  return rows[0] ?? null;
}

const refusals = {
  sort_wall_name_key: "sortation.nameTaken",
  sort_wall_code_key: "sortation.codeTaken",
  location_barcode_key: "warehouses.barcodeTaken",
} as const;

/** Runs work that needs free names; the database decides. @throws any other error of the work */
async function refuseTaken<T>(work: () => Promise<T>): Promise<Result<T, (typeof refusals)[keyof typeof refusals]>> {
  try {
    return ok(await work());
  } catch (error) {
    const violated = getViolatedUnique(error) ?? "";
    const known = Object.entries(refusals).find(([key]) => key === violated);
    if (known !== undefined) return refuse(known[1]);
    throw error;
  }
}

/** Adds the slots of a wall that it does not have yet, each a location. */
async function addSlots(
  { tx, providerUuid }: OrderScope,
  { wall_uuid, warehouse_uuid, code }: Pick<LockedWall, "wall_uuid" | "warehouse_uuid" | "code">,
  count: number,
): Promise<void> {
  const { rows } = await sql<{ last: number }>`select coalesce(max(slot_number), 0)::integer as last from wall_slot
    where provider_uuid = ${providerUuid} and wall_uuid = ${wall_uuid}`.execute(tx);
  const last = rows[0]?.last ?? 0;
  if (count <= last) return;
  const slots = Array.from({ length: count - last }, (_, at) => {
    const number = last + at + 1;
    return { number, id: newId(), barcode: getSlotBarcode(code, number) };
  });
  const json = JSON.stringify(slots);
  await sql`insert into location (provider_uuid, location_uuid, warehouse_uuid, barcode, type)
    select ${providerUuid}::uuid, r.id, ${warehouse_uuid}::uuid, r.barcode, 'slot' from jsonb_to_recordset(${json}::jsonb) as r (id uuid, barcode text)
    order by r.barcode`.execute(tx);
  await sql`insert into wall_slot (provider_uuid, wall_uuid, slot_number, warehouse_uuid, location_uuid)
    select ${providerUuid}::uuid, ${wall_uuid}::uuid, r.number, ${warehouse_uuid}::uuid, r.id
    from jsonb_to_recordset(${json}::jsonb) as r (number smallint, id uuid)`.execute(tx);
}

/** Creates a wall with its slots. @returns its uuid */
export async function makeWall(
  scope: OrderScope,
  { warehouse_uuid, name, code, row_count, column_count }: ParsedInputOf<typeof createWall>,
): Promise<Result<string, RefusalName>> {
  const { tx, providerUuid, now } = scope;
  const warehouse = await lockWarehouse(tx, providerUuid, warehouse_uuid);
  if (warehouse === null) return refuse("notFound");
  if (warehouse.is_closed) return refuse("warehouses.closed");
  return refuseTaken(async () => {
    const wall_uuid = newId();
    await sql`insert into sort_wall (provider_uuid, wall_uuid, warehouse_uuid, name, code, row_count, column_count, created_at)
      values (${providerUuid}, ${wall_uuid}, ${warehouse_uuid}, ${name}, ${code}, ${row_count}, ${column_count}, ${now})`.execute(tx);
    await addSlots(scope, { wall_uuid, warehouse_uuid, code }, row_count * column_count);
    await publishWall(scope, wall_uuid, warehouse_uuid);
    return wall_uuid;
  });
}

/** Whether orders lie in slots of a wall after the given one, or totes wait at it. */
async function isInUse({ tx, providerUuid }: OrderScope, wallUuid: string, afterSlot: number): Promise<boolean> {
  const { rows } = await sql`
    select from wall_slot where provider_uuid = ${providerUuid} and wall_uuid = ${wallUuid} and slot_number > ${afterSlot} and order_uuid is not null
    union all
    select from wall_tote where ${afterSlot}::integer = 0 and provider_uuid = ${providerUuid} and wall_uuid = ${wallUuid}`.execute(tx);
  return rows.length > 0;
}

/** Renames a wall, resizes it, or takes it out of use. @returns its uuid */
export async function changeWall(
  scope: OrderScope,
  { wall_uuid, version, name, row_count, column_count, is_active }: ParsedInputOf<typeof updateWall>,
): Promise<Result<string, RefusalName>> {
  const { tx, providerUuid } = scope;
  const wall = await lockWall(scope, wall_uuid);
  if (wall === null) return refuse("notFound");
  if (wall.version !== version) return refuse("changedMeanwhile");
  if (await isInUse(scope, wall_uuid, is_active ? row_count * column_count : 0)) return refuse("sortation.wallInUse");
  return refuseTaken(async () => {
    await sql`update sort_wall set name = ${name}, row_count = ${row_count}, column_count = ${column_count}, is_active = ${is_active}, version = version + 1
      where provider_uuid = ${providerUuid} and wall_uuid = ${wall_uuid}`.execute(tx);
    await addSlots(scope, wall, row_count * column_count);
    await publishWall(scope, wall_uuid, wall.warehouse_uuid);
    return wall_uuid;
  });
}

/** Assigns a tote to a wall. It can be moved to another one as long as none of its orders has a slot. */
export async function assign(
  scope: OrderScope,
  { tote: code, wall_uuid }: ParsedInputOf<typeof assignTote>,
): Promise<
  Result<
    { tote_uuid: string; tote: string; wall_name: string },
    | "notFound"
    | "sortation.wallClosed"
    | "sortation.toteUnknown"
    | "sortation.singlePieces"
    | "sortation.nothingToSort"
    | "sortation.elsewhere"
  >
> {
  const { tx, providerUuid, userUuid, now } = scope;
  const wall = await lockWall(scope, wall_uuid);
  if (wall === null) return refuse("notFound");
  if (!wall.is_active) return refuse("sortation.wallClosed");
  const tote = await lockLocationByBarcode(tx, providerUuid, code);
  if (tote?.type !== "tote" || tote.warehouse_uuid !== wall.warehouse_uuid) return refuse("sortation.toteUnknown");
  const tote_uuid = tote.location_uuid;
  const [goods] = await listToteRows(scope, { tote_uuid });
  if (goods?.needs === "single") return refuse("sortation.singlePieces");
  if (goods?.needs !== "wall") return refuse("sortation.nothingToSort");
  const begun = await sql`
    select 1 from reservation r join wall_slot s on s.provider_uuid = r.provider_uuid and s.order_uuid = r.source_uuid
    where r.provider_uuid = ${providerUuid} and r.location_uuid = ${tote_uuid} and r.source_type = ${orderSource} and r.status = 'open'
      and s.wall_uuid <> ${wall_uuid} limit 1`.execute(tx);
  if (begun.rows.length > 0) return refuse("sortation.elsewhere");
  await sql`insert into wall_tote (provider_uuid, tote_uuid, wall_uuid, warehouse_uuid, user_uuid, assigned_at)
    values (${providerUuid}, ${tote_uuid}, ${wall_uuid}, ${wall.warehouse_uuid}, ${userUuid}::uuid, ${now})
    on conflict (provider_uuid, tote_uuid) do update set wall_uuid = excluded.wall_uuid, user_uuid = excluded.user_uuid, assigned_at = excluded.assigned_at`.execute(
    tx,
  );
  await publishWall(scope, wall_uuid, wall.warehouse_uuid);
  if (goods.wall_uuid !== null && goods.wall_uuid !== wall_uuid) await publishWall(scope, goods.wall_uuid, wall.warehouse_uuid);
  return ok({ tote_uuid, tote: tote.barcode, wall_name: wall.name });
}

/** Takes back that a tote is sorted at a wall. */
export async function unassign(scope: OrderScope, { tote_uuid }: ParsedInputOf<typeof removeTote>): Promise<Result<string, "notFound">> {
  const { tx, providerUuid } = scope;
  const { rows } = await sql<{ wall_uuid: string; warehouse_uuid: string }>`
    delete from wall_tote where provider_uuid = ${providerUuid} and tote_uuid = ${tote_uuid} returning wall_uuid, warehouse_uuid`.execute(
    tx,
  );
  const [was] = rows;
  if (was === undefined) return refuse("notFound");
  await publishWall(scope, was.wall_uuid, was.warehouse_uuid);
  return ok(tote_uuid);
}
