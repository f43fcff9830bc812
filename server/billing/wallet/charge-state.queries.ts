import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { ChargeState } from "#src/billing/wallet/charges.contract.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { lowestMovementId } from "#server/warehouse/stock/movement-id.ts";

const dayMs = 86_400_000;

/** Returns when the first of some statements ends; null if there are none. */
async function findFirstEnd(tx: Tx, providerUuid: string, statementUuids: readonly string[]): Promise<Date | null> {
  const { rows } = await sql<{ first: Date | null }>`
    select min(to_at) as first from statement where provider_uuid = ${providerUuid} and statement_uuid = any (${statementUuids}::uuid[])`.execute(
    tx,
  );
  return rows[0]?.first ?? null;
}

/**
 * Lists which statements are paid: everything charged up to their end is covered by payments since the wallet began and by credits and reversals of those
 * charges. This equals the balance without later charges that still stand, so it is computed from today's balance, once for a page.
 */
export async function listPaidStatements(tx: Tx, providerUuid: string, statementUuids: readonly string[]): Promise<Set<string>> {
  const wanted = [...new Set(statementUuids)];
  const first = wanted.length === 0 ? null : await findFirstEnd(tx, providerUuid, wanted);
  if (first === null) return new Set();
  // A charge's key is created at most a moment before or after its posting.
  const lowest = lowestMovementId(new Date(first.getTime() - dayMs));
  const { rows } = await sql<{ statement_uuid: string }>`
    with asked as (
      select s.statement_uuid, s.retailer_uuid, s.to_at, coalesce(a.balance_cents, 0) as balance,
        array_agg(s.to_at) over (partition by s.retailer_uuid order by s.to_at rows between unbounded preceding and unbounded following) as ends
      from statement s
        left join wallet_account a on a.provider_uuid = s.provider_uuid and a.retailer_uuid = s.retailer_uuid and a.account = 'balance'
      where s.provider_uuid = ${providerUuid} and s.statement_uuid = any (${wanted}::uuid[])
    ), later as (
      select o.retailer_uuid, width_bucket(c.posted_at, o.ends) as place, sum(c.amount_cents) as cents
      from (select distinct retailer_uuid, ends from asked where balance < 0) o
        join charge c on c.provider_uuid = ${providerUuid} and c.retailer_uuid = o.retailer_uuid and c.charge_uuid >= ${lowest}::uuid
      where c.status = 'posted' and c.amount_cents > 0 and c.posted_at >= o.ends[1]
      group by 1, 2
    )
    select statement_uuid from asked
    where balance >= 0 or balance + coalesce((
      select sum(l.cents) from later l
      where l.retailer_uuid = asked.retailer_uuid and l.place >= width_bucket(asked.to_at, asked.ends)), 0) >= 0`.execute(tx);
  return new Set(rows.map(({ statement_uuid }) => statement_uuid));
}

/** Selects a column of the statement that contains a charge: the one of the period in which it was posted. Null before it is issued. */
function selectOfStatement<T>(charge: string, wanted: RawBuilder<T>): RawBuilder<T | null> {
  const c = (column: string) => sql.ref(`${charge}.${column}`);
  return sql<T | null>`(select ${wanted} from statement holding
    where holding.provider_uuid = ${c("provider_uuid")} and holding.retailer_uuid = ${c("retailer_uuid")}
      and holding.from_at <= ${c("posted_at")} and holding.to_at > ${c("posted_at")}
    order by holding.to_at limit 1)`;
}

/** The columns that determine the state of a charge. */
interface Stateful {
  readonly status: string;
  /** the statement that contains it; null before it is issued */
  readonly statement_uuid: string | null;
}

/**
 * Gets the displayed state of a charge.
 * @param paid the result of `listPaidStatements` for the statements of all displayed charges
 */
export function getChargeState({ status, statement_uuid }: Stateful, paid: ReadonlySet<string>): ChargeState {
  if (status === "reversed") return "reversed";
  if (statement_uuid === null) return "posted";
  return paid.has(statement_uuid) ? "paid" : "invoiced";
}

/**
 * Selects the statement that contains a charge; null before it is issued.
 * @param charge the charge's table or alias in the query
 */
export function selectStatementUuid(charge: string): RawBuilder<string | null> {
  return selectOfStatement(charge, sql<string>`holding.statement_uuid`);
}

/**
 * Selects the number of the statement that contains a charge; empty before it is issued.
 * @param charge the charge's table or alias in the query
 */
export function selectStatementNumber(charge: string): RawBuilder<string> {
  return sql<string>`coalesce(${selectOfStatement(charge, sql<string>`holding.statement_number`)}, '')`;
}

/**
 * Selects the month of the statement that contains a charge, `2026-06`; empty before it is issued.
 * @param charge the charge's table or alias in the query
 */
export function selectStatementMonth(charge: string): RawBuilder<string> {
  return sql<string>`coalesce(${selectOfStatement(charge, sql<string>`to_char(holding.month, 'YYYY-MM')`)}, '')`;
}
