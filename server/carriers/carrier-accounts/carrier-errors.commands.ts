import { carrierErrorsChanged } from "#src/carriers/carrier-accounts/carrier-accounts.contract.ts";
import type { CarrierOperation } from "#src/carriers/carrier-accounts/carrier-problem.rules.ts";
import type { CarrierProblem } from "#server/integrations/carriers/carrier.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { publishEvent } from "#server/platform/realtime/events.ts";
import { newId } from "#server/platform/runtime/clock.ts";

/** A request to a carrier that failed. */
export interface FailedRequest {
  readonly providerUuid: string;
  readonly accountUuid: string;
  readonly operation: CarrierOperation;
  /** its texts contain no secret: the carrier's opener removes them */
  readonly problem: CarrierProblem;
  /** of the waybill: ours, or the carrier's number; empty for requests about none */
  readonly reference: string;
}

/** Adds a failed request to the error log, unless its account was deleted meanwhile. */
export async function recordCarrierError(tx: Tx, { providerUuid, accountUuid, operation, problem, reference }: FailedRequest, now: Date) {
  const { kind, code, text } = problem;
  const account = await tx
    .selectFrom("carrier_account")
    .select("carrier_account_uuid")
    .where("provider_uuid", "=", providerUuid)
    .where("carrier_account_uuid", "=", accountUuid)
    .forShare()
    .executeTakeFirst();
  if (account === undefined) return;
  await tx
    .insertInto("carrier_error")
    .values({
      provider_uuid: providerUuid,
      carrier_error_uuid: newId(),
      carrier_account_uuid: accountUuid,
      at: now,
      operation,
      kind,
      code,
      text,
      reference: reference.slice(0, 60),
    })
    .execute();
  await publishEvent(tx, carrierErrorsChanged, { providerUuid }, { carrier_account_uuid: accountUuid });
}
