import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { RefusalName } from "#src/kit/api/codes.ts";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { cancelStocktake, createStocktake } from "#src/warehouse/stock/stocktake.contract.ts";
import { getNextStocktakeStatus } from "#src/warehouse/stock/stocktake.machine.ts";
import type { StocktakeEvent, StocktakeStatus } from "#src/warehouse/stock/stocktake.machine.ts";
import { getStepRefusal } from "#src/warehouse/stock/stocktake.rules.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { requireActor } from "#server/platform/http/context.ts";
import type { CallContext } from "#server/platform/http/context.ts";
import { takeNextNumber } from "#server/platform/db/document-number.commands.ts";
import { findWarehouse } from "#server/warehouse/warehouses/warehouses.queries.ts";
import { countLines, lockStocktake } from "./stocktake.queries.ts";
import type { LockedStocktake } from "./stocktake.queries.ts";

/** The most lines of one stocktake; more are planned as several. */
const mostLines = 100_000;

type Scope = ParsedInputOf<typeof createStocktake>;

/** Returns the provider of staff, who always have one. */
export function requireStaffProvider(context: CallContext): string {
  const { providerUuid } = requireActor(context);
  if (providerUuid === null) throw new Error("stock: a staff session has no provider");
  return providerUuid;
}

/** SQL for the locations `l` of a scope; ends in its conditions. */
function selectLocations(providerUuid: string, scope: Scope): RawBuilder<unknown> {
  const { warehouse_uuid, partition_uuid = null, shelf_uuid = null, from_location, to_location } = scope;
  const [from, to] = [from_location?.toUpperCase() ?? null, to_location?.toUpperCase() ?? null];
  return sql`location l left join shelf s on s.provider_uuid = l.provider_uuid and s.shelf_uuid = l.shelf_uuid
    where l.provider_uuid = ${providerUuid} and l.warehouse_uuid = ${warehouse_uuid}
      and (${partition_uuid}::uuid is null or s.partition_uuid = ${partition_uuid})
      and (${shelf_uuid}::uuid is null or l.shelf_uuid = ${shelf_uuid})
      and (${from}::text is null or l.barcode collate "C" >= ${from}) and (${to}::text is null or l.barcode collate "C" <= ${to})`;
}

