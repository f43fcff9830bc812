import { sql } from "kysely";
import { chargeKinds } from "#src/billing/wallet/charge-kinds.rules.ts";
import type { ChargeKind } from "#src/billing/wallet/charge-kinds.rules.ts";
import type { Wallet } from "#src/billing/wallet/wallet.contract.ts";
import { actingFor, isBound, platform } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { findCardInEffect } from "#server/billing/rate-cards/cards.queries.ts";
import { lowestMovementId } from "#server/warehouse/stock/movement-id.ts";
import { readBalance } from "./accounts.queries.ts";
import { getProviderDay } from "./provider-clock.queries.ts";
import type { WalletScope } from "./wallet-scope.ts";

/** Sums a retailer's charges since a moment by kind, minus reversals. */
async function readChargedSince(tx: Tx, providerUuid: string, retailerUuid: string, since: Date): Promise<Record<ChargeKind, number>> {
  const { rows } = await sql<{ account: string; amount: number }>`
    select account, sum(amount_cents)::bigint as amount from wallet_entry
    where provider_uuid = ${providerUuid} and retailer_uuid = ${retailerUuid} and leg = 2 and transaction_uuid >= ${lowestMovementId(since)}::uuid
    group by account`.execute(tx);
  const amounts = new Map(rows.map(({ account, amount }) => [account, amount]));
  const charged = chargeKinds.map((kind) => [kind, amounts.get(kind) ?? 0] as const);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fromEntries forgets the keys just listed
  return Object.fromEntries(charged) as Record<ChargeKind, number>;
}

/** Returns the last day up to which all of a provider's warehouses are charged; empty if one is not charged at all. Only staff of all warehouses may read it. */
async function findChargedUntil({ tx, providerUuid }: WalletScope): Promise<string> {
  const { rows } = await sql<{ until: string }>`
    select coalesce(case when bool_and(last is not null) then min(last)::text end, '') as until from (
      select (select max(r.day) from charge_run r where r.provider_uuid = w.provider_uuid and r.warehouse_uuid = w.warehouse_uuid) as last
      from warehouse w where w.provider_uuid = ${providerUuid}
    ) warehouses`.execute(tx);
  return rows[0]?.until ?? "";
}

/** Sums a retailer's charges of the current month. */
async function readMonth({ tx, providerUuid, now }: WalletScope, retailerUuid: string): Promise<Pick<Wallet, "month" | "month_cents">> {
  const { month, monthStart } = await getProviderDay(tx, providerUuid, now);
  return { month, month_cents: await readChargedSince(tx, providerUuid, retailerUuid, monthStart) };
}

async function readTerms({ tx, providerUuid }: WalletScope, retailerUuid: string): Promise<{ name: string; credit_limit_cents: number }> {
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

/**
 * Reads a retailer's wallet.
 * @param retailerUuid one that the caller may see
 */
export async function readWallet(scope: WalletScope, retailerUuid: string): Promise<Wallet> {
  const { tx, providerUuid, acting } = scope;
  const seesAllDays = scope.retailerUuid === null && !isBound(acting);
  const [{ name, credit_limit_cents }, card, balance, month, until] = await Promise.all([
    readTerms(scope, retailerUuid),
    findCardInEffect(tx, providerUuid, retailerUuid),
    readBalance(tx, providerUuid, retailerUuid),
    readMonth(scope, retailerUuid),
    seesAllDays ? findChargedUntil(scope) : null,
  ]);
  return {
    retailer_uuid: retailerUuid,
    retailer_name: name,
    ...balance,
    credit_limit_cents,
    rate_card_uuid: card?.rate_card_uuid ?? null,
    rate_card_name: card?.name ?? "",
    is_default_card: card?.is_default ?? false,
    ...month,
    // For a retailer, or an operator of some warehouses, the platform reads it, once nothing else is in flight that would also be read by the platform.
    charged_until: until ?? (await actingFor(tx, platform, acting, () => findChargedUntil(scope))),
  };
}
