import {
  agreeToPrices,
  claimItems,
  getClaim,
  listClaims,
  listOffers,
  updateClaim,
  withdrawClaims,
} from "#src/catalogue/claims.contract.ts";
import { emptyPage } from "#src/api/list.ts";
import { ok, refuse } from "#src/lib/result.ts";
import { writeAudit, writeAuditOfAll } from "#server/audit/audit.commands.ts";
import type { AuditNote } from "#server/audit/audit.commands.ts";
import { implement } from "#server/http/context.ts";
import type { CallContext, Implementation } from "#server/http/context.ts";
import { agreeTo } from "./agreed.commands.ts";
import { claimItemsOf, giveUp } from "./claim.commands.ts";
import { claimOf, listClaimRows } from "./claims.queries.ts";
import { listOfferRows } from "./offers.queries.ts";
import { changeClaim } from "./own-words.commands.ts";
import { retailerScope } from "./scope.ts";

function noteOf(deed: string, subjectUuid: string, detail: Readonly<Record<string, unknown>>): AuditNote {
  return { action: `catalogue.${deed}`, subjectType: "claim", subjectUuid, detail };
}

async function note(context: CallContext, ...about: Parameters<typeof noteOf>): Promise<void> {
  await writeAudit(context.tx, context, noteOf(...about));
}

export const claimsRoutes: readonly Implementation[] = [
  implement(listOffers, async (input, context) => {
    const scope = retailerScope(context);
    return scope === null ? ok(emptyPage()) : listOfferRows(scope, input);
  }),

  implement(listClaims, async (input, context) => {
    const scope = retailerScope(context);
    return scope === null ? ok(emptyPage()) : listClaimRows(scope, input);
  }),

  implement(getClaim, async ({ claim_uuid }, context) => {
    const scope = retailerScope(context);
    const claim = scope === null ? null : await claimOf(scope, claim_uuid);
    return claim === null ? refuse("notFound") : ok(claim);
  }),

  implement(claimItems, async (input, context) => {
    const scope = retailerScope(context);
    if (scope === null) return refuse("notFound");
    const done = await claimItemsOf(scope, input);
    if (!done.ok) return done;
    const notes = done.value.claimed.map(({ claim_uuid, item_uuid }) => noteOf("claim-items", claim_uuid, { item_uuid }));
    await writeAuditOfAll(context.tx, context, notes);
    return done;
  }),

  implement(updateClaim, async (input, context) => {
    const scope = retailerScope(context);
    if (scope === null) return refuse("notFound");
    const changed = await changeClaim(scope, input);
    if (changed.ok) await note(context, "update-claim", input.claim_uuid, { title: input.title });
    return changed;
  }),

  implement(agreeToPrices, async (input, context) => {
    const scope = retailerScope(context);
    if (scope === null) return refuse("notFound");
    const agreed = await agreeTo(scope, input);
    if (!agreed.ok) return agreed;
    await note(context, "agree-to-prices", input.claim_uuid, { item_uuid: agreed.value.itemUuid });
    return ok({ version: agreed.value.version });
  }),

  implement(withdrawClaims, async ({ claim_uuids }, context) => {
    const scope = retailerScope(context);
    if (scope === null) return refuse("notFound");
    const done = await giveUp(scope, claim_uuids);
    if (!done.ok) return done;
    const notes = done.value.map((uuid) => noteOf("withdraw-claims", uuid, {}));
    await writeAuditOfAll(context.tx, context, notes);
    return ok({ changed: done.value.length });
  }),
];
