import { sql } from "kysely";
import type { RefusalName } from "#src/kit/api/codes.ts";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { addReturnPhotos, arriveReturn, assignReturn } from "#src/outbound/returns/returns-work.contract.ts";
import type { cancelReturn } from "#src/outbound/returns/returns.contract.ts";
import { canDo } from "#src/outbound/returns/returns.machine.ts";
import type { ReturnEvent } from "#src/outbound/returns/returns.machine.ts";
import { mostReturnPhotos } from "#src/outbound/returns/returns.rules.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { resolveUnknownParcel } from "../exceptions/exception-case.commands.ts";
import { lockOrder } from "../orders/locked-orders.commands.ts";
import { asPlatform } from "../orders/order-scope.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { listStoredLines, lockReturn, saveReturn } from "./locked-return.commands.ts";
import type { LockedReturn } from "./locked-return.commands.ts";
import { hasLeft } from "./returnable.queries.ts";

type StepRefusal = "notFound" | "changedMeanwhile" | "returns.wrongState";

/** Locks a return for an event that the caller's role may make in its state. @param version as the caller saw it; undefined where a scan does not name it */
export async function lockFor(
  scope: OrderScope,
  { return_uuid, version }: { readonly return_uuid: string; readonly version?: number },
  event: ReturnEvent,
): Promise<Result<LockedReturn, StepRefusal>> {
  const of = await lockReturn(scope, return_uuid);
  if (of === null) return refuse("notFound");
  if (version !== undefined && of.version !== version) return refuse("changedMeanwhile");
  return scope.role === "system" || !canDo(scope.role, event, of.status) ? refuse("returns.wrongState") : ok(of);
}

/** Records that an expected return has arrived. */
export async function arrive(scope: OrderScope, { return_uuid }: ParsedInputOf<typeof arriveReturn>): Promise<Result<string, RefusalName>> {
  const of = await lockReturn(scope, return_uuid);
  if (of === null) return refuse("notFound");
  if (of.status === "arrived") return refuse("returns.arrivedAlready");
  if (of.status !== "expected") return refuse("returns.wrongState");
  await saveReturn(scope, of, { event: "arrive", set: { arrived_at: scope.now } });
  return ok(of.return_uuid);
}

/** Cancels a return of which nothing was counted. */
export async function cancel(scope: OrderScope, input: ParsedInputOf<typeof cancelReturn>): Promise<Result<string, RefusalName>> {
  const locked = await lockFor(scope, input, "cancel");
  if (!locked.ok) return locked;
  const of = locked.value;
  const lines = await asPlatform(scope, (acting) => listStoredLines(acting, of.return_uuid));
  if (lines.some(({ good, damaged }) => good + damaged > 0)) return refuse("returns.countedAlready");
  await saveReturn(scope, of, { event: "cancel", set: { ended_at: scope.now } });
  if (of.exception_number !== "") await resolveUnknownParcel(scope, of.exception_number);
  return ok(of.return_uuid);
}

/** Finds whose a parcel is: of the order with this number, or of the retailer that was chosen. */
async function findOwner(
  scope: OrderScope,
  { order_number, owner_uuid }: ParsedInputOf<typeof assignReturn>,
): Promise<Result<{ owner_uuid: string; order_uuid: string | null }, RefusalName>> {
  const { tx, providerUuid } = scope;
  if (order_number !== "") {
    const { rows } = await sql<{ order_uuid: string }>`
      select order_uuid from sales_order where provider_uuid = ${providerUuid} and order_number = ${order_number.toUpperCase()}`.execute(
      tx,
    );
    const order = rows[0] === undefined ? null : await lockOrder(scope, rows[0].order_uuid);
    if (order === null) return refuse("returns.ownerUnknown");
    return (await hasLeft(scope, order)) ? ok(order) : refuse("returns.notShipped");
  }
  const owner = owner_uuid?.toLowerCase();
  if (owner === undefined) return refuse("returns.ownerUnknown");
  const { rows } = await sql`
    select from retailer_provider where provider_uuid = ${providerUuid} and retailer_uuid = ${owner}`.execute(tx);
  return rows.length > 0 || owner === providerUuid ? ok({ owner_uuid: owner, order_uuid: null }) : refuse("notFound");
}

