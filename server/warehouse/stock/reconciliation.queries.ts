import { sql } from "kysely";
import type { OutputOf, ParsedInputOf } from "#src/kit/api/define-call.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { Difference, listReconciliations } from "#src/warehouse/stock/stock.contract.ts";
import { listPage } from "#server/platform/db/list.ts";
import type { Tx } from "#server/platform/db/row-security.ts";

/** What a reconciliation of a provider's ledger found. */
interface Found {
  balanceCount: number;
  differenceCount: number;
  /** the first hundred */
  differences: Difference[];
}

const mostShown = 100;

/**
 * Sums the whole ledger in one statement, and so at one moment: each balance is the sum of its entries, what is reserved is the sum of the open
 * reservations, and the legs of each movement sum to zero. It takes no locks.
 */
export async function checkLedger(tx: Tx, providerUuid: string): Promise<Found> {
  // No time limit: it runs at night, and nobody waits for it.
  await sql`select set_config('statement_timeout', '0', true)`.execute(tx);
  const { rows } = await sql<{ balance_count: number; difference_count: number; differences: Difference[] }>`
    with stated as (
      select variant_uuid, warehouse_uuid, location_uuid, owner_uuid, lot, condition, quantity, reserved
      from stock_balance where provider_uuid = ${providerUuid}
    ), added as (
      select variant_uuid, warehouse_uuid, location_uuid, owner_uuid, lot, condition, sum(quantity) as quantity
      from stock_entry where provider_uuid = ${providerUuid} and location_uuid is not null group by 1, 2, 3, 4, 5, 6
    ), held as (
      select variant_uuid, warehouse_uuid, location_uuid, owner_uuid, lot, condition, sum(quantity) as quantity
      from reservation where provider_uuid = ${providerUuid} and status = 'open' group by 1, 2, 3, 4, 5, 6
    ), difference as (
      select 'quantity' as kind, variant_uuid, warehouse_uuid, location_uuid, lot, condition, coalesce(s.quantity, 0) as stated, coalesce(a.quantity, 0) as counted
      from stated s full join added a using (variant_uuid, warehouse_uuid, location_uuid, owner_uuid, lot, condition)
      where coalesce(s.quantity, 0) <> coalesce(a.quantity, 0)
      union all
      select 'reserved', variant_uuid, warehouse_uuid, location_uuid, lot, condition, coalesce(s.reserved, 0), coalesce(h.quantity, 0)
      from stated s full join held h using (variant_uuid, warehouse_uuid, location_uuid, owner_uuid, lot, condition)
      where coalesce(s.reserved, 0) <> coalesce(h.quantity, 0)
      union all
      select 'unbalanced', variant_uuid, null, null, '', '', 0, sum(quantity)
      from stock_entry where provider_uuid = ${providerUuid} group by movement_uuid, variant_uuid, owner_uuid having sum(quantity) <> 0
    ), shown as (
      select d.kind, d.variant_uuid, coalesce(v.sku, '') as sku, d.warehouse_uuid, d.location_uuid, coalesce(l.barcode, '') as barcode, d.lot, d.condition,
        d.stated, d.counted
      from (select * from difference order by kind, variant_uuid, location_uuid, lot, condition limit ${mostShown}) d
        left join variant v on v.provider_uuid = ${providerUuid} and v.variant_uuid = d.variant_uuid
        left join location l on l.provider_uuid = ${providerUuid} and l.location_uuid = d.location_uuid
    )
    select (select count(*) from stated) as balance_count, (select count(*) from difference) as difference_count,
      (select coalesce(jsonb_agg(s order by kind, variant_uuid, location_uuid, lot, condition), '[]') from shown s) as differences`.execute(
    tx,
  );
  const [row] = rows;
  return {
    balanceCount: row?.balance_count ?? 0,
    differenceCount: row?.difference_count ?? 0,
    differences: row?.differences ?? [],
  };
}

/** Lists the providers that have a ledger. */
export async function listProvidersWithStock(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ provider_uuid: string }>`
    select p.provider_uuid from provider p
    where exists (select from stock_entry e where e.provider_uuid = p.provider_uuid)
      or exists (select from stock_balance b where b.provider_uuid = p.provider_uuid) order by 1`.execute(tx);
  return rows.map(({ provider_uuid }) => provider_uuid);
}

type Listed = OutputOf<typeof listReconciliations>;

/** Returns a page of reconciliations, newest first. */
export async function readReconciliationPage(
  tx: Tx,
  providerUuid: string,
  { cur_page, page_size, cursor }: ParsedInputOf<typeof listReconciliations>,
): Promise<Result<Listed, "parameterError">> {
  return listPage(
    tx,
    {
      name: "stock.list-reconciliations",
      table: "stock_reconciliation",
      base: tx.selectFrom("stock_reconciliation").where("stock_reconciliation.provider_uuid", "=", providerUuid),
      keys: [{ column: sql.ref("stock_reconciliation.reconciliation_uuid"), type: "uuid", direction: "desc" }],
      select: (rows) =>
        rows
          .select(["reconciliation_uuid", "at", "balance_count", "difference_count", "differences"])
          .$narrowType<{ differences: Difference[] }>(),
      show: ({ position: _position, at, ...row }) => ({ ...row, at: at.toISOString() }),
    },
    { cur_page, page_size, cursor },
  );
}
