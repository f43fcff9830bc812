import type { RefusalName } from "#src/kit/api/codes.ts";
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
} from "#src/warehouse/stock/stock.contract.ts";
import { setLowStock } from "#src/warehouse/stock/low-stock.contract.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import { platform } from "#server/platform/db/row-security.ts";
import { findNamedOwner } from "#server/warehouse/goods/owners.queries.ts";
import { findVariant } from "#server/warehouse/goods/variants.queries.ts";
import { implement, requireActor } from "#server/platform/http/context.ts";
import type { CallContext, Implementation } from "#server/platform/http/context.ts";
import { getStockAges } from "./ages.queries.ts";
import { balancePage } from "./balances.queries.ts";
import { adjustByHand, changeConditionByHand, moveByHand, setLotDay } from "./manual-stock-changes.commands.ts";
import { listMovementPage, getStockAt } from "./movements.queries.ts";
import type { MovementScope } from "./movements.queries.ts";
import { saveLowStock } from "./low-stock.commands.ts";
import { findNamedLocation } from "./location.queries.ts";
import { readReconciliationPage } from "./reconciliation.queries.ts";
import { reconcileJob } from "./reconciliation.jobs.ts";
import { readStockPage } from "./stock.queries.ts";

const nothing = { result: [], total: 0, total_is_exact: true, next_cursor: null };

/** Returns whose goods are listed: a retailer's own, or those that staff choose; null for a retailer without a provider. */
async function getScope(context: CallContext, named: string | undefined): Promise<Result<MovementScope | null, "notFound">> {
  const { providerUuid, retailerUuid } = requireActor(context);
  if (providerUuid === null) return ok(null);
  const isRetailer = retailerUuid !== null;
  if (!isRetailer && named === undefined) return ok({ providerUuid, ownerUuid: null, isRetailer });
  const ownerUuid = await findNamedOwner(context.tx, { providerUuid, retailerUuid }, named);
  return ownerUuid === null ? refuse("notFound") : ok({ providerUuid, ownerUuid, isRetailer });
}

/** Returns the requested location; null if none is given. A retailer cannot ask for one; an unknown one holds nothing. */
async function findRequestedLocation(
  context: CallContext,
  scope: MovementScope,
  code: string | undefined,
): Promise<Result<string | null, "notFound">> {
  if (code === undefined) return ok(null);
  const location = scope.isRetailer ? null : await findNamedLocation(context.tx, scope.providerUuid, code);
  return location === null ? refuse("notFound") : ok(location.location_uuid);
}

const stock = implement(listStock, async ({ owner_uuid, provider_uuid: _provider, ...asked }, context) => {
  const scope = await getScope(context, owner_uuid);
  if (!scope.ok) return scope;
  return scope.value === null ? ok(nothing) : readStockPage(context.tx, scope.value, asked, context.now);
});

const balances = implement(listBalances, async ({ owner_uuid, location, provider_uuid: _provider, ...asked }, context) => {
  const scope = await getScope(context, owner_uuid);
  if (!scope.ok) return scope;
  if (scope.value === null) return ok(nothing);
  const at = await findRequestedLocation(context, scope.value, location);
  if (!at.ok) return scope.value.isRetailer ? at : ok(nothing);
  return balancePage(context.tx, scope.value, at.value, asked);
});

const movements = implement(listMovements, async ({ owner_uuid, location, provider_uuid: _provider, ...asked }, context) => {
  const scope = await getScope(context, owner_uuid);
  if (!scope.ok) return scope;
  if (scope.value === null) return ok(nothing);
  const at = await findRequestedLocation(context, scope.value, location);
  if (!at.ok) return scope.value.isRetailer ? at : ok(nothing);
  return listMovementPage(context.tx, scope.value, at.value, asked);
});

const standing = implement(stockAt, async ({ variant_uuid, location, at }, context) => {
  const scope = await getScope(context, undefined);
  if (!scope.ok) return scope;
  const moment = new Date(at);
  if (scope.value === null) return ok({ at: moment.toISOString(), result: [], is_complete: true });
  if (variant_uuid !== undefined && (await findVariant(context.tx, scope.value.providerUuid, variant_uuid)) === null)
    return refuse("notFound");
  const where = await findRequestedLocation(context, scope.value, location);
  if (!where.ok) return where;
  const asked = { variantUuid: variant_uuid ?? null, locationUuid: where.value, at: moment };
  const { result, isComplete } = await getStockAt(context.tx, scope.value, asked);
  return ok({ at: moment.toISOString(), result, is_complete: isComplete });
});

const ages = implement(stockAges, async ({ owner_uuid, warehouse_uuid }, context) => {
  const scope = await getScope(context, owner_uuid);
  if (!scope.ok) return scope;
  return ok({ result: scope.value === null ? [] : await getStockAges(context.tx, scope.value, warehouse_uuid, context.now) });
});

const reconciliations = implement(listReconciliations, async (asked, context) => {
  const { providerUuid } = requireActor(context);
  return providerUuid === null ? ok(nothing) : readReconciliationPage(context.tx, providerUuid, asked);
});

const reconcile = implement(reconcileStock, async (_input, context): Promise<Result<{ is_started: boolean }, RefusalName>> => {
  const { providerUuid } = requireActor(context);
  if (providerUuid === null) return refuse("notFound");
  await context.services.jobs.enqueue(context.tx, reconcileJob, platform, { provider_uuid: providerUuid }, { singletonKey: providerUuid });
  await writeAudit(context.tx, context, { action: reconcileStock.name, subjectType: "provider", subjectUuid: providerUuid });
  return ok({ is_started: true });
});

export const stockRoutes: readonly Implementation[] = [
  implement(moveStock, (input, context) => moveByHand(context, input)),
  implement(changeCondition, (input, context) => changeConditionByHand(context, input)),
  implement(adjustStock, (input, context) => adjustByHand(context, input)),
  implement(setLowStock, (input, context) => saveLowStock(context, input)),
  implement(upsertLot, (input, context) => setLotDay(context, input)),
  stock,
  balances,
  movements,
  standing,
  ages,
  reconciliations,
  reconcile,
];
