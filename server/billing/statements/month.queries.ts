import { sql } from "kysely";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import type { Span } from "#src/billing/statements/months.rules.ts";
import type { Statement, viewMonth } from "#src/billing/statements/statements.contract.ts";
import { isBound, seeAllWarehouses } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { readBillingSettings } from "#server/billing/rate-cards/cards.queries.ts";
import { lowestMovementId } from "#server/warehouse/stock/movement-id.ts";
import { readCurrency } from "#server/billing/wallet/accounts.queries.ts";
import { getFirstKeys, selectPostedLines, selectReversedLines } from "./lines.queries.ts";
import type { StatementScope } from "./statement-scope.ts";
import { readSpan, findStatement } from "./statements.queries.ts";
import type { IssuedStatement } from "./statements.queries.ts";

type Sums = Pick<Statement, "opening_cents" | "paid_in_cents" | "charged_cents" | "closing_cents">;
type MonthView = Omit<OutputOf<typeof viewMonth>, "issue_refusal" | "statement"> & { readonly statement: IssuedStatement | null };
type Payment = MonthView["payments"][number];

/** A retailer's month with its period. */
export interface Month {
  readonly view: MonthView;
  readonly span: Span;
  /** the part that the sums cover: up to now if the month is not issued */
  readonly summed: Span;
  /** IANA name of the time zone of the months */
  readonly timeZone: string;
}

/** More payments than anybody makes in a month: further ones are not shown on the page; files contain all of them. */
export const mostPayments = 2000;

/** Sums the entries of a period, as `issue_statement` does: the opening balance is the current balance minus everything entered since. */
async function readSums(tx: Tx, providerUuid: string, retailerUuid: string, { from, to }: Span): Promise<Sums> {
  const { rows } = await sql<{ opening: number; paid: number; charged: number }>`
    select coalesce((
        select a.balance_cents from wallet_account a
        where a.provider_uuid = ${providerUuid} and a.retailer_uuid = ${retailerUuid} and a.account = 'balance'), 0)
        - coalesce(sum(e.amount_cents), 0)::bigint as opening,
      coalesce(sum(e.amount_cents) filter (where e.at < ${to} and e.source_type in ('top-up', 'top-up-reversal')), 0)::bigint as paid,
      -coalesce(sum(e.amount_cents) filter (where e.at < ${to} and e.source_type in ('charge', 'charge-reversal')), 0)::bigint as charged
    from wallet_entry e
    where e.provider_uuid = ${providerUuid} and e.retailer_uuid = ${retailerUuid} and e.leg = 1 and e.transaction_uuid >= ${lowestMovementId(from)}`.execute(
    tx,
  );
  const { opening, paid, charged } = rows[0] ?? { opening: 0, paid: 0, charged: 0 };
  return { opening_cents: opening, paid_in_cents: paid, charged_cents: charged, closing_cents: opening + paid - charged };
}

async function readOverview(tx: Tx, providerUuid: string, retailerUuid: string, span: Span): Promise<MonthView["charges"]> {
  const about = { providerUuid, retailerUuid, span };
  const { rows } = await sql<MonthView["charges"][number]>`
    select kind, event, count(*) as charge_count, sum(quantity_milli)::bigint as quantity_milli, sum(amount_cents)::bigint as amount_cents
    from (
      select c.kind, c.event, c.quantity_milli, c.amount_cents ${selectPostedLines(about, getFirstKeys(about).posted)}
      union all
      select c.kind, c.event, -c.quantity_milli, -e.amount_cents ${selectReversedLines(about, getFirstKeys(about).reversed)}
    ) line
    group by kind, event
    order by array_position(array['storage', 'handling', 'shipping', 'goods', 'other'], kind), event`.execute(tx);
  return rows;
}

interface PaymentRow extends Omit<Payment, "at"> {
  at: Date;
}

async function readPayments(tx: Tx, providerUuid: string, retailerUuid: string, { from, to }: Span): Promise<Payment[]> {
  const { rows } = await sql<PaymentRow>`
    select e.at, t.received_on::text as day, t.method, e.source_type = 'top-up-reversal' as is_reversal, e.amount_cents,
      case when e.source_type = 'top-up-reversal' then t.reversal_reason when t.reference <> '' then t.reference else t.remark end as text
    from wallet_entry e
      join top_up t on t.provider_uuid = e.provider_uuid and t.top_up_uuid = e.source_uuid
    where e.provider_uuid = ${providerUuid} and e.retailer_uuid = ${retailerUuid} and e.leg = 1
      and e.source_type in ('top-up', 'top-up-reversal')
      and e.transaction_uuid >= ${lowestMovementId(from)} and e.transaction_uuid < ${lowestMovementId(to)}
    order by e.transaction_uuid
    limit ${mostPayments}`.execute(tx);
  return rows.map(({ at, ...payment }) => ({ ...payment, at: at.toISOString() }));
}

async function readName(tx: Tx, retailerUuid: string): Promise<string> {
  const row = await tx.selectFrom("retailer").select("name").where("retailer_uuid", "=", retailerUuid).executeTakeFirst();
  return row?.name ?? "";
}

/** Clips a period to now: later entries are excluded from all sums, lists and files, which are read one after the other. */
function clipToNow({ from, to }: Span, now: Date): Span {
  // Entries of this very millisecond are included.
  return { from, to: new Date(Math.min(to.getTime(), now.getTime() + 1)) };
}

/**
 * Reads a retailer's month as its statement shows it, or would show it now. A statement covers all warehouses: for an operator who is bound to some,
 * nothing else of the transaction may be sent meanwhile.
 * @param retailerUuid one that the scope may see
 */
export async function readMonth(scope: StatementScope, retailerUuid: string, month: string): Promise<Month> {
  const read = () => readMonthAsSeen(scope, retailerUuid, month);
  return isBound(scope.acting) ? seeAllWarehouses(scope.tx, read) : read();
}

async function readMonthAsSeen({ tx, providerUuid, now }: StatementScope, retailerUuid: string, month: string): Promise<Month> {
  const { time_zone: timeZone } = await readBillingSettings(tx, providerUuid);
  const statement = await findStatement(tx, providerUuid, retailerUuid, month);
  const span =
    statement === null
      ? await readSpan(tx, providerUuid, retailerUuid, { month, timeZone })
      : { from: new Date(statement.from_at), to: new Date(statement.to_at) };
  const summed = statement === null ? clipToNow(span, now) : span;
  const { opening_cents, paid_in_cents, charged_cents, closing_cents } =
    statement ?? (await readSums(tx, providerUuid, retailerUuid, summed));
  const view = {
    statement,
    retailer_name: await readName(tx, retailerUuid),
    currency: statement?.currency ?? (await readCurrency(tx, providerUuid, retailerUuid)),
    opening_cents,
    paid_in_cents,
    charged_cents,
    closing_cents,
    charges: await readOverview(tx, providerUuid, retailerUuid, summed),
    payments: await readPayments(tx, providerUuid, retailerUuid, summed),
  };
  return { view, span, summed, timeZone };
}