/** Assigns a parcel of nobody; its owner sees it, its photos and what happened to it from then on. */
export async function assign(scope: OrderScope, input: ParsedInputOf<typeof assignReturn>): Promise<Result<string, RefusalName>> {
  const { tx, providerUuid } = scope;
  // The order is locked before the return.
  const found = await findOwner(scope, input);
  const locked = await lockFor(scope, input, "assign");
  if (!locked.ok) return locked;
  const of = locked.value;
  if (of.owner_uuid !== null) return refuse("returns.assignedAlready");
  if (!found.ok) return found;
  const { owner_uuid, order_uuid } = found.value;
  for (const table of ["return_line", "return_photo", "return_event"] as const)
    await sql`update ${sql.table(table)} set owner_uuid = ${owner_uuid}::uuid
      where provider_uuid = ${providerUuid} and return_uuid = ${of.return_uuid}`.execute(tx);
  if (owner_uuid !== providerUuid)
    await sql`update file set retailer_uuid = ${owner_uuid}::uuid where provider_uuid = ${providerUuid}
      and file_uuid in (select p.file_uuid from return_photo p where p.provider_uuid = ${providerUuid} and p.return_uuid = ${of.return_uuid})`.execute(
      tx,
    );
  await saveReturn(scope, of, { event: "assign", set: { owner_uuid, order_uuid } });
  if (of.exception_number !== "") await resolveUnknownParcel(scope, of.exception_number);
  return ok(of.return_uuid);
}

/** Turns images that this user uploaded into photos of a return; null if one is not this user's own upload. */
async function claimUploads(
  { tx, providerUuid, userUuid }: OrderScope,
  { owner_uuid }: LockedReturn,
  filenames: readonly string[],
): Promise<string[] | null> {
  const wanted = [...new Set(filenames.map((name) => name.slice(0, name.indexOf("."))))];
  const files = await tx
    .updateTable("file")
    .set({ purpose: "photo", retailer_uuid: owner_uuid === providerUuid ? null : owner_uuid })
    .where("provider_uuid", "=", providerUuid)
    .where("file_uuid", "in", wanted)
    .where("user_uuid", "=", userUuid ?? "")
    .where("purpose", "=", "document")
    .where("retailer_uuid", "is", null)
    .where("expires_at", "is", null)
    .where("extension", "in", ["jpg", "png", "gif"])
    .returning("file_uuid")
    .execute();
  return files.length === wanted.length ? wanted : null;
}

/** Attaches uploaded images to a return, all or none. */
export async function photograph(scope: OrderScope, input: ParsedInputOf<typeof addReturnPhotos>): Promise<Result<string, RefusalName>> {
  const { tx, providerUuid, userUuid, now } = scope;
  const locked = await lockFor(scope, input, "photograph");
  if (!locked.ok) return locked;
  const of = locked.value;
  const { return_uuid, owner_uuid, warehouse_uuid } = of;
  const files = await claimUploads(scope, of, input.filenames);
  if (files === null || userUuid === null) return refuse("notFound");
  const { count } = await tx
    .selectFrom("return_photo")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("provider_uuid", "=", providerUuid)
    .where("return_uuid", "=", return_uuid)
    .executeTakeFirstOrThrow();
  if (count + files.length > mostReturnPhotos) return refuse("returns.tooManyPhotos");
  const common = { provider_uuid: providerUuid, return_uuid, owner_uuid, warehouse_uuid, taken_by: userUuid, at: now };
  await tx
    .insertInto("return_photo")
    .values(files.map((file_uuid) => ({ ...common, photo_uuid: newId(), file_uuid })))
    .execute();
  await saveReturn(scope, of, { event: "photograph", pieces: { sku: "", quantity: files.length } });
  return ok(return_uuid);
}
