import type { CarrierApiName } from "#src/carriers/carrier-accounts/carrier-accounts.rules.ts";
import { getCallRefusal } from "#src/carriers/carrier-accounts/carrier-accounts.rules.ts";
import type { RefusalName } from "#src/kit/api/codes.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { Carrier } from "#server/integrations/carriers/carrier.ts";
import type { Acting, Tx } from "#server/platform/db/row-security.ts";
import type { Services } from "#server/platform/services.ts";
import { getPurpose } from "./secret-purpose.ts";

interface AccountAccess {
  readonly api_name: CarrierApiName;
  readonly client_id: string;
  readonly account: string;
  readonly sealed_api_token: string;
}

async function findAccess(tx: Tx, providerUuid: string, accountUuid: string): Promise<AccountAccess | null> {
  const row = await tx
    .selectFrom("carrier_account")
    .select(["api_name", "client_id", "account", "sealed_api_token"])
    .where("provider_uuid", "=", providerUuid)
    .where("carrier_account_uuid", "=", accountUuid)
    .$castTo<AccountAccess>()
    .executeTakeFirst();
  return row ?? null;
}

/** Which account to open, for whom, and how patient to be with the carrier. */
export interface OpenAccountRequest {
  readonly acting: Acting;
  readonly providerUuid: string;
  readonly accountUuid: string;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
}

/**
 * Opens an account with its carrier, in a transaction of its own that has ended before anything is requested. A token that no key opens any more counts as
 * missing.
 */
export async function openAccount(
  { database, secrets, openCarrier, log }: Pick<Services, "database" | "secrets" | "openCarrier" | "log">,
  { acting, providerUuid, accountUuid, signal, timeoutMs }: OpenAccountRequest,
): Promise<Result<Carrier, RefusalName>> {
  const access = await database.transaction(acting, (tx) => findAccess(tx, providerUuid, accountUuid));
  if (access === null) return refuse("notFound");
  const { api_name, client_id, account, sealed_api_token } = access;
  const refusal = getCallRefusal({ api_name, parameters: { client_id, has_api_token: sealed_api_token !== "" } });
  if (refusal !== null) return refuse(refusal);
  let apiToken: string;
  try {
    apiToken = secrets.open(sealed_api_token, getPurpose(providerUuid, accountUuid, "api-token")).toString("utf8");
  } catch (error) {
    log.error({ err: error, accountUuid }, "carrier accounts: a stored secret cannot be opened");
    return refuse("carrierAccounts.incomplete");
  }
  const options = { ...(signal !== undefined && { signal }), ...(timeoutMs !== undefined && { timeoutMs }) };
  const carrier = openCarrier(api_name, { clientId: client_id, apiToken, account }, options);
  return carrier === null ? refuse("carrierAccounts.noApi") : ok(carrier);
}
