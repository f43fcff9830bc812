import type { Services } from "#server/platform/services.ts";
import { platform } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { getPurpose } from "./secret-purpose.ts";
import type { SecretName } from "./secret-purpose.ts";

type ResealServices = Pick<Services, "database" | "secrets" | "log">;

interface SealedAccount {
  readonly provider_uuid: string;
  readonly carrier_account_uuid: string;
  readonly sealed_api_token: string;
  readonly sealed_password: string;
}

const sealedColumns = { "api-token": "sealed_api_token", password: "sealed_password" } as const satisfies Record<SecretName, string>;

function listAccounts(tx: Tx): Promise<SealedAccount[]> {
  return tx
    .selectFrom("carrier_account")
    .select(["provider_uuid", "carrier_account_uuid", "sealed_api_token", "sealed_password"])
    .orderBy("provider_uuid")
    .orderBy("carrier_account_uuid")
    .execute();
}

/** Seals one secret with the newest key, unless it is already, or was changed meanwhile. @returns whether it was sealed again */
async function resealOne({ database, secrets, log }: ResealServices, account: SealedAccount, name: SecretName): Promise<boolean> {
  const { provider_uuid, carrier_account_uuid } = account;
  const column = sealedColumns[name];
  const sealed = account[column];
  if (sealed === "" || !secrets.isSealedWithOldKey(sealed)) return false;
  const purpose = getPurpose(provider_uuid, carrier_account_uuid, name);
  let renewed: string;
  try {
    renewed = secrets.seal(secrets.open(sealed, purpose), purpose);
  } catch (error) {
    // The key is gone: the account's owner must enter the secret again. The others are still resealed.
    log.error({ err: error, accountUuid: carrier_account_uuid }, "carrier accounts: a stored secret cannot be opened");
    return false;
  }
  const acting = { kind: "provider", providerUuid: provider_uuid } as const;
  const { numUpdatedRows } = await database.transaction(acting, (tx) =>
    tx
      .updateTable("carrier_account")
      .set({ [column]: renewed })
      .where("provider_uuid", "=", provider_uuid)
      .where("carrier_account_uuid", "=", carrier_account_uuid)
      .where(column, "=", sealed)
      .executeTakeFirstOrThrow(),
  );
  return numUpdatedRows > 0n;
}

/**
 * Seals the stored secrets of carrier accounts with the newest key, so that older keys can be removed. Safe to repeat.
 * @returns how many secrets were sealed again
 */
export async function resealSecrets(services: ResealServices, signal: AbortSignal): Promise<number> {
  let count = 0;
  for (const account of await services.database.transaction(platform, listAccounts)) {
    signal.throwIfAborted();
    for (const name of ["api-token", "password"] as const) if (await resealOne(services, account, name)) count += 1;
  }
  return count;
}
