import { sql } from "kysely";
import type { RefusedRow } from "#src/kit/api/batch.ts";
import type { RefusalName } from "#src/kit/api/codes.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { canDo, getNextStatus } from "#src/outbound/orders/orders.machine.ts";
import { holdKinds, mostLines, normalizeAddress } from "#src/outbound/orders/orders.rules.ts";
import type { HoldKind } from "#src/outbound/orders/orders.rules.ts";
import { toRefusedRow } from "#server/platform/http/batch.ts";
import { releaseStockOf } from "./allocate.commands.ts";
import { lockAndReadCredit } from "./credit.commands.ts";
import { deleteDemand } from "./demand.commands.ts";
import { lockOrders, saveOrders } from "./locked-orders.commands.ts";
import type { LockedOrder } from "./locked-orders.commands.ts";
import { findHeadRefusals, joinHeads } from "./merge-heads.ts";
import type { OrderHead } from "./merge-heads.ts";
import type { OrderScope } from "./order-scope.ts";
import { estimateAnew } from "./reprice.commands.ts";
import { allocateAnew, copyAllLines } from "./split.commands.ts";

interface MergeRow extends OrderHead {
  readonly consignee: string;
  readonly address: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
}

/** Reads what decides whether orders can be merged, in the order in which they are named. */
async function readRows({ tx, providerUuid }: OrderScope, orderUuids: readonly string[]): Promise<MergeRow[]> {
  const { rows } = await sql<MergeRow>`
    select o.order_uuid, o.channel_uuid, o.cod_type, o.cod_cents, o.cod_currency, o.ioss_number, o.vat_number, o.weight_grams, o.remark, o.delay_until,
      o.due_at, o.priority, o.payment_status, o.total_cents, o.currency,
      o.split_from_uuid, r.consignee, r.address, r.city, r.state, r.zip
    from sales_order o join order_recipient r on r.provider_uuid = o.provider_uuid and r.order_uuid = o.order_uuid
    where o.provider_uuid = ${providerUuid} and o.order_uuid = any (${[...orderUuids]}::uuid[])
    order by array_position(${[...orderUuids]}::uuid[], o.order_uuid)`.execute(tx);
  return rows;
}

/** Whether two orders are of one owner, to one country from one warehouse, and as far as each other. */
function areAlike(one: LockedOrder, other: LockedOrder): boolean {
  return (
    one.owner_uuid === other.owner_uuid &&
    one.warehouse_uuid === other.warehouse_uuid &&
    one.kind === other.kind &&
    one.country === other.country &&
    // What is submitted is confirmed as a whole; what is confirmed stays confirmed.
    getNextStatus(one.status, "merge") === getNextStatus(other.status, "merge")
  );
}

const toAddress = ({ consignee, address, city, state, zip }: MergeRow): string => normalizeAddress([consignee, address, city, state, zip]);

/** Lists the orders that cannot be merged with the first of them, each with the reason. */
function listRefused(orders: readonly LockedOrder[], rows: readonly MergeRow[], role: OrderScope["role"]): RefusedRow[] {
  const [target] = orders;
  const wrong = orders.filter(({ status }) => role === "system" || !canDo(role, "merge", status));
  if (target === undefined || wrong.length > 0) return wrong.map(({ order_uuid }) => toRefusedRow(order_uuid, "orders.wrongState"));
  const byOrder = new Map(rows.map((row) => [row.order_uuid, toAddress(row)]));
  const address = byOrder.get(target.order_uuid);
  const elsewhere = orders.filter((order) => !areAlike(target, order) || byOrder.get(order.order_uuid) !== address);
  if (elsewhere.length > 0) return elsewhere.map(({ order_uuid }) => toRefusedRow(order_uuid, "orders.differentAddress"));
  return [...findHeadRefusals(rows)].map(([uuid, refusal]) => toRefusedRow(uuid, refusal));
}

/** Adds the others to the orders that cannot be merged, for then none is: whoever asked sees all of them as failed. */
function refuseAll(orders: readonly LockedOrder[], refused: readonly RefusedRow[]): RefusedRow[] {
  const byOrder = new Map(refused.map((row) => [row.order_id, row]));
  return orders.map(({ order_uuid }) => byOrder.get(order_uuid) ?? toRefusedRow(order_uuid, "orders.notMerged"));
}

