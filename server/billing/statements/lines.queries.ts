import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Charge, ChargePart } from "#src/billing/wallet/charges.contract.ts";
import type { Span } from "#src/billing/statements/months.rules.ts";
import type { Acting, Tx } from "#server/platform/db/row-security.ts";
import type { Database } from "#server/platform/db/database.ts";
import { lowestMovementId } from "#server/warehouse/stock/movement-id.ts";

/** Whose charges, and of which period. */
interface LinesWanted {
  readonly providerUuid: string;
  readonly retailerUuid: string;
  readonly span: Span;
}

/** A line of a statement: a charge or a reversal, with what it adds to the charged sum. */
export interface StatementLine extends Pick<
  Charge,
  "kind" | "event" | "day" | "warehouse_name" | "source_text" | "quantity_milli" | "amount_cents" | "remark"
> {
  readonly at: Date;
  readonly is_reversal: boolean;
  readonly parts: readonly ChargePart[];
}

const dayMs = 86_400_000;

/** Returns lower bounds for the keys of a period: of charges (created at most a moment before or after posting), and of entries. */
export function getFirstKeys({ span }: LinesWanted): { readonly posted: string; readonly reversed: string } {
  return { posted: lowestMovementId(new Date(span.from.getTime() - dayMs)), reversed: lowestMovementId(span.from) };
}

/** Selects the charges `c` posted in a period, after a key. A reversed charge of zero has no entry, so it is left out while it can be reversed. */
export function selectPostedLines({ providerUuid, retailerUuid, span }: LinesWanted, after: string): RawBuilder<unknown> {
  return sql`
    from charge c
    where c.provider_uuid = ${providerUuid} and c.retailer_uuid = ${retailerUuid}
      and c.charge_uuid > ${after} and c.charge_uuid < ${lowestMovementId(new Date(span.to.getTime() + dayMs))}
      and c.posted_at >= ${span.from} and c.posted_at < ${span.to}
      and (c.amount_cents <> 0 or c.reversed_at is null or c.reversed_at >= ${span.to})`;
}

/** Selects the entries `e` that reversed charges `c` in a period, after a key. */
export function selectReversedLines({ providerUuid, retailerUuid, span }: LinesWanted, after: string): RawBuilder<unknown> {
  return sql`
    from wallet_entry e join charge c on c.provider_uuid = e.provider_uuid and c.charge_uuid = e.source_uuid
    where e.provider_uuid = ${providerUuid} and e.retailer_uuid = ${retailerUuid} and e.leg = 1 and e.source_type = 'charge-reversal'
      and e.transaction_uuid > ${after} and e.transaction_uuid < ${lowestMovementId(span.to)}`;
}

interface Row extends StatementLine {
  readonly key: string;
}

/** Further columns of a line besides its own figures. */
const shown = sql`c.kind, c.event, c.day::text as day, c.parts,
  coalesce((select w.name from warehouse w where w.provider_uuid = c.provider_uuid and w.warehouse_uuid = c.warehouse_uuid), '') as warehouse_name,
  coalesce(case c.source_type
    when 'receipt' then (select r.receipt_number from receipt r where r.provider_uuid = c.provider_uuid and r.receipt_uuid = c.source_uuid)
    when 'return' then (select r.return_number from return_order r where r.provider_uuid = c.provider_uuid and r.return_uuid = c.source_uuid)
    when 'parcel' then (select p.parcel_number from parcel p where p.provider_uuid = c.provider_uuid and p.parcel_uuid = c.source_uuid)
    else (select o.order_number from sales_order o where o.provider_uuid = c.provider_uuid and o.order_uuid = c.order_uuid) end, '') as source_text`;

async function readPostedBatch(tx: Tx, wanted: LinesWanted, after: string, most: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select c.charge_uuid as key, c.posted_at as at, false as is_reversal, c.quantity_milli, c.amount_cents, c.remark, ${shown}
    ${selectPostedLines(wanted, after)}
    order by c.charge_uuid limit ${most}`.execute(tx);
  return rows;
}

async function readReversedBatch(tx: Tx, wanted: LinesWanted, after: string, most: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select e.transaction_uuid as key, e.at, true as is_reversal, -c.quantity_milli as quantity_milli, -e.amount_cents as amount_cents,
      c.reversal_reason as remark, ${shown}
    ${selectReversedLines(wanted, after)}
    order by e.transaction_uuid limit ${most}`.execute(tx);
  return rows;
}

const batchSize = 2000;

/**
 * Reads the lines of a period in batches: charges in the order of posting, then reversals. Each batch has its own transaction, so that a slow reader keeps
 * none open.
 */
export async function* readLineBatches(database: Database, acting: Acting, wanted: LinesWanted): AsyncGenerator<readonly StatementLine[]> {
  const starts = getFirstKeys(wanted);
  for (const [read, start] of [[readPostedBatch, starts.posted] as const, [readReversedBatch, starts.reversed] as const]) {
    let after = start;
    for (;;) {
      const rows = await database.transaction(acting, (tx) => read(tx, wanted, after, batchSize));
      if (rows.length > 0) yield rows;
      if (rows.length < batchSize) break;
      after = rows.at(-1)?.key ?? after;
    }
  }
}
