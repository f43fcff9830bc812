import { sql } from "kysely";
import type { RefusalName } from "#src/kit/api/codes.ts";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { Condition } from "#src/warehouse/stock/stock.rules.ts";
import type { approveStocktake, StocktakeLine } from "#src/warehouse/stock/stocktake.contract.ts";
import { getStepRefusal } from "#src/warehouse/stock/stocktake.rules.ts";
import { requireActor } from "#server/platform/http/context.ts";
import type { CallContext } from "#server/platform/http/context.ts";
import { postMovements } from "./ledger.commands.ts";
import type { Movement } from "./ledger.commands.ts";
import { saveLots } from "./lots.commands.ts";
import { lockForStep, moveStocktake, note, requireStaffProvider } from "./stocktake.commands.ts";
import { countLines } from "./stocktake.queries.ts";
import type { LockedStocktake } from "./stocktake.queries.ts";
import { lineDiffers, nothingHidden, readStocktakeLines } from "./stocktake-lines.queries.ts";

interface DifferingLine {
  line_uuid: string;
  /** from 1, the same each time */
  line: number;
  location_uuid: string;
  variant_uuid: string;
  owner_uuid: string;
  lot: string;
  condition: Condition;
  delta: number;
  /** pieces that could be taken from there now: those not reserved */
  free: number;
}

type ApproveInput = ParsedInputOf<typeof approveStocktake>;

/** Returns why a stocktake cannot be approved: a recount is due, lines are uncounted, or the figures changed since the person saw them. */
async function getApprovalRefusal(
  { tx }: CallContext,
  held: LockedStocktake,
  {
    leave_uncounted,
    difference_count: shownDifferences,
    uncounted_count: shownUncounted,
  }: Omit<ApproveInput, "stocktake_uuid" | "version">,
): Promise<RefusalName | null> {
  const { recount_count, difference_count, line_count, counted_count } = await countLines(tx, held);
  const problem = getStepRefusal({ status: held.status, recount_count }, "approve");
  if (problem !== null) return problem;
  const uncounted = line_count - counted_count;
  if (uncounted > 0 && !leave_uncounted) return "stock.linesUncounted";
  const isAsShown = (shownDifferences ?? difference_count) === difference_count && (shownUncounted ?? uncounted) === uncounted;
  return isAsShown ? null : "changedMeanwhile";
}

async function differing({ tx }: CallContext, providerUuid: string, held: LockedStocktake): Promise<DifferingLine[]> {
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

function toMovement({ stocktake_uuid, stocktake_number, warehouse_uuid }: LockedStocktake, row: DifferingLine): Movement {
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

async function post(context: CallContext, held: LockedStocktake, rows: readonly DifferingLine[]): Promise<Result<void, RefusalName>> {
  const providerUuid = requireStaffProvider(context);
  const fresh = rows.filter(({ delta, lot }) => delta > 0 && lot !== "");
  await saveLots(
    context.tx,
    providerUuid,
    fresh.map(({ variant_uuid, owner_uuid, lot }) => ({ variantUuid: variant_uuid, ownerUuid: owner_uuid, lot, expiresOn: null })),
  );
  const ledger = { providerUuid, userUuid: requireActor(context).userUuid, now: context.now };
  const posted = await postMovements(
    context.tx,
    ledger,
    rows.map((row) => toMovement(held, row)),
  );
  if (!posted.ok) return posted;
  const found = rows.filter(({ delta }) => delta > 0).map(({ variant_uuid }) => variant_uuid);
  await context.services.followUps.stockFreed(context.tx, providerUuid, found);
  return posted;
}

/**
 * Posts the result of a stocktake: for each line, the last count minus the ledger's quantity at that moment, so that later movements are kept.
 * @returns the stocktake's uuid, and the lines whose missing pieces are reserved or gone since; if there are any, nothing is posted
 */
export async function approveCounts(
  context: CallContext,
  { stocktake_uuid, version, ...wish }: ApproveInput,
): Promise<Result<{ stocktakeUuid: string; blocked: StocktakeLine[] }, RefusalName>> {
  const taken = await lockForStep(context, { stocktake_uuid, version }, "approve");
  if (!taken.ok) return taken;
  const providerUuid = requireStaffProvider(context);
  const { held, to } = taken.value;
  const stocktakeUuid = held.stocktake_uuid;
  const problem = await getApprovalRefusal(context, held, wish);
  if (problem !== null) return refuse(problem);
  const rows = await differing(context, providerUuid, held);
  const short = rows.filter(({ delta, free }) => free + delta < 0).map(({ line_uuid }) => line_uuid);
  if (short.length > 0) {
    const blocked = await readStocktakeLines(context.tx, { providerUuid, stocktakeUuid, ...nothingHidden }, { lineUuids: short });
    return ok({ stocktakeUuid, blocked });
  }
  const posted = await post(context, held, rows);
  if (!posted.ok) return posted;
  await moveStocktake(context, held, to);
  const pieces = rows.reduce((sum, { delta }) => sum + delta, 0);
  await note(context, "stock.approve-stocktake", stocktakeUuid, { number: held.stocktake_number, differences: rows.length, pieces });
  return ok({ stocktakeUuid, blocked: [] });
}
