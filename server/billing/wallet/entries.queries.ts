import { sql } from "kysely";
import type { Expression, SelectQueryBuilder } from "kysely";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import type { Page } from "#src/kit/api/list.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { ChargeEvent, ChargeKind, TopUpMethod } from "#src/billing/wallet/charge-kinds.rules.ts";
import type { WalletEntry, listWalletEntries } from "#src/billing/wallet/wallet.contract.ts";
import { listPage } from "#server/platform/db/list.ts";
import type { Placed } from "#server/platform/db/list.ts";
import type { SortKeys } from "#server/platform/db/list-keys.ts";
import type { DB } from "#server/platform/db/schema.generated.ts";
import { lowestMovementId } from "#server/warehouse/stock/movement-id.ts";
import type { WalletScope } from "./wallet-scope.ts";

type Wanted = Omit<ParsedInputOf<typeof listWalletEntries>, "provider_uuid" | "retailer_uuid">;
type Filters = Pick<Wanted, "source_type" | "from" | "until">;

const keys: SortKeys = [{ column: sql.ref("wallet_entry.transaction_uuid"), type: "uuid", direction: "desc" }];

function filterEntries({ tx, providerUuid }: WalletScope, retailerUuid: string, { source_type, from, until }: Filters) {
  let base = tx
    .selectFrom("wallet_entry")
    .where("wallet_entry.provider_uuid", "=", providerUuid)
    .where("wallet_entry.retailer_uuid", "=", retailerUuid)
    // As in the index of balances.
    .where(sql<boolean>`wallet_entry.leg = 1`);
  if (source_type !== undefined) base = base.where("wallet_entry.source_type", "=", source_type);
  // A transaction's key begins with its time, so a bound on time is a bound on the key and uses the index.
  if (from !== undefined) base = base.where("wallet_entry.transaction_uuid", ">=", lowestMovementId(new Date(from)));
  if (until !== undefined) base = base.where("wallet_entry.transaction_uuid", "<", lowestMovementId(new Date(until)));
  return base;
}

/**
 * Adds a retailer's balance after each entry of a page: the current balance minus everything since. The amounts between the entries are summed in one pass;
 * a running sum takes twice as long (31,000 newer entries: 75 ms instead of 150).
 */
function addBalances<Shown>(
  { tx, providerUuid }: WalletScope,
  retailerUuid: string,
  page: Expression<Shown>,
): { execute(): Promise<(Shown & { balance_after_cents: number })[]> } {
  const rising = sql`(select rising from shown)`;
  const withBalances = sql<Shown & { balance_after_cents: number }>`with page as (${page}),
    shown as (select array_agg(transaction_uuid order by transaction_uuid) as rising from page),
    passed as (
      select width_bucket(e.transaction_uuid, ${rising}) as place, sum(e.amount_cents) as cents from wallet_entry e
      where e.provider_uuid = ${providerUuid} and e.retailer_uuid = ${retailerUuid} and e.leg = 1
        and e.transaction_uuid >= (select rising[1] from shown)
      group by 1
    ),
    -- Each entry of the page begins a place, so the balances before them are an array by place.
    before as (
      select array_agg(cents order by place) as balances from (
        select p.place, (a.balance_cents - sum(p.cents) over (order by p.place desc))::bigint as cents
        from wallet_account a cross join passed p
        where a.provider_uuid = ${providerUuid} and a.retailer_uuid = ${retailerUuid} and a.account = 'balance'
      ) places
    )
    select page.*, (select balances from before)[width_bucket(page.transaction_uuid, ${rising})] + page.amount_cents as balance_after_cents
    from page`;
  return { execute: async () => (await withBalances.execute(tx)).rows };
}

interface Row extends Placed {
  balance_after_cents: number;
  transaction_uuid: string;
  at: Date;
  source_type: string;
  source_uuid: string;
  amount_cents: number;
  currency: string;
  kind: string | null;
  event: string | null;
  method: string | null;
  day: string;
  text: string;
}

const text = sql<string>`coalesce(case wallet_entry.source_type
  when 'charge' then coalesce(nullif(c.remark, ''), r.receipt_number) when 'charge-reversal' then c.reversal_reason
  when 'top-up' then t.reference else t.reversal_reason end, '')`;

function selectColumns<O>(rows: SelectQueryBuilder<DB, "wallet_entry", O>) {
  return (
    rows
      .leftJoin("charge as c", (join) =>
        join
          .onRef("c.provider_uuid", "=", "wallet_entry.provider_uuid")
          .onRef("c.charge_uuid", "=", "wallet_entry.source_uuid")
          .on("wallet_entry.source_type", "in", ["charge", "charge-reversal"]),
      )
      .leftJoin("receipt as r", (join) =>
        join
          .onRef("r.provider_uuid", "=", "c.provider_uuid")
          .onRef("r.receipt_uuid", "=", "c.source_uuid")
          .on("c.source_type", "=", "receipt"),
      )
      .leftJoin("top_up as t", (join) =>
        join
          .onRef("t.provider_uuid", "=", "wallet_entry.provider_uuid")
          .onRef("t.top_up_uuid", "=", "wallet_entry.source_uuid")
          .on("wallet_entry.source_type", "in", ["top-up", "top-up-reversal"]),
      )
      .select(["wallet_entry.transaction_uuid", "wallet_entry.at", "wallet_entry.source_type", "wallet_entry.source_uuid"])
      .select(["wallet_entry.amount_cents", "wallet_entry.currency", "c.kind", "c.event", "t.method"])
      // A charge of a warehouse that the caller is not bound to is an amount of its time, and nothing more.
      .select([sql<string>`coalesce(c.day, t.received_on, (wallet_entry.at at time zone 'UTC')::date)::text`.as("day"), text.as("text")])
  );
}

/** Lists a page of entries of a retailer's balance, newest first. */
export async function listEntryRows(
  scope: WalletScope,
  retailerUuid: string,
  { cur_page, page_size, cursor, ...filters }: Wanted,
): Promise<Result<Page<WalletEntry>, "parameterError">> {
  return listPage(
    scope.tx,
    {
      name: "wallet.list-entries",
      table: "wallet_entry",
      base: filterEntries(scope, retailerUuid, filters),
      keys,
      select: (rows) => addBalances(scope, retailerUuid, selectColumns(rows)),
      show: toEntry,
    },
    { cur_page, page_size, cursor },
  );
}

function toEntry({ position: _position, at, source_type, kind, event, method, ...row }: Row): WalletEntry {
  return {
    ...row,
    at: at.toISOString(),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint, or its writer's schema, allows no other value
    source_type: source_type as WalletEntry["source_type"],
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint, or its writer's schema, allows no other value
    kind: kind as ChargeKind | null,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint, or its writer's schema, allows no other value
    event: event as ChargeEvent | null,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint, or its writer's schema, allows no other value
    method: method as TopUpMethod | null,
  };
}
