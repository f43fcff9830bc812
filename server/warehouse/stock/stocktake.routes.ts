import type { RefusalName } from "#src/kit/api/codes.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import {
  approveStocktake,
  cancelStocktake,
  countStock,
  createStocktake,
  finishLocation,
  getStocktake,
  listStocktakeLines,
  listStocktakes,
  recountStocktake,
  reopenLocation,
  startStocktake,
  stocktakeLocation,
  undoCount,
} from "#src/warehouse/stock/stocktake.contract.ts";
import type { Stocktake } from "#src/warehouse/stock/stocktake.contract.ts";
import { hidesFirstCount } from "#src/warehouse/stock/stocktake.rules.ts";
import { implement, requireActor } from "#server/platform/http/context.ts";
import type { CallContext, Implementation } from "#server/platform/http/context.ts";
import { approveCounts } from "./approve-stocktake.commands.ts";
import { countPieces, findCountedLocation, takeCountBack } from "./count-stocktake.commands.ts";
import { finishCounting, readFinishedAt, reopenCounting } from "./finish-stocktake-location.commands.ts";
import { planStocktake, requireStaffProvider, stepStocktake } from "./stocktake.commands.ts";
import { findStocktake, hasStocktake, isPlannedLocation, readStocktakePage } from "./stocktake.queries.ts";
import type { CountScope } from "./stocktake.queries.ts";
import { readStocktakeLinePage, readStocktakeLines } from "./stocktake-lines.queries.ts";

/** The provider and people who approve counts see the expected quantities. */
function getScope(context: CallContext): CountScope {
  const { role, permissions } = requireActor(context);
  return { providerUuid: requireStaffProvider(context), mayKnow: role === "provider" || permissions.includes("stockCounts") };
}

async function shown(context: CallContext, stocktakeUuid: string): Promise<Result<Stocktake, "notFound">> {
  const row = await findStocktake(context.tx, getScope(context), stocktakeUuid);
  return row === null ? refuse("notFound") : ok(row);
}

async function after(context: CallContext, done: Result<string, RefusalName>): Promise<Result<Stocktake, RefusalName>> {
  return done.ok ? shown(context, done.value) : done;
}

const create = implement(createStocktake, async (input, context) => after(context, await planStocktake(context, input)));
const start = implement(startStocktake, async (input, context) => after(context, await stepStocktake(context, "start", input)));
const recount = implement(recountStocktake, async (input, context) => after(context, await stepStocktake(context, "recount", input)));
const cancel = implement(cancelStocktake, async (input, context) => after(context, await stepStocktake(context, "cancel", input)));

const approve = implement(approveStocktake, async (input, context) => {
  const done = await approveCounts(context, input);
  if (!done.ok) return done;
  const { blocked, stocktakeUuid } = done.value;
  const stocktake = await shown(context, stocktakeUuid);
  return stocktake.ok ? ok({ is_approved: blocked.length === 0, blocked, stocktake: stocktake.value }) : stocktake;
});

const list = implement(listStocktakes, ({ provider_uuid: _provider, ...asked }, context) =>
  readStocktakePage(context.tx, getScope(context), asked),
);
const get = implement(getStocktake, ({ stocktake_uuid }, context) => shown(context, stocktake_uuid));

const lines = implement(listStocktakeLines, async ({ provider_uuid: _provider, ...asked }, context) => {
  const providerUuid = requireStaffProvider(context);
  const [isKnown, page] = await Promise.all([
    hasStocktake(context.tx, providerUuid, asked.stocktake_uuid),
    readStocktakeLinePage(context.tx, providerUuid, asked),
  ]);
  return isKnown ? page : refuse("notFound");
});

const ofLocation = implement(stocktakeLocation, async ({ stocktake_uuid, location: code }, context) => {
  const providerUuid = requireStaffProvider(context);
  const stocktake = await shown(context, stocktake_uuid);
  if (!stocktake.ok) return stocktake;
  const location = await findCountedLocation(context, providerUuid, stocktake.value, code);
  if (!location.ok) return location;
  const { is_blind, status } = stocktake.value;
  const { location_uuid, barcode } = location.value;
  const hidden = { isBlind: is_blind, isBlindRecount: hidesFirstCount(stocktake.value) };
  const about = { providerUuid, stocktakeUuid: stocktake.value.stocktake_uuid, ...hidden };
  const is_planned = await isPlannedLocation(context.tx, providerUuid, about.stocktakeUuid, location_uuid);
  const finished = await readFinishedAt(context, providerUuid, about.stocktakeUuid, location_uuid);
  const here = await readStocktakeLines(context.tx, about, { locationUuid: location_uuid });
  return ok({ location_uuid, barcode, is_blind, status, is_planned, ...finished, lines: here });
});

export const stocktakeRoutes: readonly Implementation[] = [
  create,
  start,
  recount,
  cancel,
  approve,
  list,
  get,
  lines,
  ofLocation,
  implement(countStock, (input, context) => countPieces(context, input)),
  implement(undoCount, (input, context) => takeCountBack(context, input)),
  implement(finishLocation, (input, context) => finishCounting(context, input)),
  implement(reopenLocation, (input, context) => reopenCounting(context, input)),
];
