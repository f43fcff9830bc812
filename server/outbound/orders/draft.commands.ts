import { sql } from "kysely";
import type { RefusalName } from "#src/kit/api/codes.ts";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { createOrder, updateOrder } from "#src/outbound/orders/order-writes.contract.ts";
import { countChannels } from "#server/carriers/channels/channels.queries.ts";
import { canDo } from "#src/outbound/orders/orders.machine.ts";
import { takeNextNumber } from "#server/platform/db/document-number.commands.ts";
import { getViolatedUnique } from "#server/platform/db/violations.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { findNamedOwner } from "#server/warehouse/goods/owners.queries.ts";
import { findWarehouse } from "#server/warehouse/warehouses/warehouses.queries.ts";
import { lockOrder } from "./locked-orders.commands.ts";
import { publishOrders, writeOrderEvents } from "./order-events.commands.ts";
import { insertLines, resolveLines } from "./order-lines.commands.ts";
import type { ResolvedLine } from "./order-lines.commands.ts";
import type { OrderScope } from "./order-scope.ts";

type Head = Omit<ParsedInputOf<typeof createOrder>, "provider_uuid" | "owner_uuid" | "lines" | "recipient">;
type Recipient = ParsedInputOf<typeof createOrder>["recipient"];

/** The columns of an order that its owner fills in. */
function toHeadColumns(head: Head, lines: readonly Pick<ResolvedLine, "quantity">[]) {
  return {
    kind: head.kind,
    reference: head.reference,
    warehouse_uuid: head.warehouse_uuid,
    channel_uuid: head.channel_uuid,
    payment_status: head.payment_status,
    country: head.country,
    ordered_at: head.ordered_at === null ? null : new Date(head.ordered_at),
    total_cents: head.total_cents,
    currency: head.currency,
    cod_type: head.cod_type,
    cod_cents: head.cod_cents,
    cod_currency: head.cod_currency,
    ioss_number: head.ioss_number,
    vat_number: head.vat_number,
    weight_grams: head.weight_grams,
    length_mm: head.length_mm,
    width_mm: head.width_mm,
    height_mm: head.height_mm,
    remark: head.remark,
    line_count: lines.length,
    piece_count: lines.reduce((sum, { quantity }) => sum + quantity, 0),
  };
}

/** Returns why a draft cannot name its warehouse: it must be one of the provider's that is open. */
async function findWarehouseRefusal({ tx, providerUuid }: OrderScope, warehouseUuid: string | null): Promise<RefusalName | null> {
  if (warehouseUuid === null) return null;
  const warehouse = await findWarehouse(tx, providerUuid, warehouseUuid);
  if (warehouse === null) return "notFound";
  return warehouse.is_closed ? "orders.warehouseClosed" : null;
}

/** Returns why a draft cannot name its channel: it must be one that the caller sees, or the one that the draft has. */
async function findChannelRefusal(
  { tx, providerUuid, retailerUuid }: OrderScope,
  channelUuid: string | null,
  current: string | null,
): Promise<RefusalName | null> {
  if (channelUuid === null || channelUuid.toLowerCase() === current) return null;
  return (await countChannels(tx, providerUuid, [channelUuid], retailerUuid === null)) === 1 ? null : "notFound";
}

async function saveRecipient({ tx, providerUuid }: OrderScope, orderUuid: string, ownerUuid: string, recipient: Recipient): Promise<void> {
  await tx
    .insertInto("order_recipient")
    .values({ provider_uuid: providerUuid, order_uuid: orderUuid, owner_uuid: ownerUuid, ...recipient })
    .onConflict((conflict) => conflict.constraint("order_recipient_pkey").doUpdateSet(recipient))
    .execute();
}

/** Runs a statement that may find the reference taken. */
async function orReferenceTaken<T>(work: () => Promise<T>): Promise<Result<T, "orders.referenceTaken">> {
  try {
    return ok(await work());
  } catch (error) {
    if (getViolatedUnique(error) === "sales_order_reference_key") return refuse("orders.referenceTaken");
    throw error;
  }
}

/**
 * Creates an order as a draft.
 * @returns its uuid and number; a refusal if the caller may not use the warehouse, the channel, the owner or a product
 */
