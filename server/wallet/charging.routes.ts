import { chargeStatus, runCharges } from "#src/wallet/charges.contract.ts";
import { ok, refuse } from "#src/lib/result.ts";
import { writeAudit } from "#server/audit/audit.commands.ts";
import { platform } from "#server/db/acting.ts";
import { actingProvider, implement } from "#server/http/context.ts";
import type { Implementation } from "#server/http/context.ts";
import { billingSettingsOf } from "#server/rate-cards/cards.queries.ts";
import { chargeStatusOf } from "./charge-status.queries.ts";
import { chargeJob } from "./wallet.jobs.ts";

const nothing = { charges_from: "", warehouses: [], retailers_without_card: 0 };

/** Charging the days that are over, and how far it has come. */
export const chargingRoutes: readonly Implementation[] = [
  implement(runCharges, async (_input, context) => {
    const providerUuid = actingProvider(context);
    if (providerUuid === null || (await billingSettingsOf(context.tx, providerUuid)).charges_from === "")
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
    const providerUuid = actingProvider(context);
    return ok(providerUuid === null ? nothing : await chargeStatusOf(context.tx, providerUuid));
  }),
];
