import { sql } from "kysely";
import type { Page } from "#src/api/list.ts";
import { ok } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import { monthAfter, spanOf } from "#src/statements/months.rules.ts";
import type { Span } from "#src/statements/months.rules.ts";
import type { Statement } from "#src/statements/statements.contract.ts";
import { listPage } from "#server/db/list.ts";
import type { PageRequest } from "#server/db/list.ts";
import type { Tx } from "#server/db/tx.ts";
import { paidStatements } from "#server/wallet/charge-state.queries.ts";

/** A statement without the link that an answer adds to it. */
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

/** The first day of a month, as the column has it. */
export function firstDayOf(month: string) {
  return sql<Date>`${`${month}-01`}::date`;
}

function shown({ from_at, to_at, issued_at, ...row }: Row, paid: ReadonlySet<string>): IssuedStatement {
  const times = { from_at: from_at.toISOString(), to_at: to_at.toISOString(), issued_at: issued_at.toISOString() };
  return { ...row, ...times, is_paid: paid.has(row.statement_uuid) };
}

function statementsOf(tx: Tx, providerUuid: string, retailerUuid: string | null) {
  const all = tx.selectFrom("statement").where("statement.provider_uuid", "=", providerUuid);
  return retailerUuid === null ? all : all.where("statement.retailer_uuid", "=", retailerUuid);
}

/** A page of the statements that were issued, the newest first; of one retailer or of all. */
export async function listStatementRows(
  tx: Tx,
  providerUuid: string,
  { retailerUuid, month, ...wanted }: PageRequest & { retailerUuid: string | null; month?: string | undefined },
): Promise<Result<Page<IssuedStatement>, "parameterError">> {
  const all = statementsOf(tx, providerUuid, retailerUuid);
  const page = await listPage(
    tx,
    {
      name: "statements.list-statements",
      table: "statement",
      base: month === undefined ? all : all.where("statement.month", "=", firstDayOf(month)),
      keys: [{ column: sql.ref("statement.statement_uuid"), type: "uuid", direction: "desc" }],
      select: (rows) => rows.select([...columns, monthWord.as("month"), nameOfRetailer.as("retailer_name")]),
      show: ({ position: _place, ...row }): Row => row,
    },
    wanted,
  );
  if (!page.ok) return page;
  const { result, ...rest } = page.value;
  const uuids = result.map(({ statement_uuid }) => statement_uuid);
  const paid = await paidStatements(tx, providerUuid, uuids);
  return ok({ ...rest, result: result.map((row) => shown(row, paid)) });
}

/** A retailer's statement of a month; null where none was issued. */
export async function statementOfMonth(tx: Tx, providerUuid: string, retailerUuid: string, month: string): Promise<IssuedStatement | null> {
  const row = await statementsOf(tx, providerUuid, retailerUuid)
    .where("statement.month", "=", firstDayOf(month))
    .select([...columns, monthWord.as("month"), nameOfRetailer.as("retailer_name")])
    .executeTakeFirst();
  return row === undefined ? null : shown(row, await paidStatements(tx, providerUuid, [row.statement_uuid]));
}

/**
 * The time that a retailer's statement of a month would be for: from where the one before it ends to where the one after it begins, and by the
 * provider's clock where there is none. So that a clock that was changed leaves no gap, and counts nothing twice.
 */
export async function spanOfRetailer(
  tx: Tx,
  providerUuid: string,
  retailerUuid: string,
  { month, timeZone }: { month: string; timeZone: string },
): Promise<Span> {
  const beside = await statementsOf(tx, providerUuid, retailerUuid)
    .where("statement.month", "in", [firstDayOf(monthAfter(month, -1)), firstDayOf(monthAfter(month))])
    .select(["from_at", "to_at", monthWord.as("month")])
    .execute();
  const { from, to } = spanOf(month, timeZone);
  const before = beside.find((statement) => statement.month < month);
  const after = beside.find((statement) => statement.month > month);
  return { from: before?.to_at ?? from, to: after?.from_at ?? to };
}