export async function addOrder(
  scope: OrderScope,
  { recipient, lines: given, owner_uuid: named, ...head }: ParsedInputOf<typeof createOrder>,
): Promise<Result<{ order_uuid: string; order_number: string }, RefusalName>> {
  const { tx, providerUuid, userUuid, now } = scope;
  const owner_uuid = await findNamedOwner(tx, scope, named);
  if (owner_uuid === null) return refuse("notFound");
  const unfit = (await findWarehouseRefusal(scope, head.warehouse_uuid)) ?? (await findChannelRefusal(scope, head.channel_uuid, null));
  if (unfit !== null) return refuse(unfit);
  const lines = await resolveLines(scope, owner_uuid, given);
  if (!lines.ok) return lines;
  const order_uuid = newId();
  const order_number = await takeNextNumber(tx, providerUuid, "order", now);
  const row = { provider_uuid: providerUuid, order_uuid, order_number, owner_uuid, created_by: userUuid ?? providerUuid, created_at: now };
  const inserted = await orReferenceTaken(() =>
    tx
      .insertInto("sales_order")
      .values({ ...row, ...toHeadColumns(head, lines.value) })
      .execute(),
  );
  if (!inserted.ok) return inserted;
  await saveRecipient(scope, order_uuid, owner_uuid, recipient);
  await insertLines(scope, [{ order_uuid, owner_uuid, lines: lines.value }]);
  await writeOrderEvents(scope, [{ order_uuid, owner_uuid, event: "create", from_status: "", to_status: "draft" }]);
  await publishOrders(scope, [row]);
  return ok({ order_uuid, order_number });
}

/** Replaces a draft, lines included, if its version is still the given one. */
export async function changeOrder(
  scope: OrderScope,
  { order_uuid, version, recipient, lines: given, ...head }: ParsedInputOf<typeof updateOrder>,
): Promise<Result<{ order_uuid: string; order_number: string }, RefusalName>> {
  const { tx, providerUuid, role } = scope;
  const locked = await lockOrder(scope, order_uuid);
  if (locked === null) return refuse("notFound");
  if (role === "system" || !canDo(role, "update", locked.status)) return refuse("orders.wrongState");
  // A masked address would be saved as the address.
  if (!scope.seesRecipients) return refuse("forbidden");
  if (locked.version !== version) return refuse("changedMeanwhile");
  const unfit =
    (await findWarehouseRefusal(scope, head.warehouse_uuid)) ?? (await findChannelRefusal(scope, head.channel_uuid, locked.channel_uuid));
  if (unfit !== null) return refuse(unfit);
  const lines = await resolveLines(scope, locked.owner_uuid, given);
  if (!lines.ok) return lines;
  const updated = await orReferenceTaken(() =>
    tx
      .updateTable("sales_order")
      .set({ ...toHeadColumns(head, lines.value), version: version + 1 })
      .where("provider_uuid", "=", providerUuid)
      .where("order_uuid", "=", locked.order_uuid)
      .where("status", "=", locked.status)
      .where("version", "=", version)
      .executeTakeFirstOrThrow(),
  );
  if (!updated.ok) return updated;
  await saveRecipient(scope, locked.order_uuid, locked.owner_uuid, recipient);
  await tx.deleteFrom("order_line").where("provider_uuid", "=", providerUuid).where("order_uuid", "=", locked.order_uuid).execute();
  await insertLines(scope, [{ order_uuid: locked.order_uuid, owner_uuid: locked.owner_uuid, lines: lines.value }]);
  await publishOrders(scope, [locked]);
  return ok(locked);
}

/** Deletes a draft that was never submitted. */
export async function removeOrder(
  scope: OrderScope,
  { order_uuid, version }: { readonly order_uuid: string; readonly version: number },
): Promise<Result<{ order_uuid: string; order_number: string }, RefusalName>> {
  const { tx, providerUuid, role } = scope;
  const locked = await lockOrder(scope, order_uuid);
  if (locked === null) return refuse("notFound");
  if (role === "system" || !canDo(role, "delete", locked.status)) return refuse("orders.wrongState");
  if (locked.version !== version) return refuse("changedMeanwhile");
  const { rows } = await sql`select from order_event where provider_uuid = ${providerUuid} and order_uuid = ${locked.order_uuid}
    and event = 'submit' limit 1`.execute(tx);
  if (rows.length > 0) return refuse("orders.wrongState");
  await tx.deleteFrom("sales_order").where("provider_uuid", "=", providerUuid).where("order_uuid", "=", locked.order_uuid).execute();
  await publishOrders(scope, [locked]);
  return ok(locked);
}