/** Writes to an order what the heads of all merged ones come to, besides what its change saves. */
async function saveHead({ tx, providerUuid }: OrderScope, orderUuid: string, head: ReturnType<typeof joinHeads>): Promise<void> {
  const { cod_type, cod_cents, cod_currency, ioss_number, vat_number, weight_grams, remark, payment_status, total_cents, currency } = head;
  await tx
    .updateTable("sales_order")
    .set({
      cod_type,
      cod_cents,
      cod_currency,
      ioss_number,
      vat_number,
      weight_grams,
      remark,
      payment_status,
      total_cents,
      currency,
      length_mm: null,
      width_mm: null,
      height_mm: null,
    })
    .where("provider_uuid", "=", providerUuid)
    .where("order_uuid", "=", orderUuid)
    .execute();
}

/** Whether a merged order must wait for payment: it costs more than its parts, and more than its owner may spend. */
async function exceedsCredit(scope: OrderScope, orders: readonly LockedOrder[], estimateCents: number | null): Promise<boolean> {
  const [owner] = orders;
  const before = orders.reduce((sum, { estimate_cents }) => sum + (estimate_cents ?? 0), 0);
  if (owner === undefined || estimateCents === null || estimateCents <= before) return false;
  const left = (await lockAndReadCredit(scope, [owner.owner_uuid])).get(owner.owner_uuid) ?? 0;
  return left + before - estimateCents < 0;
}

/** What came of a merge: the order that the others were merged into; or all of them with the reasons, and nothing was done. */
export type Merged = { readonly order: LockedOrder; readonly done: number } | { readonly order: null; readonly failed: RefusedRow[] };

/**
 * Merges orders of one owner to the same address and warehouse into the first of them, with the cash, remarks and delays of all (see `joinHeads`), and
 * estimates it anew. What was reserved is released, and the merged order gets stock again; holds of any of them stay.
 */
export async function merge(scope: OrderScope, orderIds: readonly string[]): Promise<Result<Merged, RefusalName>> {
  const uuids = [...new Set(orderIds.map((id) => id.toLowerCase()))];
  const found = new Map((await lockOrders(scope, uuids)).map((order) => [order.order_uuid, order]));
  const orders = uuids.flatMap((uuid) => found.get(uuid) ?? []);
  if (orders.length < uuids.length) return refuse("notFound");
  const [target, ...others] = orders;
  if (target === undefined || others.length === 0) return refuse("orders.differentAddress");
  const rows = await readRows(scope, uuids);
  const refused = listRefused(orders, rows, scope.role);
  if (refused.length > 0) return ok({ order: null, failed: refuseAll(orders, refused) });
  if (orders.reduce((sum, { line_count }) => sum + line_count, 0) > mostLines) return refuse("orders.tooManyLines");
  await releaseStockOf(scope, orders);
  await deleteDemand(scope, uuids);
  const otherUuids = others.map(({ order_uuid }) => order_uuid);
  await copyAllLines(scope, otherUuids, target.order_uuid);
  const head = joinHeads(rows);
  await saveHead(scope, target.order_uuid, head);
  const { channel_uuid, delay_until, due_at, priority } = head;
  const estimates = await estimateAnew(scope, [{ ...target, channel_uuid }]);
  if (!estimates.ok) return estimates;
  const estimate = estimates.value.get(target.order_uuid);
  const isBeyond = await exceedsCredit(scope, orders, estimate?.estimate_cents ?? null);
  const status = getNextStatus(target.status, "merge") ?? target.status;
  const held = new Set<HoldKind>([...orders.flatMap((order) => order.holds), ...(isBeyond ? (["payment"] as const) : [])]);
  const holds = holdKinds.filter((kind) => held.has(kind));
  const counts = {
    line_count: orders.reduce((sum, { line_count }) => sum + line_count, 0),
    piece_count: orders.reduce((sum, { piece_count }) => sum + piece_count, 0),
  };
  const [saved] = await saveOrders(scope, [
    {
      order: target,
      event: "merge",
      set: { status, holds, allocated_at: null, channel_uuid, delay_until, due_at, priority, ...counts, ...estimate },
      ...(isBeyond ? { detail: { hold: "payment" as const } } : {}),
    },
    ...others.map((order) => ({
      order,
      event: "merge_into" as const,
      set: { status: "merged" as const, merged_into_uuid: target.order_uuid, ended_at: scope.now, holds: [] },
      detail: { other_order: target.order_number },
    })),
  ]);
  if (saved === undefined) throw new Error("orders: a merged order was not saved");
  if (status === "confirmed") await allocateAnew(scope, [target.order_uuid]);
  return ok({ order: saved, done: orders.length });
}
