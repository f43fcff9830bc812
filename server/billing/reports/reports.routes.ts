import { reportLocations, reportMovements, reportReceipts, reportStockByAge } from "#src/billing/reports/reports.contract.ts";
import { ok } from "#src/kit/lib/result.ts";
import { implement } from "#server/platform/http/context.ts";
import type { Implementation } from "#server/platform/http/context.ts";
import { readLocationsUse } from "./locations-use.queries.ts";
import { readMovementReport } from "./movements.queries.ts";
import { readReceiptReport } from "./receipts-in-time.queries.ts";
import { resolveReportScope } from "./report-scope.ts";
import { readStockByAge } from "./stock-by-age.queries.ts";

const ages = implement(reportStockByAge, async ({ by, ...asked }, context) => {
  const scope = await resolveReportScope(context, asked);
  return scope.ok ? ok(await readStockByAge(context.tx, scope.value, by, context.now)) : scope;
});

const movements = implement(reportMovements, async ({ by, from, until, ...asked }, context) => {
  const scope = await resolveReportScope(context, asked);
  return scope.ok ? ok(await readMovementReport(context.tx, scope.value, { from, until }, by)) : scope;
});

const receipts = implement(reportReceipts, async ({ from, until, ...asked }, context) => {
  const scope = await resolveReportScope(context, asked);
  return scope.ok ? ok(await readReceiptReport(context.tx, scope.value, { from, until })) : scope;
});

const locations = implement(reportLocations, async ({ by, ...asked }, context) => {
  const scope = await resolveReportScope(context, asked);
  return scope.ok ? ok(await readLocationsUse(context.tx, scope.value, by)) : scope;
});

export const reportsRoutes: readonly Implementation[] = [ages, movements, receipts, locations];
