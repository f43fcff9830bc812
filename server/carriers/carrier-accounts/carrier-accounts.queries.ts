import { sql } from "kysely";
import type { Page } from "#src/kit/api/list.ts";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { CarrierAccount, listCarrierAccounts } from "#src/carriers/carrier-accounts/carrier-accounts.contract.ts";
import { listPage } from "#server/platform/db/list.ts";
import type { Placed } from "#server/platform/db/list.ts";
import type { Tx } from "#server/platform/db/row-security.ts";

interface AccountRow extends Placed {
  carrier_account_uuid: string;
  api_name: CarrierAccount["api_name"];
  label: string;
  is_enabled: boolean;
  channel_count: number;
  client_id: string;
  account: string;
  has_api_token: boolean;
  api_token_end: string;
  has_password: boolean;
  version: number;
}

const channelCount = sql<number>`(select count(*)::int from channel c
  where c.provider_uuid = carrier_account.provider_uuid and c.carrier_account_uuid = carrier_account.carrier_account_uuid)`;

/** Leaves the parameters out unless they may be shown. The sealed secrets are not even read. */
function showAccount(
  { position: _position, client_id, account, has_api_token, api_token_end, has_password, ...row }: AccountRow,
  showsParameters: boolean,
): CarrierAccount {
  return { ...row, parameters: showsParameters ? { client_id, account, has_api_token, api_token_end, has_password } : null };
}

/**
 * Returns a page of a provider's carrier accounts, by label.
 * @param showsParameters whether to show what authenticates them, secrets excepted: to the provider, not to its operators
 */
export function listAccountPage(
  tx: Tx,
  providerUuid: string,
  { carrier_account_uuid, api_name, label, is_enabled, ...request }: ParsedInputOf<typeof listCarrierAccounts>,
  showsParameters: boolean,
): Promise<Result<Page<CarrierAccount>, "parameterError">> {
  let base = tx.selectFrom("carrier_account").where("carrier_account.provider_uuid", "=", providerUuid);
  if (carrier_account_uuid !== undefined) base = base.where("carrier_account_uuid", "=", carrier_account_uuid);
  if (api_name !== undefined) base = base.where("api_name", "=", api_name);
  if (is_enabled !== undefined) base = base.where("is_enabled", "=", is_enabled);
  if (label !== undefined && label !== "") base = base.where(sql<boolean>`position(lower(${label}) in lower(label)) > 0`);
  return listPage(
    tx,
    {
      name: "carrier-accounts.query-specific-element-api",
      table: "carrier_account",
      base,
      keys: [
        { column: sql`lower(label)`, type: "text", direction: "asc" },
        { column: sql.ref("carrier_account_uuid"), type: "uuid", direction: "asc" },
      ],
      isShort: true,
      select: (page) =>
        page
          .select(["carrier_account_uuid", "api_name", "label", "is_enabled", "client_id", "account", "api_token_end", "version"])
          .select([
            channelCount.as("channel_count"),
            sql<boolean>`sealed_api_token <> ''`.as("has_api_token"),
            sql<boolean>`sealed_password <> ''`.as("has_password"),
          ])
          .$castTo<AccountRow>(),
      show: (row) => showAccount(row, showsParameters),
    },
    request,
  );
}

/** A carrier account as a change needs it. */
export interface LockedAccount {
  label: string;
  is_enabled: boolean;
  version: number;
}

/** Locks a carrier account; null if the provider has none with this uuid. */
export async function lockAccount(tx: Tx, providerUuid: string, accountUuid: string): Promise<LockedAccount | null> {
  const row = await tx
    .selectFrom("carrier_account")
    .select(["label", "is_enabled", "version"])
    .where("provider_uuid", "=", providerUuid)
    .where("carrier_account_uuid", "=", accountUuid)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Counts a provider's carrier accounts. */
export async function countAccounts(tx: Tx, providerUuid: string): Promise<number> {
  const { count } = await tx
    .selectFrom("carrier_account")
    .select((account) => account.fn.countAll<number>().as("count"))
    .where("provider_uuid", "=", providerUuid)
    .executeTakeFirstOrThrow();
  return count;
}
