import { sql } from "kysely";
import type { RefusalName } from "#src/api/codes.ts";
import type { ParsedInputOf } from "#src/api/define-call.ts";
import { ok, refuse } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import type { Condition } from "#src/stock/stock.rules.ts";
import type { approveStocktake, StocktakeLine } from "#src/stock/stocktake.contract.ts";
import { signedIn } from "#server/http/context.ts";
import type { CallContext } from "#server/http/context.ts";
import { postMovements } from "./ledger.commands.ts";
import type { Movement } from "./ledger.commands.ts";
import { keepLots } from "./lots.commands.ts";
import { heldForStep, moveStocktake, note, staffProvider } from "./stocktake.commands.ts";
import type { HeldStocktake } from "./stocktake.queries.ts";
import { lineDiffers, stocktakeLines } from "./stocktake-lines.queries.ts";

interface DifferingLine {
  line_uuid: string;
  /** from 1, the same however often it is asked */
  line: number;
  location_uuid: string;
  variant_uuid: string;
  owner_uuid: string;
  lot: string;
  condition: Condition;
  delta: number;
  /** what could be taken out there now: all that is not reserved */
  free: number;
}

interface Standing {
  is_uncounted: boolean;
  is_recount_wanted: boolean;
}

async function standing({ tx }: CallContext, providerUuid: string, { stocktake_uuid }: HeldStocktake): Promise<Standing> {
  const { rows } = await sql<Standing>`
    select coalesce(bool_or(coalesce(recounted, counted) is null), false) as is_uncounted,
      coalesce(bool_or(recounted is null and counted <> expected), false) as is_recount_wanted
    from stocktake_line where provider_uuid = ${providerUuid} and stocktake_uuid = ${stocktake_uuid}`.execute(tx);
  return rows[0] ?? { is_uncounted: false, is_recount_wanted: false };
}

async function differing({ tx }: CallContext, providerUuid: string, held: HeldStocktake): Promise<DifferingLine[]> {
  const { rows } = await sql<DifferingLine>`
    select stocktake_line.line_uuid, row_number() over (order by stocktake_line.line_uuid) as line, stocktake_line.location_uuid,
      stocktake_line.variant_uuid, stocktake_line.owner_uuid, stocktake_line.lot, stocktake_line.condition,
      coalesce(stocktake_line.recounted, stocktake_line.counted) - stocktake_line.expected as delta, coalesce(b.quantity - b.reserved, 0) as free
    from stocktake_line left join stock_balance b on b.provider_uuid = stocktake_line.provider_uuid
      and b.variant_uuid = stocktake_line.variant_uuid and b.warehouse_uuid = ${held.warehouse_uuid} and b.location_uuid = stocktake_line.location_uuid
      and b.owner_uuid = stocktake_line.owner_uuid and b.lot = stocktake_line.lot and b.condition = stocktake_line.condition
    where stocktake_line.provider_uuid = ${providerUuid} and stocktake_line.stocktake_uuid = ${held.stocktake_uuid} and ${lineDiffers}
    order by 2`.execute(tx);
  return rows;
}

function movementOf({ stocktake_uuid, stocktake_number, warehouse_uuid }: HeldStocktake, row: DifferingLine): Movement {
  const { condition, delta } = row;
  const place = { place: "location", locationUuid: row.location_uuid, condition } as const;
  const outside = { place: "adjustment", condition } as const;
  return {
    source: { type: "stocktake", uuid: stocktake_uuid, line: row.line },
    variantUuid: row.variant_uuid,
    ownerUuid: row.owner_uuid,
    warehouseUuid: warehouse_uuid,
    lot: row.lot,
    quantity: Math.abs(delta),
    reason: stocktake_number,
    from: delta > 0 ? outside : place,
    to: delta > 0 ? place : outside,
  };
}

async function post(context: CallContext, held: HeldStocktake, rows: readonly DifferingLine[]): Promise<Result<void, RefusalName>> {
  const providerUuid = staffProvider(context);
  const fresh = rows.filter(({ delta, lot }) => delta > 0 && lot !== "");
  await keepLots(
    context.tx,
    providerUuid,
    fresh.map(({ variant_uuid, owner_uuid, lot }) => ({ variantUuid: variant_uuid, ownerUuid: owner_uuid, lot, expiresOn: null })),
  );
  const ledger = { providerUuid, userUuid: signedIn(context).userUuid, now: context.now };
  return postMovements(
    context.tx,
    ledger,
    rows.map((row) => movementOf(held, row)),
  );
}

/**
 * Posts what a stocktake found: for each line the last count less what the ledger said at that moment, so that what moved since is kept.
 * @returns the stocktake's uuid, and the lines whose missing pieces are reserved or gone since; with any of those nothing is done
 */
export async function approveCounts(
  context: CallContext,
  { leave_uncounted, ...step }: ParsedInputOf<typeof approveStocktake>,
): Promise<Result<{ stocktakeUuid: string; blocked: StocktakeLine[] }, RefusalName>> {
  const taken = await heldForStep(context, step, "approve");
  if (!taken.ok) return taken;
  const providerUuid = staffProvider(context);
  const { held, to } = taken.value;
  const { stocktake_uuid: stocktakeUuid } = held;
  const { is_uncounted, is_recount_wanted } = await standing(context, providerUuid, held);
  if (is_recount_wanted) return refuse("stock.recountFirst");
  if (is_uncounted && !leave_uncounted) return refuse("stock.linesUncounted");
  const rows = await differing(context, providerUuid, held);
  const short = rows.filter(({ delta, free }) => free + delta < 0).map(({ line_uuid }) => line_uuid);
  if (short.length > 0) {
    const blocked = await stocktakeLines(context.tx, { providerUuid, stocktakeUuid, isBlind: false }, { lineUuids: short });
    return ok({ stocktakeUuid, blocked });
  }
  const posted = await post(context, held, rows);
  if (!posted.ok) return posted;
  await moveStocktake(context, held, to);
  const pieces = rows.reduce((sum, { delta }) => sum + delta, 0);
  await note(context, "stock.approve-stocktake", stocktakeUuid, { number: held.stocktake_number, differences: rows.length, pieces });
  return ok({ stocktakeUuid, blocked: [] });
}
