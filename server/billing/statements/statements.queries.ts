import { sql } from "kysely";
import type { SelectQueryBuilder } from "kysely";
import type { Page } from "#src/kit/api/list.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { addMonths, getMonthSpan } from "#src/billing/statements/months.rules.ts";
import type { Span } from "#src/billing/statements/months.rules.ts";
import type { Statement } from "#src/billing/statements/statements.contract.ts";
import { listPage } from "#server/platform/db/list.ts";
import type { PageRequest, Placed } from "#server/platform/db/list.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import type { DB } from "#server/platform/db/schema.generated.ts";
import { selectRetailerName } from "#server/billing/wallet/accounts.queries.ts";
import { selectPaidStatements } from "#server/billing/wallet/charge-state.queries.ts";

/** A statement without the link that the response adds. */
export type IssuedStatement = Omit<Statement, "print_link">;

interface Row {
  provider_uuid: string;
  statement_uuid: string;
  statement_number: string;
  retailer_uuid: string;
  retailer_name: string;
  month: string;
  from_at: Date;
  to_at: Date;
  currency: string;
  opening_cents: number;
  paid_in_cents: number;
  charged_cents: number;
  closing_cents: number;
  issued_at: Date;
  is_paid: boolean;
}

const columns = [
  "statement.provider_uuid",
  "statement.statement_uuid",
  "statement.statement_number",
  "statement.retailer_uuid",
  "statement.from_at",
  "statement.to_at",
  "statement.currency",
  "statement.opening_cents",
  "statement.paid_in_cents",
  "statement.charged_cents",
  "statement.closing_cents",
  "statement.issued_at",
] as const;

const monthWord = sql<string>`to_char(statement.month, 'YYYY-MM')`;

/** Converts a month to its first day, as the column stores it. */
export function toFirstDay(month: string) {
  return sql<Date>`${`${month}-01`}::date`;
}

function toStatement({ from_at, to_at, issued_at, ...row }: Omit<Row, "provider_uuid">): IssuedStatement {
  return { ...row, from_at: from_at.toISOString(), to_at: to_at.toISOString(), issued_at: issued_at.toISOString() };
}

/** Adds the shown columns to statements. Whether they are paid is computed once for all of them, from the same rows. */
function selectShown<O>(tx: Tx, statements: SelectQueryBuilder<DB, "statement", O>): { execute(): Promise<(O & Row)[]> } {
  const page = statements.select([...columns, monthWord.as("month"), selectRetailerName("statement").as("retailer_name")]);
  const shown = sql<O & Row>`with page as (${page})
    select page.*, statement_uuid in (${selectPaidStatements(sql`page`)}) as is_paid from page`;
  return { execute: async () => (await shown.execute(tx)).rows };
}

function selectStatements(tx: Tx, providerUuid: string, retailerUuid: string | null) {
  const all = tx.selectFrom("statement").where("statement.provider_uuid", "=", providerUuid);
  return retailerUuid === null ? all : all.where("statement.retailer_uuid", "=", retailerUuid);
}

/** Lists a page of issued statements, newest first; of one retailer or all. */
export async function listStatementRows(
  tx: Tx,
  providerUuid: string,
  { retailerUuid, month, ...wanted }: PageRequest & { retailerUuid: string | null; month?: string | undefined },
): Promise<Result<Page<IssuedStatement>, "parameterError">> {
  const all = selectStatements(tx, providerUuid, retailerUuid);
  return listPage(
    tx,
    {
      name: "statements.list-statements",
      table: "statement",
      base: month === undefined ? all : all.where("statement.month", "=", toFirstDay(month)),
      keys: [{ column: sql.ref("statement.statement_uuid"), type: "uuid", direction: "desc" }],
      select: (rows) => selectShown(tx, rows),
      show: ({ position: _position, provider_uuid: _provider, ...row }: Placed & Row) => toStatement(row),
    },
    wanted,
  );
}

/** Returns a retailer's statement of a month; null if none is issued. */
export async function findStatement(tx: Tx, providerUuid: string, retailerUuid: string, month: string): Promise<IssuedStatement | null> {
  const ofMonth = selectStatements(tx, providerUuid, retailerUuid).where("statement.month", "=", toFirstDay(month));
  const [row] = await selectShown(tx, ofMonth).execute();
  if (row === undefined) return null;
  const { provider_uuid: _provider, ...statement } = row;
  return toStatement(statement);
}

/**
 * Reads the period of a retailer's statement of a month: from the end of the previous statement to the start of the next, otherwise by the provider's time
 * zone. So a change of time zone leaves no gap and counts nothing twice.
 */
export async function readSpan(
  tx: Tx,
  providerUuid: string,
  retailerUuid: string,
  { month, timeZone }: { month: string; timeZone: string },
): Promise<Span> {
  const beside = await selectStatements(tx, providerUuid, retailerUuid)
    .where("statement.month", "in", [toFirstDay(addMonths(month, -1)), toFirstDay(addMonths(month))])
    .select(["from_at", "to_at", monthWord.as("month")])
    .execute();
  const { from, to } = getMonthSpan(month, timeZone);
  const before = beside.find((statement) => statement.month < month);
  const after = beside.find((statement) => statement.month > month);
  return { from: before?.to_at ?? from, to: after?.from_at ?? to };
}
