import { sql } from "kysely";
import type { RefusalName } from "#src/kit/api/codes.ts";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { receiveParcel } from "#src/outbound/returns/returns-work.contract.ts";
import type { announceReturn, ReturnableLine } from "#src/outbound/returns/returns.contract.ts";
import { takeNextNumber } from "#server/platform/db/document-number.commands.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { findWarehouse } from "#server/warehouse/warehouses/warehouses.queries.ts";
import { openCase } from "../exceptions/exception-case.commands.ts";
import { lockOrder } from "../orders/locked-orders.commands.ts";
import { asPlatform } from "../orders/order-scope.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { publishReturn, writeReturnEvent } from "./locked-return.commands.ts";
import { hasLeft, listReturnable } from "./returnable.queries.ts";

/** A return that is written. */
interface NewReturn {
  readonly owner_uuid: string | null;
  readonly order_uuid: string | null;
  readonly warehouse_uuid: string;
  readonly status: "expected" | "arrived";
  readonly tracking_number: string;
  readonly reason: string;
  readonly remark: string;
  /** the exception of a parcel of nobody */
  readonly exception_number?: string;
  readonly lines: readonly (ReturnableLine & { readonly quantity: number })[];
}

/** Writes a return with its lines and its first event. The transaction acts as staff or the platform. @returns its uuid */
async function insertReturn(scope: OrderScope, number: string, { lines, ...of }: NewReturn): Promise<string> {
  const { tx, providerUuid, userUuid, now } = scope;
  const return_uuid = newId();
  const isExpected = of.status === "expected";
  await tx
    .insertInto("return_order")
    .values({
      ...of,
      provider_uuid: providerUuid,
      return_uuid,
      return_number: number,
      created_by: userUuid,
      created_at: now,
      expected_at: isExpected ? now : null,
      arrived_at: isExpected ? null : now,
    })
    .execute();
  const rows = lines.map(({ variant_uuid, stock_owner_uuid, sku, title, quantity }, index) => ({
    id: newId(),
    line_number: index + 1,
    variant_uuid,
    stock_owner_uuid,
    sku,
    title,
    expected: quantity,
  }));
  if (rows.length > 0)
    await sql`insert into return_line (provider_uuid, return_uuid, line_uuid, line_number, owner_uuid, warehouse_uuid, variant_uuid, stock_owner_uuid, sku, title, expected)
      select ${providerUuid}::uuid, ${return_uuid}::uuid, r.id, r.line_number, ${of.owner_uuid}::uuid, ${of.warehouse_uuid}::uuid, r.variant_uuid, r.stock_owner_uuid,
        r.sku, r.title, r.expected
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, line_number integer, variant_uuid uuid, stock_owner_uuid uuid, sku text, title text,
        expected integer)`.execute(tx);
  const named = { return_uuid, owner_uuid: of.owner_uuid, warehouse_uuid: of.warehouse_uuid };
  await writeReturnEvent(scope, named, { event: isExpected ? "announce" : "receive", from: "", to: of.status, message: of.remark });
  await publishReturn(scope, named);
  return return_uuid;
}

/** Chooses the lines of a return: the given ones, or everything that has not come back. */
function chooseLines(
  left: readonly ReturnableLine[],
  asked: ParsedInputOf<typeof announceReturn>["lines"],
): Result<(ReturnableLine & { quantity: number })[], RefusalName> {
  if (left.every((line) => line.left === 0)) return refuse("returns.nothingLeft");
  if (asked.length === 0) return ok(left.flatMap((line) => (line.left > 0 ? [{ ...line, quantity: line.left }] : [])));
  const keyOf = (line: { variant_uuid: string; stock_owner_uuid: string }): string =>
    `${line.variant_uuid} ${line.stock_owner_uuid}`.toLowerCase();
  const wanted = new Map<string, number>();
  for (const line of asked) wanted.set(keyOf(line), (wanted.get(keyOf(line)) ?? 0) + line.quantity);
  const chosen = left.flatMap((line) => {
    const quantity = wanted.get(keyOf(line));
    return quantity === undefined ? [] : [{ ...line, quantity }];
  });
  if (chosen.length < wanted.size) return refuse("notFound");
  return chosen.some((line) => line.quantity > line.left) ? refuse("returns.moreThanShipped") : ok(chosen);
}

/** Announces a return of a shipped order; the order is locked, so that two returns never expect the same piece. @returns the return's uuid */
export async function announce(
  scope: OrderScope,
  { order_uuid, lines, reason, remark, tracking_number }: ParsedInputOf<typeof announceReturn>,
): Promise<Result<string, RefusalName>> {
  const order = await lockOrder(scope, order_uuid);
  if (order === null) return refuse("notFound");
  if (order.warehouse_uuid === null || !(await hasLeft(scope, order))) return refuse("returns.notShipped");
  const chosen = chooseLines(await asPlatform(scope, (acting) => listReturnable(acting, order.order_uuid)), lines);
  if (!chosen.ok) return chosen;
  const of = {
    owner_uuid: order.owner_uuid,
    order_uuid: order.order_uuid,
    warehouse_uuid: order.warehouse_uuid,
    status: "expected",
    tracking_number: tracking_number.toUpperCase(),
    reason,
    remark,
    lines: chosen.value,
  } as const;
  const number = await takeNextNumber(scope.tx, scope.providerUuid, "return", scope.now);
  return ok(await asPlatform(scope, (acting) => insertReturn(acting, number, of)));
}

/** Records, as staff, a parcel that nobody announced. It has no lines until it is inspected. @returns the return's uuid */
export async function receive(
  scope: OrderScope,
  { warehouse_uuid, order_uuid, tracking_number, remark }: ParsedInputOf<typeof receiveParcel>,
): Promise<Result<string, RefusalName>> {
  const { tx, providerUuid, now } = scope;
  const order = order_uuid === undefined ? undefined : await lockOrder(scope, order_uuid);
  if (order === null || (await findWarehouse(tx, providerUuid, warehouse_uuid)) === null) return refuse("notFound");
  if (order !== undefined && !(await hasLeft(scope, order))) return refuse("returns.notShipped");
  const number = await takeNextNumber(tx, providerUuid, "return", now);
  // Staff must find out whose it is.
  const words = [number, tracking_number.toUpperCase(), remark].filter((word) => word !== "").join(" · ");
  const exception_number =
    order === undefined
      ? await openCase(scope, { type: "unknown_parcel", warehouse_uuid: warehouse_uuid.toLowerCase(), reason: words.slice(0, 500) })
      : "";
  const uuid = await insertReturn(scope, number, {
    exception_number,
    owner_uuid: order?.owner_uuid ?? null,
    order_uuid: order?.order_uuid ?? null,
    warehouse_uuid: warehouse_uuid.toLowerCase(),
    status: "arrived",
    tracking_number: tracking_number.toUpperCase(),
    reason: order?.status === "sent_back" ? "undeliverable" : "other",
    remark,
    lines: [],
  });
  return ok(uuid);
}
