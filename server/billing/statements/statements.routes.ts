import { issueStatements, listStatements, statementFile, viewMonth } from "#src/billing/statements/statements.contract.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import { isBound } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { implement, implementFile, implementSlow, requireActor } from "#server/platform/http/context.ts";
import type { Implementation } from "#server/platform/http/context.ts";
import { buildMonthFile } from "./statement-file.ts";
import { issueMonth, findMonthRefusal, statementsAtOnce } from "./issue-statements.commands.ts";
import { readMonth } from "./month.queries.ts";
import { resolveRetailer, getStatementScope } from "./statement-scope.ts";
import { addPrintLinks, findLinkOrigin } from "./statement-file-links.ts";
import { listStatementRows } from "./statements.queries.ts";

const nothing = { result: [], total: 0, total_is_exact: true, next_cursor: null };

/** Issues statements in batches, each in its own transaction, so that no account stays locked while hundreds of others are issued. */
const issue = implementSlow(
  issueStatements,
  async ({ month, retailer_uuids }, context) => {
    const { now, services, acting, act } = context;
    const { providerUuid } = requireActor(context);
    if (providerUuid === null) throw new Error("statements: a provider's session has no provider");
    const retailerUuids = retailer_uuids === undefined ? null : [...new Set(retailer_uuids.map((uuid) => uuid.toLowerCase()))];
    const issueSome = async (tx: Tx, isLeavingSome: boolean) => {
      const refusal = await findMonthRefusal(tx, providerUuid, month, { now });
      if (refusal !== null) return refuse(refusal);
      return issueMonth(tx, providerUuid, { month, retailerUuids, most: statementsAtOnce, isLeavingSome }, context);
    };
    let before = 0;
    for (;;) {
      const some = await services.database.transaction(acting, (tx) => issueSome(tx, true));
      if (!some.ok) return some;
      if (some.value.issued === 0) break;
      before += some.value.issued;
    }
    return act(async (tx) => {
      const last = await issueSome(tx, false);
      if (!last.ok) return last;
      return ok({ ...last.value, issued: before + last.value.issued, existing: last.value.existing - before });
    });
  },
  { slowWork: "statements" },
);

export const statementsRoutes: readonly Implementation[] = [
  implement(listStatements, async ({ provider_uuid: _checked, retailer_uuid, ...wanted }, context) => {
    const scope = getStatementScope(context);
    if (scope === null) return ok(nothing);
    const retailerUuid = await resolveRetailer(scope, retailer_uuid);
    if (retailerUuid === null && (retailer_uuid !== undefined || scope.retailerUuid !== null)) return refuse("notFound");
    const [page, origin] = await Promise.all([
      listStatementRows(scope.tx, scope.providerUuid, { ...wanted, retailerUuid }),
      findLinkOrigin(context),
    ]);
    return page.ok ? ok({ ...page.value, result: addPrintLinks(origin, page.value.result) }) : page;
  }),

  implement(viewMonth, async ({ retailer_uuid, month }, context) => {
    const scope = getStatementScope(context);
    const retailerUuid = scope === null ? null : await resolveRetailer(scope, retailer_uuid);
    if (scope === null || retailerUuid === null) return refuse("notFound");
    const reading = readMonth(scope, retailerUuid, month);
    if (isBound(scope.acting)) await reading;
    const [{ view }, origin, issueRefusal] = await Promise.all([
      reading,
      findLinkOrigin(context),
      findMonthRefusal(scope.tx, scope.providerUuid, month, { now: context.now }),
    ]);
    const [statement = null] = addPrintLinks(origin, view.statement === null ? [] : [view.statement]);
    return ok({ ...view, statement, issue_refusal: issueRefusal });
  }),

  issue,

  implementFile(statementFile, async ({ retailer_uuid, ...wanted }, context) => {
    const scope = getStatementScope(context);
    const retailerUuid = scope === null ? null : await resolveRetailer(scope, retailer_uuid);
    if (scope === null || retailerUuid === null) return refuse("notFound");
    return buildMonthFile(scope, context.services.database, retailerUuid, wanted);
  }),
];
