import { sql } from "kysely";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import type { Page } from "#src/kit/api/list.ts";
import { ok } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { ChargeEvent, ChargeKind, TopUpMethod } from "#src/billing/wallet/charge-kinds.rules.ts";
import type { WalletEntry, listWalletEntries } from "#src/billing/wallet/wallet.contract.ts";
import { listPage } from "#server/platform/db/list.ts";
import type { Placed } from "#server/platform/db/list.ts";
import type { SortKeys } from "#server/platform/db/list-keys.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
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
 * Computes a retailer's balance before each of some transactions: the current balance minus everything since. The amounts between them are summed in one
 * pass; a running sum takes twice as long (31,000 newer entries: 75 ms instead of 150).
 */
async function readBalancesBefore(
  tx: Tx,
  providerUuid: string,
  retailerUuid: string,
  transactions: readonly string[],
): Promise<Map<string, number>> {
  const rising = transactions.toSorted();
  const [oldest] = rising;
  if (oldest === undefined) return new Map();
  const { rows } = await sql<{ place: number; before: number }>`
    select p.place, (a.balance_cents - sum(p.cents) over (order by p.place desc))::bigint as before
    from wallet_account a cross join (
      select width_bucket(e.transaction_uuid, ${rising}::uuid[]) as place, sum(e.amount_cents) as cents from wallet_entry e
      where e.provider_uuid = ${providerUuid} and e.retailer_uuid = ${retailerUuid} and e.leg = 1 and e.transaction_uuid >= ${oldest}::uuid
      group by 1
    ) p
    where a.provider_uuid = ${providerUuid} and a.retailer_uuid = ${retailerUuid} and a.account = 'balance'`.execute(tx);
  return new Map(rows.map(({ place, before }) => [rising[place - 1] ?? "", before]));
}

interface Row extends Placed {
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

/** Lists a page of entries of a retailer's balance, newest first. */
export async function listEntryRows(
  scope: WalletScope,
  retailerUuid: string,
  { cur_page, page_size, cursor, ...filters }: Wanted,
): Promise<Result<Page<WalletEntry>, "parameterError">> {
  const page = await listPage(
    scope.tx,
    {
      name: "wallet.list-entries",
      table: "wallet_entry",
      base: filterEntries(scope, retailerUuid, filters),
      keys,
      select: (rows) =>
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
          .select([sql<string>`coalesce(c.day, t.received_on)::text`.as("day"), text.as("text")]),
      show: (row: Row) => row,
    },
    { cur_page, page_size, cursor },
  );
  if (!page.ok) return page;
  const { result, ...rest } = page.value;
  const shown = result.map(({ transaction_uuid }) => transaction_uuid);
  const before = await readBalancesBefore(scope.tx, scope.providerUuid, retailerUuid, shown);
  return ok({ ...rest, result: result.map((row) => toEntry(row, (before.get(row.transaction_uuid) ?? 0) + row.amount_cents)) });
}

function toEntry({ position: _position, at, source_type, kind, event, method, ...row }: Row, balance_after_cents: number): WalletEntry {
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
    balance_after_cents,
  };
}
