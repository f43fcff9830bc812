import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { ChargeState } from "#src/billing/wallet/charges.contract.ts";
import type { Tx } from "#server/platform/db/row-security.ts";

/** Selects the lowest key that a charge of a time can have: it is created at most a moment before or after its posting. */
function selectLowestKey(time: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`(lpad(to_hex(floor(extract(epoch from ${time} - interval '1 day') * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`;
}

/**
 * Selects the keys of the statements that are paid: everything charged up to their end is covered by payments since the wallet began and by credits and
 * reversals of those charges. This equals the balance without later charges that still stand, so it is computed from today's balance, once for all of them.
 * @param statements rows of `statement`, as a table, a CTE or a subquery
 */
export function selectPaidStatements(statements: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`
    with asked as (
      select s.provider_uuid, s.statement_uuid, s.retailer_uuid, s.to_at, coalesce(a.balance_cents, 0) as balance,
        array_agg(s.to_at) over (partition by s.retailer_uuid order by s.to_at rows between unbounded preceding and unbounded following) as ends
      from ${statements} s
        left join wallet_account a on a.provider_uuid = s.provider_uuid and a.retailer_uuid = s.retailer_uuid and a.account = 'balance'
    ), later as (
      select o.retailer_uuid, width_bucket(c.posted_at, o.ends) as place, sum(c.amount_cents) as cents
      from (select distinct provider_uuid, retailer_uuid, ends from asked where balance < 0) o
        join charge c on c.provider_uuid = o.provider_uuid and c.retailer_uuid = o.retailer_uuid
          and c.charge_uuid >= (select ${selectLowestKey(sql`min(to_at)`)} from asked)
      where c.status = 'posted' and c.amount_cents > 0 and c.posted_at >= o.ends[1]
      group by 1, 2
    )
    select statement_uuid from asked
    where balance >= 0 or balance + coalesce((
      select sum(l.cents) from later l
      where l.retailer_uuid = asked.retailer_uuid and l.place >= width_bucket(asked.to_at, asked.ends)), 0) >= 0`;
}

/** Lists which statements are paid. */
export async function listPaidStatements(tx: Tx, providerUuid: string, statementUuids: readonly string[]): Promise<Set<string>> {
  if (statementUuids.length === 0) return new Set();
  const named = sql`(select * from statement where provider_uuid = ${providerUuid} and statement_uuid = any (${statementUuids}::uuid[]))`;
  const { rows } = await sql<{ statement_uuid: string }>`${selectPaidStatements(named)}`.execute(tx);
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
