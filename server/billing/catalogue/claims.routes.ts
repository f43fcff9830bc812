import {
  agreeToPrices,
  claimItems,
  getClaim,
  listClaims,
  listOffers,
  updateClaim,
  withdrawClaims,
} from "#src/billing/catalogue/claims.contract.ts";
import { emptyPage } from "#src/kit/api/list.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import { writeAudit, writeAuditOfAll } from "#server/platform/audit-trail/audit.commands.ts";
import type { AuditNote } from "#server/platform/audit-trail/audit.commands.ts";
import { implement } from "#server/platform/http/context.ts";
import type { CallContext, Implementation } from "#server/platform/http/context.ts";
import { saveAgreement } from "./agreements.commands.ts";
import { createClaims, closeClaims } from "./claim.commands.ts";
import { findClaim, listClaimRows } from "./claims.queries.ts";
import { listOfferRows } from "./offers.queries.ts";
import { saveClaimEdits } from "./claim-edits.commands.ts";
import { getRetailerScope } from "./catalogue-scope.ts";

function toAuditNote(deed: string, subjectUuid: string, detail: Readonly<Record<string, unknown>>): AuditNote {
  return { action: `catalogue.${deed}`, subjectType: "claim", subjectUuid, detail };
}

async function writeNote(context: CallContext, ...about: Parameters<typeof toAuditNote>): Promise<void> {
  await writeAudit(context.tx, context, toAuditNote(...about));
}

export const claimsRoutes: readonly Implementation[] = [
  implement(listOffers, async (input, context) => {
    const scope = getRetailerScope(context);
    return scope === null ? ok(emptyPage()) : listOfferRows(scope, input);
  }),

  implement(listClaims, async (input, context) => {
    const scope = getRetailerScope(context);
    return scope === null ? ok(emptyPage()) : listClaimRows(scope, input);
  }),

  implement(getClaim, async ({ claim_uuid }, context) => {
    const scope = getRetailerScope(context);
    const claim = scope === null ? null : await findClaim(scope, claim_uuid);
    return claim === null ? refuse("notFound") : ok(claim);
  }),

  implement(claimItems, async (input, context) => {
    const scope = getRetailerScope(context);
    if (scope === null) return refuse("notFound");
    const done = await createClaims(scope, input);
    if (!done.ok) return done;
    const notes = done.value.claimed.map(({ claim_uuid, item_uuid }) => toAuditNote("claim-items", claim_uuid, { item_uuid }));
    await writeAuditOfAll(context.tx, context, notes);
    return done;
  }),

  implement(updateClaim, async (input, context) => {
    const scope = getRetailerScope(context);
    if (scope === null) return refuse("notFound");
    const changed = await saveClaimEdits(scope, input);
    if (changed.ok) await writeNote(context, "update-claim", input.claim_uuid, { title: input.title });
    return changed;
  }),

  implement(agreeToPrices, async (input, context) => {
    const scope = getRetailerScope(context);
    if (scope === null) return refuse("notFound");
    const agreed = await saveAgreement(scope, input);
    if (!agreed.ok) return agreed;
    await writeNote(context, "agree-to-prices", input.claim_uuid, { item_uuid: agreed.value.itemUuid });
    return ok({ version: agreed.value.version });
  }),

  implement(withdrawClaims, async ({ claim_uuids }, context) => {
    const scope = getRetailerScope(context);
    if (scope === null) return refuse("notFound");
    const done = await closeClaims(scope, claim_uuids);
    if (!done.ok) return done;
    const notes = done.value.map((uuid) => toAuditNote("withdraw-claims", uuid, {}));
    await writeAuditOfAll(context.tx, context, notes);
    return ok({ changed: done.value.length });
  }),
];
