import type { RefusalName } from "#src/api/codes.ts";
import {
  adjustStock,
  changeCondition,
  listBalances,
  listMovements,
  listReconciliations,
  listStock,
  moveStock,
  reconcileStock,
  stockAges,
  stockAt,
  upsertLot,
} from "#src/stock/stock.contract.ts";
import { setLowStock } from "#src/stock/low-stock.contract.ts";
import { ok, refuse } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import { writeAudit } from "#server/audit/audit.commands.ts";
import { platform } from "#server/db/acting.ts";
import { namedOwner } from "#server/goods/owners.queries.ts";
import { variantOf } from "#server/goods/variants.queries.ts";
import { implement, signedIn } from "#server/http/context.ts";
import type { CallContext, Implementation } from "#server/http/context.ts";
import { stockAgesOf } from "./ages.queries.ts";
import { balancePage } from "./balances.queries.ts";
import { adjustByHand, changeConditionByHand, moveByHand, sayLot } from "./by-hand.commands.ts";
import { listMovementPage, getStockAt } from "./movements.queries.ts";
import type { MovementScope } from "./movements.queries.ts";
import { keepLowStock } from "./low-stock.commands.ts";
import { namedLocation } from "./location.queries.ts";
import { reconciliationPage } from "./reconciliation.queries.ts";
import { reconcileJob } from "./stock.jobs.ts";
import { stockPage } from "./stock.queries.ts";

const nothing = { result: [], total: 0, total_is_exact: true, next_cursor: null };

/** Whose goods are asked for: a retailer's own, or those that staff name; null where no provider lets a retailer in: it has none. */
async function scopeOf(context: CallContext, named: string | undefined): Promise<Result<MovementScope | null, "notFound">> {
  const { providerUuid, retailerUuid } = signedIn(context);
  if (providerUuid === null) return ok(null);
  const isRetailer = retailerUuid !== null;
  if (!isRetailer && named === undefined) return ok({ providerUuid, ownerUuid: null, isRetailer });
  const ownerUuid = await namedOwner(context.tx, { providerUuid, retailerUuid }, named);
  return ownerUuid === null ? refuse("notFound") : ok({ providerUuid, ownerUuid, isRetailer });
}

/** The location that is asked about; null where none is named. A retailer knows none; to staff, one that is not there holds nothing. */
async function askedLocation(
  context: CallContext,
  scope: MovementScope,
  code: string | undefined,
): Promise<Result<string | null, "notFound">> {
  if (code === undefined) return ok(null);
  const location = scope.isRetailer ? null : await namedLocation(context.tx, scope.providerUuid, code);
  return location === null ? refuse("notFound") : ok(location.location_uuid);
}

const stock = implement(listStock, async ({ owner_uuid, provider_uuid: _provider, ...asked }, context) => {
  const scope = await scopeOf(context, owner_uuid);
  if (!scope.ok) return scope;
  return scope.value === null ? ok(nothing) : stockPage(context.tx, scope.value, asked, context.now);
});

const balances = implement(listBalances, async ({ owner_uuid, location, provider_uuid: _provider, ...asked }, context) => {
  const scope = await scopeOf(context, owner_uuid);
  if (!scope.ok) return scope;
  if (scope.value === null) return ok(nothing);
  const at = await askedLocation(context, scope.value, location);
  if (!at.ok) return scope.value.isRetailer ? at : ok(nothing);
  return balancePage(context.tx, scope.value, at.value, asked);
});

const movements = implement(listMovements, async ({ owner_uuid, location, provider_uuid: _provider, ...asked }, context) => {
  const scope = await scopeOf(context, owner_uuid);
  if (!scope.ok) return scope;
  if (scope.value === null) return ok(nothing);
  const at = await askedLocation(context, scope.value, location);
  if (!at.ok) return scope.value.isRetailer ? at : ok(nothing);
  return listMovementPage(context.tx, scope.value, at.value, asked);
});

const standing = implement(stockAt, async ({ variant_uuid, location, at }, context) => {
  const scope = await scopeOf(context, undefined);
  if (!scope.ok) return scope;
  const moment = new Date(at);
  if (scope.value === null) return ok({ at: moment.toISOString(), result: [], is_complete: true });
  if (variant_uuid !== undefined && (await variantOf(context.tx, scope.value.providerUuid, variant_uuid)) === null)
    return refuse("notFound");
  const where = await askedLocation(context, scope.value, location);
  if (!where.ok) return where;
  const asked = { variantUuid: variant_uuid ?? null, locationUuid: where.value, at: moment };
  const { result, isComplete } = await getStockAt(context.tx, scope.value, asked);
  return ok({ at: moment.toISOString(), result, is_complete: isComplete });
});

const ages = implement(stockAges, async ({ owner_uuid, warehouse_uuid }, context) => {
  const scope = await scopeOf(context, owner_uuid);
  if (!scope.ok) return scope;
  return ok({ result: scope.value === null ? [] : await stockAgesOf(context.tx, scope.value, warehouse_uuid, context.now) });
});

const reconciliations = implement(listReconciliations, async (asked, context) => {
  const { providerUuid } = signedIn(context);
  return providerUuid === null ? ok(nothing) : reconciliationPage(context.tx, providerUuid, asked);
});

const reconcile = implement(reconcileStock, async (_input, context): Promise<Result<{ is_started: boolean }, RefusalName>> => {
  const { providerUuid } = signedIn(context);
  if (providerUuid === null) return refuse("notFound");
  await context.services.jobs.enqueue(context.tx, reconcileJob, platform, { provider_uuid: providerUuid }, { singletonKey: providerUuid });
  await writeAudit(context.tx, context, { action: reconcileStock.name, subjectType: "provider", subjectUuid: providerUuid });
  return ok({ is_started: true });
});

export const stockRoutes: readonly Implementation[] = [
  implement(moveStock, (input, context) => moveByHand(context, input)),
  implement(changeCondition, (input, context) => changeConditionByHand(context, input)),
  implement(adjustStock, (input, context) => adjustByHand(context, input)),
  implement(setLowStock, (input, context) => keepLowStock(context, input)),
  implement(upsertLot, (input, context) => sayLot(context, input)),
  stock,
  balances,
  movements,
  standing,
  ages,
  reconciliations,
  reconcile,
];
