import { sql } from "kysely";
import type { Permission } from "#src/kit/api/roles-and-permissions.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { voidMailedLinks } from "#server/company/accounts/one-time-link.commands.ts";
import { endSessions } from "#server/company/accounts/session.commands.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { recheckSockets } from "#server/platform/realtime/session-changes.commands.ts";
import { areProviderWarehouses } from "./bound-warehouses.queries.ts";
import { sortPermissions, selectOperators } from "./operators.queries.ts";

/** An operator's permissions before and after a change. */
export interface PermissionChange {
  readonly before: Permission[];
  readonly after: Permission[];
}

/** Replaces an operator's permissions. The caller must hold a lock on the operator's row. */
export async function replacePermissions(
  tx: Tx,
  providerUuid: string,
  userUuid: string,
  permissions: readonly Permission[],
): Promise<PermissionChange> {
  const removed = await tx
    .deleteFrom("operator_grant")
    .where("provider_uuid", "=", providerUuid)
    .where("user_uuid", "=", userUuid)
    .returning("permission")
    .execute();
  const after = sortPermissions(permissions);
  if (after.length > 0)
    await tx
      .insertInto("operator_grant")
      .values(after.map((permission) => ({ provider_uuid: providerUuid, user_uuid: userUuid, permission })))
      .execute();
  // The new permissions apply to the websocket now too: it makes no next request.
  await recheckSockets(tx, [userUuid]);
  return { before: sortPermissions(removed.map(({ permission }) => permission)), after };
}

/** The warehouses that an operator was and is bound to; none for all. */
export interface BindingChange {
  readonly before: string[];
  readonly after: string[];
}

/** Binds an operator to these warehouses; to none for all. The caller must hold a lock on the operator's row, and know that they are the provider's. */
export async function replaceWarehouses(
  tx: Tx,
  providerUuid: string,
  userUuid: string,
  warehouseUuids: readonly string[],
): Promise<BindingChange> {
  const removed = await tx
    .deleteFrom("operator_warehouse")
    .where("provider_uuid", "=", providerUuid)
    .where("user_uuid", "=", userUuid)
    .returning("warehouse_uuid")
    .execute();
  const after = [...new Set(warehouseUuids.map((uuid) => uuid.toLowerCase()))].toSorted();
  if (after.length > 0)
    await tx
      .insertInto("operator_warehouse")
      .values(after.map((warehouse_uuid) => ({ provider_uuid: providerUuid, user_uuid: userUuid, warehouse_uuid })))
      .execute();
  await recheckSockets(tx, [userUuid]);
  return { before: removed.map(({ warehouse_uuid }) => warehouse_uuid).toSorted(), after };
}

/** Sets an operator's permissions, and the warehouses if they are given, if the operator has not changed since it was read. They apply from the operator's next request on. */
export async function permit(
  tx: Tx,
  providerUuid: string,
  wish: { user_uuid: string; permissions: readonly Permission[]; warehouse_uuids?: readonly string[] | undefined; version: number },
): Promise<Result<PermissionChange & { readonly warehouses?: BindingChange }, "notFound" | "changedMeanwhile">> {
  const before = await selectOperators(tx, providerUuid)
    .select("version")
    .where("user_uuid", "=", wish.user_uuid)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (before === undefined) return refuse("notFound");
  if (before.version !== wish.version) return refuse("changedMeanwhile");
  const { warehouse_uuids: bound } = wish;
  if (bound !== undefined && !(await areProviderWarehouses(tx, providerUuid, bound))) return refuse("notFound");
  await tx
    .updateTable("app_user")
    .set({ version: wish.version + 1 })
    .where("user_uuid", "=", wish.user_uuid)
    .execute();
  const change = await replacePermissions(tx, providerUuid, wish.user_uuid, wish.permissions);
  return ok(bound === undefined ? change : { ...change, warehouses: await replaceWarehouses(tx, providerUuid, wish.user_uuid, bound) });
}

/**
 * Blocks operators, all of those named or none, or unblocks them. A blocked one's sessions and invitations end at once; one who had not accepted
 * yet is unblocked as invited, and needs a new invitation.
 * @returns the uuids of those that this changed
 */
export async function setBlocked(
  tx: Tx,
  providerUuid: string,
  { user_uuids, blocked }: { user_uuids: readonly string[]; blocked: boolean },
  now: Date,
): Promise<Result<string[], "notFound">> {
  const wanted = [...new Set(user_uuids.map((uuid) => uuid.toLowerCase()))];
  const found = await selectOperators(tx, providerUuid)
    .select(["user_uuid", "status"])
    .where("user_uuid", "in", wanted)
    .orderBy("user_uuid")
    .forNoKeyUpdate()
    .execute();
  if (found.length !== wanted.length) return refuse("notFound");
  const changed = found.filter(({ status }) => (status === "blocked") !== blocked).map(({ user_uuid }) => user_uuid);
  if (changed.length === 0) return ok([]);
  await tx
    .updateTable("app_user")
    .set((user) => ({
      status: blocked ? "blocked" : sql<string>`case when password_hash is null then 'invited' else 'active' end`,
      version: user("version", "+", 1),
    }))
    .where("user_uuid", "in", changed)
    .execute();
  if (blocked) {
    await endSessions(tx, { userUuids: changed }, now);
    for (const userUuid of changed) await voidMailedLinks(tx, { purpose: "operatorInvitation", userUuid, now });
  }
  return ok(changed);
}
