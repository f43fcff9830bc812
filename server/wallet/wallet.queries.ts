import { sql } from "kysely";
import { chargeKinds } from "#src/wallet/charging.rules.ts";
import type { ChargeKind } from "#src/wallet/charging.rules.ts";
import type { Wallet } from "#src/wallet/wallet.contract.ts";
import { actingFor, platform } from "#server/db/acting.ts";
import type { Tx } from "#server/db/tx.ts";
import { cardInEffect } from "#server/rate-cards/cards.queries.ts";
import { lowestMovementId } from "#server/stock/movement-id.ts";
import { balanceOf } from "./accounts.queries.ts";
import { providerDay } from "./provider-clock.queries.ts";
import type { WalletScope } from "./wallet-scope.ts";

/** What a retailer was charged from a moment on, less what was taken back since, by kind. */
async function chargedSince(tx: Tx, providerUuid: string, retailerUuid: string, since: Date): Promise<Record<ChargeKind, number>> {
  const { rows } = await sql<{ account: string; amount: number }>`
    select account, sum(amount_cents)::bigint as amount from wallet_entry
    where provider_uuid = ${providerUuid} and retailer_uuid = ${retailerUuid} and leg = 2 and transaction_uuid >= ${lowestMovementId(since)}::uuid
    group by account`.execute(tx);
  const amounts = new Map(rows.map(({ account, amount }) => [account, amount]));
  const charged = chargeKinds.map((kind) => [kind, amounts.get(kind) ?? 0] as const);
  return Object.fromEntries(charged) as Record<ChargeKind, number>;
}

/**
 * The last day that all warehouses of a provider are charged to; empty where one is not charged at all. Runs are counted over all retailers, and
 * so are the staff's to read: the platform looks for a retailer who asks.
 */
async function chargedUntil({ tx, providerUuid, acting }: WalletScope): Promise<string> {
  return actingFor(tx, platform, acting, async () => {
    const { rows } = await sql<{ until: string }>`
      select coalesce(case when bool_and(last is not null) then min(last)::text end, '') as until from (
        select (select max(r.day) from charge_run r where r.provider_uuid = w.provider_uuid and r.warehouse_uuid = w.warehouse_uuid) as last
        from warehouse w where w.provider_uuid = ${providerUuid}
      ) warehouses`.execute(tx);
    return rows[0]?.until ?? "";
  });
}

async function termsOf({ tx, providerUuid }: WalletScope, retailerUuid: string): Promise<{ name: string; credit_limit_cents: number }> {
  const row = await tx
    .selectFrom("retailer as r")
    .leftJoin("retailer_terms as t", (join) =>
      join.onRef("t.retailer_uuid", "=", "r.retailer_uuid").on("t.provider_uuid", "=", providerUuid),
    )
    .select(["r.name", "t.credit_limit_cents"])
    .where("r.retailer_uuid", "=", retailerUuid)
    .executeTakeFirstOrThrow();
  return { name: row.name, credit_limit_cents: row.credit_limit_cents ?? 0 };
}

/** What a retailer has with its provider, now. @param retailerUuid one that who asks may see */
export async function walletOf(scope: WalletScope, retailerUuid: string): Promise<Wallet> {
  const { tx, providerUuid, now } = scope;
  const { name, credit_limit_cents } = await termsOf(scope, retailerUuid);
  const card = await cardInEffect(tx, providerUuid, retailerUuid);
  const { month, monthStart } = await providerDay(tx, providerUuid, now);
  return {
    retailer_uuid: retailerUuid,
    retailer_name: name,
    ...(await balanceOf(tx, providerUuid, retailerUuid)),
    credit_limit_cents,
    rate_card_uuid: card?.rate_card_uuid ?? null,
    rate_card_name: card?.name ?? "",
    is_default_card: card?.is_default ?? false,
    month,
    month_cents: await chargedSince(tx, providerUuid, retailerUuid, monthStart),
    charged_until: await chargedUntil(scope),
  };
}