/** Inserts a line for each balance in the scope, in one statement. @returns how many */
async function writeLines(tx: Tx, providerUuid: string, stocktakeUuid: string, scope: Scope): Promise<number> {
  const { warehouse_uuid, skus } = scope;
  const keys = skus.map((sku) => sku.toLowerCase());
  const { numAffectedRows } = await sql`
    insert into stocktake_line (provider_uuid, stocktake_uuid, line_uuid, location_uuid, variant_uuid, owner_uuid, lot, condition)
    select b.provider_uuid, ${stocktakeUuid}::uuid, gen_random_uuid(), b.location_uuid, b.variant_uuid, b.owner_uuid, b.lot, b.condition
    from stock_balance b
    where b.provider_uuid = ${providerUuid} and b.warehouse_uuid = ${warehouse_uuid} and b.quantity > 0
      and b.location_uuid in (select l.location_uuid from ${selectLocations(providerUuid, scope)})
      and (${keys.length === 0} or b.variant_uuid in (
        select v.variant_uuid from variant v where v.provider_uuid = ${providerUuid} and v.sku_key = any (${keys}::text[])))
    limit ${mostLines + 1}`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

/** Whether a scope names locations of the warehouse, which may be counted even if they are empty. */
async function hasLocation(tx: Tx, providerUuid: string, scope: Scope): Promise<boolean> {
  if (scope.skus.length > 0) return false;
  const { rows } = await sql<{ found: boolean }>`select exists (select from ${selectLocations(providerUuid, scope)}) as found`.execute(tx);
  return rows[0]?.found === true;
}

/** A stocktake that was planned. */
interface PlannedStocktake {
  readonly stocktakeUuid: string;
  /** what its audit row says */
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Adds a stocktake: a draft with a line for each balance in its scope. The expected quantity is read when a line is counted. */
export async function addStocktake(
  tx: Tx,
  { providerUuid, userUuid, now }: { readonly providerUuid: string; readonly userUuid: string; readonly now: Date },
  scope: Scope,
): Promise<Result<PlannedStocktake, "notFound" | "stock.nothingToCount" | "stock.tooManyLines">> {
  if ((await findWarehouse(tx, providerUuid, scope.warehouse_uuid)) === null) return refuse("notFound");
  const stocktakeUuid = newId();
  const number = await takeNextNumber(tx, providerUuid, "stocktake", now);
  await tx
    .insertInto("stocktake")
    .values({
      provider_uuid: providerUuid,
      stocktake_uuid: stocktakeUuid,
      stocktake_number: number,
      warehouse_uuid: scope.warehouse_uuid,
      is_blind: scope.is_blind,
      remark: scope.remark,
      partition_uuid: scope.partition_uuid ?? null,
      shelf_uuid: scope.shelf_uuid ?? null,
      from_location: scope.from_location?.toUpperCase() ?? null,
      to_location: scope.to_location?.toUpperCase() ?? null,
      is_by_sku: scope.skus.length > 0,
      created_by: userUuid,
      created_at: now,
    })
    .execute();
  const lines = await writeLines(tx, providerUuid, stocktakeUuid, scope);
  if (lines === 0 && !(await hasLocation(tx, providerUuid, scope))) return refuse("stock.nothingToCount");
  if (lines > mostLines) return refuse("stock.tooManyLines");
  const { provider_uuid: _provider, ...detail } = scope;
  return ok({ stocktakeUuid, detail: { ...detail, number, lines } });
}

/** Plans a stocktake for the signed-in user, with its audit row. */
export async function planStocktake(context: CallContext, scope: Scope): Promise<Result<string, RefusalName>> {
  const providerUuid = requireStaffProvider(context);
  const added = await addStocktake(context.tx, { providerUuid, userUuid: requireActor(context).userUuid, now: context.now }, scope);
  if (!added.ok) return added;
  await note(context, "stock.create-stocktake", added.value.stocktakeUuid, added.value.detail);
  return ok(added.value.stocktakeUuid);
}

/** Writes the audit row of a step of a stocktake. */
export async function note(
  { tx, ...context }: CallContext,
  action: string,
  stocktakeUuid: string,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  await writeAudit(tx, context, { action, subjectType: "stocktake", subjectUuid: stocktakeUuid, detail });
}

/** Locks a stocktake for a step that its status allows. @returns it, and its status after the step */
export async function lockForStep(
  context: CallContext,
  { stocktake_uuid, version }: ParsedInputOf<typeof cancelStocktake>,
  event: StocktakeEvent,
): Promise<Result<{ held: LockedStocktake; to: StocktakeStatus }, "notFound" | "changedMeanwhile" | "stock.wrongStep">> {
  const held = await lockStocktake(context.tx, requireStaffProvider(context), stocktake_uuid, "step");
  if (held === null) return refuse("notFound");
  const to = getNextStocktakeStatus(held.status, event);
  if (to === null) return refuse("stock.wrongStep");
  return held.version === version ? ok({ held, to }) : refuse("changedMeanwhile");
}

/** Saves the new status of a locked stocktake. */
export async function moveStocktake(context: CallContext, held: LockedStocktake, to: StocktakeStatus): Promise<void> {
  const isEnd = to === "approved" || to === "cancelled";
  await context.tx
    .updateTable("stocktake")
    .set({
      status: to,
      version: held.version + 1,
      ...(isEnd ? { ended_at: context.now } : {}),
      ...(to === "approved" ? { approved_by: requireActor(context).userUuid } : {}),
    })
    .where("provider_uuid", "=", requireStaffProvider(context))
    .where("stocktake_uuid", "=", held.stocktake_uuid)
    .execute();
}

/** Takes a step that posts nothing: starting, recounting, cancelling. */
export async function stepStocktake(
  context: CallContext,
  event: "start" | "recount" | "cancel",
  input: ParsedInputOf<typeof cancelStocktake>,
): Promise<Result<string, RefusalName>> {
  const step = await lockForStep(context, input, event);
  if (!step.ok) return step;
  const { held, to } = step.value;
  const { recount_count } = await countLines(context.tx, held);
  const problem = getStepRefusal({ status: held.status, recount_count }, event);
  if (problem !== null) return refuse(problem);
  await moveStocktake(context, held, to);
  await note(context, `stock.${event}-stocktake`, held.stocktake_uuid, { number: held.stocktake_number });
  return ok(held.stocktake_uuid);
}
