import { sql } from "kysely";
import type { Updateable } from "kysely";
import type { RefusalName } from "#src/kit/api/codes.ts";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { createCarrierAccount, updateCarrierAccount } from "#src/carriers/carrier-accounts/carrier-accounts.contract.ts";
import { carrierAccountsChanged } from "#src/carriers/carrier-accounts/carrier-accounts.contract.ts";
import { getTokenEnd, mostAccounts } from "#src/carriers/carrier-accounts/carrier-accounts.rules.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import type { DB } from "#server/platform/db/schema.generated.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { getViolatedForeignKey, getViolatedUnique } from "#server/platform/db/violations.ts";
import { publishEvent } from "#server/platform/realtime/events.ts";
import type { Services } from "#server/platform/services.ts";
import { countAccounts, lockAccount } from "./carrier-accounts.queries.ts";
import { getPurpose } from "./secret-purpose.ts";
import type { SecretName } from "./secret-purpose.ts";

/** Whose accounts change, when, and what seals their secrets. */
export interface AccountContext {
  readonly tx: Tx;
  readonly providerUuid: string;
  readonly now: Date;
  readonly secrets: Services["secrets"];
}

type Versioned = Result<{ version: number }, RefusalName>;
interface SealedColumns {
  sealed_api_token?: string;
  api_token_end?: string;
  sealed_password?: string;
}

/** Seals the secrets that were entered, as columns; an empty one keeps what is stored. */
function sealColumns(
  { secrets, providerUuid }: AccountContext,
  accountUuid: string,
  { api_token, password }: { readonly api_token: string; readonly password: string },
): SealedColumns {
  const seal = (text: string, name: SecretName) => secrets.seal(text, getPurpose(providerUuid, accountUuid, name));
  return {
    ...(api_token === "" ? {} : { sealed_api_token: seal(api_token, "api-token"), api_token_end: getTokenEnd(api_token) }),
    ...(password === "" ? {} : { sealed_password: seal(password, "password") }),
  };
}

function notifyChanged({ tx, providerUuid }: AccountContext, accountUuid: string): Promise<void> {
  return publishEvent(tx, carrierAccountsChanged, { providerUuid }, { carrier_account_uuid: accountUuid });
}

async function refuseTakenLabel<T>(work: () => Promise<T>): Promise<Result<T, "carrierAccounts.labelTaken">> {
  try {
    return ok(await work());
  } catch (error) {
    if (getViolatedUnique(error) === "carrier_account_label_key") return refuse("carrierAccounts.labelTaken");
    throw error;
  }
}

/**
 * Creates a carrier account.
 * @returns its uuid
 */
export async function insertAccount(
  context: AccountContext,
  input: ParsedInputOf<typeof createCarrierAccount>,
): Promise<Result<string, RefusalName>> {
  const { tx, providerUuid, now } = context;
  // Serialized, so that two concurrent calls cannot both create the last allowed account.
  await sql`select pg_advisory_xact_lock(hashtext('carrier-accounts.create'), hashtext(${providerUuid}))`.execute(tx);
  if ((await countAccounts(tx, providerUuid)) >= mostAccounts) return refuse("carrierAccounts.tooMany");
  const accountUuid = newId();
  const { api_name, label, client_id, account } = input;
  const made = await refuseTakenLabel(() =>
    tx
      .insertInto("carrier_account")
      .values({
        provider_uuid: providerUuid,
        carrier_account_uuid: accountUuid,
        api_name,
        label,
        client_id,
        account,
        ...sealColumns(context, accountUuid, input),
        created_at: now,
      })
      .execute(),
  );
  if (!made.ok) return made;
  await notifyChanged(context, accountUuid);
  return ok(accountUuid);
}

/** Returns why an account cannot be changed: it does not exist, or has another version. Locks it. */
async function findRefusal({ tx, providerUuid }: AccountContext, accountUuid: string, version: number): Promise<RefusalName | null> {
  const account = await lockAccount(tx, providerUuid, accountUuid);
  if (account === null) return "notFound";
  return account.version === version ? null : "changedMeanwhile";
}

async function setAccount(
  context: AccountContext,
  { carrier_account_uuid, version }: { readonly carrier_account_uuid: string; readonly version: number },
  columns: Updateable<DB["carrier_account"]>,
): Promise<{ version: number }> {
  const { tx, providerUuid } = context;
  await tx
    .updateTable("carrier_account")
    .set({ ...columns, version: version + 1 })
    .where("provider_uuid", "=", providerUuid)
    .where("carrier_account_uuid", "=", carrier_account_uuid)
    .execute();
  await notifyChanged(context, carrier_account_uuid);
  return { version: version + 1 };
}

/** Changes a carrier account. Empty secrets keep the stored ones. */
export async function changeAccount(context: AccountContext, input: ParsedInputOf<typeof updateCarrierAccount>): Promise<Versioned> {
  const { carrier_account_uuid, label, client_id, account } = input;
  const refusal = await findRefusal(context, carrier_account_uuid, input.version);
  if (refusal !== null) return refuse(refusal);
  const columns = { label, client_id, account, ...sealColumns(context, carrier_account_uuid, input) };
  return refuseTakenLabel(() => setAccount(context, input, columns));
}

/** Enables or disables a carrier account, and with it its channels: the database copies the state to them. */
export async function setAccountEnabled(
  context: AccountContext,
  input: { readonly carrier_account_uuid: string; readonly version: number; readonly is_enabled: boolean },
): Promise<Versioned> {
  const refusal = await findRefusal(context, input.carrier_account_uuid, input.version);
  if (refusal !== null) return refuse(refusal);
  return ok(await setAccount(context, input, { is_enabled: input.is_enabled }));
}

/** Deletes a carrier account that no channel uses. */
export async function removeAccount(
  context: AccountContext,
  { carrier_account_uuid, version }: { readonly carrier_account_uuid: string; readonly version: number },
): Promise<Result<Record<string, never>, RefusalName>> {
  const { tx, providerUuid } = context;
  const refusal = await findRefusal(context, carrier_account_uuid, version);
  if (refusal !== null) return refuse(refusal);
  try {
    await tx
      .deleteFrom("carrier_account")
      .where("provider_uuid", "=", providerUuid)
      .where("carrier_account_uuid", "=", carrier_account_uuid)
      .execute();
  } catch (error) {
    if (getViolatedForeignKey(error) === "channel_account_fkey") return refuse("carrierAccounts.inUse");
    throw error;
  }
  await notifyChanged(context, carrier_account_uuid);
  return ok({});
}
