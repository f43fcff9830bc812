import { reportLocations, reportMovements, reportReceipts, reportStockByAge } from "#src/reports/reports.contract.ts";
import { ok } from "#src/lib/result.ts";
import { implement } from "#server/http/context.ts";
import type { Implementation } from "#server/http/context.ts";
import { locationsUse } from "./locations-use.queries.ts";
import { movementReport } from "./movements.queries.ts";
import { receiptReport } from "./receipts-in-time.queries.ts";
import { reportScope } from "./report-scope.ts";
import { stockByAge } from "./stock-by-age.queries.ts";

const ages = implement(reportStockByAge, async ({ by, ...asked }, context) => {
  const scope = await reportScope(context, asked);
  return scope.ok ? ok(await stockByAge(context.tx, scope.value, by, context.now)) : scope;
});

const movements = implement(reportMovements, async ({ by, from, until, ...asked }, context) => {
  const scope = await reportScope(context, asked);
  return scope.ok ? ok(await movementReport(context.tx, scope.value, { from, until }, by)) : scope;
});

const receipts = implement(reportReceipts, async ({ from, until, ...asked }, context) => {
  const scope = await reportScope(context, asked);
  return scope.ok ? ok(await receiptReport(context.tx, scope.value, { from, until })) : scope;
});

const locations = implement(reportLocations, async ({ by, ...asked }, context) => {
  const scope = await reportScope(context, asked);
  return scope.ok ? ok(await locationsUse(context.tx, scope.value, by)) : scope;
});

export const reportsRoutes: readonly Implementation[] = [ages, movements, receipts, locations];
