import { sql } from "kysely";
import { ok } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { Condition } from "#src/warehouse/stock/stock.rules.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { postMovements } from "#server/warehouse/stock/ledger.commands.ts";
import type { LedgerRefusal } from "#server/warehouse/stock/ledger.commands.ts";
import { orderSource } from "../orders/allocate.commands.ts";
import type { LockedOrder } from "../orders/locked-orders.commands.ts";
import type { OrderScope } from "../orders/order-scope.ts";

/** How picked pieces that are missing or damaged are set apart until somebody has checked them. */
const conditionAfter: Readonly<Record<"missing" | "damaged", Condition>> = { missing: "quarantined", damaged: "damaged" };

/** Pieces of a SKU and lot that are missing or damaged. */
interface PiecesApart {
  readonly variant_uuid: string;
  readonly lot: string;
  readonly quantity: number;
  readonly reason: "missing" | "damaged";
}

interface ReservedPieces {
  readonly reservation_uuid: string;
  readonly line: number;
  readonly part: number;
  readonly owner_uuid: string;
  readonly location_uuid: string;
  readonly quantity: number;
  /** pieces of it that are missing */
  readonly missing: number;
}

/**
 * Ends the reservations of an order's missing pieces, and reserves again what is there of them. The missing pieces get a condition in which nothing is allocated from them.
 * @returns where the first of them should have been
 */
export async function setApart(
  scope: OrderScope,
  { order_uuid, warehouse_uuid }: Pick<LockedOrder, "order_uuid" | "warehouse_uuid">,
  source: { readonly type: string; readonly uuid: string },
  { variant_uuid, lot, quantity, reason }: PiecesApart,
): Promise<Result<string, LedgerRefusal>> {
  const { tx, providerUuid, userUuid, now } = scope;
  const { rows } = await sql<Omit<ReservedPieces, "missing">>`
    select reservation_uuid, source_line as line, part, owner_uuid, location_uuid, quantity from reservation
    where provider_uuid = ${providerUuid} and source_type = ${orderSource} and source_uuid = ${order_uuid} and variant_uuid = ${variant_uuid} and lot = ${lot}
      and status = 'open'
    order by reservation_uuid for no key update`.execute(tx);
  const touched: ReservedPieces[] = [];
  let rest = quantity;
  for (const row of rows) {
    const missing = Math.min(rest, row.quantity);
    if (missing > 0) touched.push({ ...row, missing });
    rest -= missing;
  }
  const [first] = touched;
  if (first === undefined || rest > 0) throw new Error("picking: fewer pieces are reserved than were picked");
  const [, posted] = await Promise.all([
    sql`update reservation set status = 'released', ended_at = ${now}
      where provider_uuid = ${providerUuid} and reservation_uuid = any (${touched.map((row) => row.reservation_uuid)}::uuid[])`.execute(tx),
    postMovements(
      tx,
      { providerUuid, userUuid, now },
      touched.map(({ owner_uuid, location_uuid, missing }, at) => ({
        source: { ...source, line: at + 1 },
        variantUuid: variant_uuid,
        ownerUuid: owner_uuid,
        warehouseUuid: warehouse_uuid ?? "",
        lot,
        quantity: missing,
        from: { place: "location", locationUuid: location_uuid, condition: "good" },
        to: { place: "location", locationUuid: location_uuid, condition: conditionAfter[reason] },
      })),
    ),
  ]);
  if (!posted.ok) return posted;
  const staying = touched.flatMap((row) => (row.quantity > row.missing ? [{ ...row, id: newId(), left: row.quantity - row.missing }] : []));
  if (staying.length > 0)
    await sql`insert into reservation (provider_uuid, reservation_uuid, source_type, source_uuid, source_line, part, variant_uuid, warehouse_uuid,
        location_uuid, owner_uuid, lot, condition, quantity, created_at)
      select ${providerUuid}::uuid, r.id, ${orderSource}, ${order_uuid}::uuid, r.line, r.part, ${variant_uuid}::uuid, ${warehouse_uuid}::uuid, r.location_uuid,
        r.owner_uuid, ${lot}, 'good', r."left", ${now}
      from jsonb_to_recordset(${JSON.stringify(staying)}::jsonb) as r (id uuid, line integer, part smallint, location_uuid uuid, owner_uuid uuid,
        "left" integer)`.execute(tx);
  return ok(first.location_uuid);
}
