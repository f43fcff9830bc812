import { sql } from "kysely";
import type { RefusalName } from "#src/kit/api/codes.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { postMovements } from "#server/warehouse/stock/ledger.commands.ts";
import { allocate } from "../orders/allocate.commands.ts";
import type { LockedOrder } from "../orders/locked-orders.commands.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { openCases } from "./exception-case.commands.ts";
import type { CasePieces, LockedCase } from "./exception-case.commands.ts";

interface DamagedBalance {
  readonly owner_uuid: string;
  readonly warehouse_uuid: string;
  readonly lot: string;
  readonly quantity: number;
}

/** Lists the damaged pieces that a case has reported since it was opened, or last scrapped. */
async function listPieces({ tx, providerUuid }: OrderScope, { exception_uuid }: LockedCase): Promise<CasePieces[]> {
  const { rows } = await sql<CasePieces>`
    select d.variant_uuid, d.location_uuid, sum(d.quantity)::integer as quantity, 'damaged' as reason
    from exception_event e cross join lateral jsonb_to_record(e.detail) as d (variant_uuid uuid, location_uuid uuid, quantity integer, reason text)
    where e.provider_uuid = ${providerUuid} and e.exception_uuid = ${exception_uuid} and e.event in ('open', 'repeat') and d.reason = 'damaged'
      -- A case that was reopened has scrapped the earlier ones.
      and not exists (select from exception_event p where p.provider_uuid = e.provider_uuid and p.exception_uuid = e.exception_uuid and p.event = 'reopen'
        and p.event_uuid > e.event_uuid)
    group by 1, 2 order by 1, 2`.execute(tx);
  return rows;
}

/** Lists the damaged stock of a SKU in a place, the order's owner's first. Not locked: the ledger refuses what is gone when it is posted. */
async function listDamaged(
  { tx, providerUuid }: OrderScope,
  { variant_uuid, location_uuid }: CasePieces,
  ownerUuid: string,
): Promise<DamagedBalance[]> {
  const { rows } = await sql<DamagedBalance>`
    select owner_uuid, warehouse_uuid, lot, quantity from stock_balance
    where provider_uuid = ${providerUuid} and variant_uuid = ${variant_uuid} and location_uuid = ${location_uuid} and condition = 'damaged' and quantity > 0
    order by owner_uuid <> ${ownerUuid}, owner_uuid, lot`.execute(tx);
  return rows;
}

/**
 * Scraps the damaged pieces of an exception, and reserves others for the order if it still waits. Without others, an exception for the missing pieces is opened,
 * so that the order is not forgotten. Pieces that are no longer there are refused.
 */
export async function scrapDamaged(scope: OrderScope, order: LockedOrder, of: LockedCase): Promise<Result<null, RefusalName>> {
  const { tx, providerUuid, userUuid, now } = scope;
  const pieces = await listPieces(scope, of);
  let line = 0;
  for (const one of pieces) {
    let rest = one.quantity;
    for (const { owner_uuid, warehouse_uuid, lot, quantity } of await listDamaged(scope, one, order.owner_uuid)) {
      const taken = Math.min(rest, quantity);
      if (taken === 0) break;
      rest -= taken;
      line += 1;
      const from = { place: "location", locationUuid: one.location_uuid, condition: "damaged" } as const;
      const posted = await postMovements(tx, { providerUuid, userUuid, now }, [
        {
          // The version distinguishes a second scrapping after the case was reopened.
          source: { type: "exception-scrap", uuid: of.exception_uuid, line: of.version * 1000 + line },
          variantUuid: one.variant_uuid,
          ownerUuid: owner_uuid,
          warehouseUuid: warehouse_uuid,
          lot,
          quantity: taken,
          from,
          to: { place: "scrap", condition: "damaged" },
        },
      ]);
      if (!posted.ok) return posted;
    }
    if (rest > 0) return refuse("stock.notEnough");
  }
  if (order.status !== "confirmed" && order.status !== "short") return ok(null);
  const [after] = order.holds.length > 0 ? [order] : await allocate(scope, [order]);
  if (after?.status === "allocated") return ok(null);
  const { order_uuid, owner_uuid, warehouse_uuid } = order;
  const [missing] = pieces;
  await openCases(scope, [
    {
      type: "short",
      order_uuid,
      owner_uuid,
      warehouse_uuid,
      reason: "damaged",
      byRetailer: false,
      ...(missing === undefined ? {} : { pieces: missing }),
    },
  ]);
  return ok(null);
}
