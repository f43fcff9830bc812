import { chargeStatus, runCharges } from "#src/billing/wallet/charges.contract.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import { platform } from "#server/platform/db/row-security.ts";
import { requireProvider, implement } from "#server/platform/http/context.ts";
import type { Implementation } from "#server/platform/http/context.ts";
import { readBillingSettings } from "#server/billing/rate-cards/cards.queries.ts";
import { readChargeStatus } from "./charge-status.queries.ts";
import { chargeJob } from "./wallet.jobs.ts";

const nothing = { charges_from: "", warehouses: [], retailers_without_card: 0 };

/** Charging of finished days, and its progress. */
export const chargingRoutes: readonly Implementation[] = [
  implement(runCharges, async (_input, context) => {
    const providerUuid = requireProvider(context);
    if (providerUuid === null || (await readBillingSettings(context.tx, providerUuid)).charges_from === "")
      return refuse("wallet.notCharging");
    const singletonKey = providerUuid;
    const isQueued = await context.services.jobs.enqueue(
      context.tx,
      chargeJob,
      platform,
      { provider_uuid: providerUuid },
      { singletonKey },
    );
    await writeAudit(context.tx, context, { action: runCharges.name, subjectType: "provider", subjectUuid: providerUuid });
    return ok({ is_queued: isQueued });
  }),

  implement(chargeStatus, async (_input, context) => {
    const providerUuid = requireProvider(context);
    return ok(providerUuid === null ? nothing : await readChargeStatus(context.tx, providerUuid));
  }),
];
