import { sql } from "kysely";
import type { Page } from "#src/kit/api/list.ts";
import { ok } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { addMonths, getMonthSpan } from "#src/billing/statements/months.rules.ts";
import type { Span } from "#src/billing/statements/months.rules.ts";
import type { Statement } from "#src/billing/statements/statements.contract.ts";
import { listPage } from "#server/platform/db/list.ts";
import type { PageRequest } from "#server/platform/db/list.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { listPaidStatements } from "#server/billing/wallet/charge-state.queries.ts";

/** A statement without the link that the response adds. */
export type IssuedStatement = Omit<Statement, "print_link">;

interface Row {
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
}

const columns = [
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
const nameOfRetailer = sql<string>`coalesce((select r.name from retailer r where r.retailer_uuid = statement.retailer_uuid), '')`;

/** Converts a month to its first day, as the column stores it. */
export function toFirstDay(month: string) {
  return sql<Date>`${`${month}-01`}::date`;
}

function toStatement({ from_at, to_at, issued_at, ...row }: Row, paid: ReadonlySet<string>): IssuedStatement {
  const times = { from_at: from_at.toISOString(), to_at: to_at.toISOString(), issued_at: issued_at.toISOString() };
  return { ...row, ...times, is_paid: paid.has(row.statement_uuid) };
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
  const page = await listPage(
    tx,
    {
      name: "statements.list-statements",
      table: "statement",
      base: month === undefined ? all : all.where("statement.month", "=", toFirstDay(month)),
      keys: [{ column: sql.ref("statement.statement_uuid"), type: "uuid", direction: "desc" }],
      select: (rows) => rows.select([...columns, monthWord.as("month"), nameOfRetailer.as("retailer_name")]),
      show: ({ position: _place, ...row }): Row => row,
    },
    wanted,
  );
  if (!page.ok) return page;
  const { result, ...rest } = page.value;
  const uuids = result.map(({ statement_uuid }) => statement_uuid);
  const paid = await listPaidStatements(tx, providerUuid, uuids);
  return ok({ ...rest, result: result.map((row) => toStatement(row, paid)) });
}

/** Returns a retailer's statement of a month; null if none is issued. */
export async function findStatement(tx: Tx, providerUuid: string, retailerUuid: string, month: string): Promise<IssuedStatement | null> {
  const row = await selectStatements(tx, providerUuid, retailerUuid)
    .where("statement.month", "=", toFirstDay(month))
    .select([...columns, monthWord.as("month"), nameOfRetailer.as("retailer_name")])
    .executeTakeFirst();
  return row === undefined ? null : toStatement(row, await listPaidStatements(tx, providerUuid, [row.statement_uuid]));
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
