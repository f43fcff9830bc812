import { sql } from "kysely";
import type { Customer } from "#src/billing/customers/customers.contract.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { readCardsInEffect } from "#server/billing/rate-cards/cards.queries.ts";
import { readBalances } from "#server/billing/wallet/accounts.queries.ts";

/** What a retailer owes a provider or has prepaid, and its terms. */
type Money = Pick<Customer, "balance_cents" | "wallet_currency" | "credit_limit_cents" | "rate_card_name" | "is_default_card">;

/** A retailer's figures with a provider. */
export type Figures = Pick<
  Customer,
  "sku_count" | "on_hand" | "stock_value_cents" | "currency" | "unvalued_quantity" | "open_receipts" | "last_receipt_at"
> &
  Money;

interface StockRow {
  owner_uuid: string;
  sku_count: number;
  on_hand: number;
  unvalued_quantity: number;
  currency: string | null;
  stock_value_cents: number | null;
}

interface ReceiptsRow {
  owner_uuid: string;
  open_receipts: number;
  last_receipt_at: Date | null;
}

/**
 * Sums the stock of owners. Balances are summed by SKU first, which are as many as `countStockedSkus` counts: so each SKU is looked up once, and not for each
 * of its balances (of an owner with 3,500 SKUs in 5,900 places: 10 ms instead of 13). The value is null if it has several currencies, or is beyond
 * JavaScript's safe integers and would be shown wrong.
 */
async function readStock(tx: Tx, providerUuid: string, owners: readonly string[]): Promise<StockRow[]> {
  const { rows } = await sql<StockRow>`
    select owner_uuid, sku_count, on_hand, unvalued_quantity, currency,
      case when currency = last_currency and value <= ${Number.MAX_SAFE_INTEGER}::bigint then value::bigint end as stock_value_cents
    from (
      select held.owner_uuid, count(*) as sku_count, sum(held.quantity)::bigint as on_hand,
        coalesce(sum(held.quantity) filter (where v.declared_value_cents is null), 0)::bigint as unvalued_quantity,
        min(v.currency) filter (where v.declared_value_cents is not null) as currency,
        max(v.currency) filter (where v.declared_value_cents is not null) as last_currency,
        sum(held.quantity * v.declared_value_cents) as value
      from (
        select owner_uuid, variant_uuid, sum(quantity) as quantity from stock_balance
        where provider_uuid = ${providerUuid} and owner_uuid = any(${owners}::uuid[]) and quantity > 0
        group by owner_uuid, variant_uuid
      ) held join variant v on v.provider_uuid = ${providerUuid} and v.variant_uuid = held.variant_uuid
      group by held.owner_uuid
    ) stock`.execute(tx);
  return rows;
}

async function readReceipts(tx: Tx, providerUuid: string, owners: readonly string[]): Promise<ReceiptsRow[]> {
  const { rows } = await sql<ReceiptsRow>`
    select r.owner_uuid, max(r.submitted_at) as last_receipt_at,
      count(*) filter (where r.status in ('submitted', 'confirmed', 'arrived', 'inspecting', 'putting_away')) as open_receipts
    from receipt r
    where r.provider_uuid = ${providerUuid} and r.owner_uuid = any(${owners}::uuid[])
    group by r.owner_uuid`.execute(tx);
  return rows;
}

async function readCredits(tx: Tx, providerUuid: string, retailers: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ retailer_uuid: string; credit_limit_cents: number }>`
    select retailer_uuid, credit_limit_cents from retailer_terms
    where provider_uuid = ${providerUuid} and retailer_uuid = any (${retailers}::uuid[])`.execute(tx);
  return new Map(rows.map(({ retailer_uuid, credit_limit_cents }) => [retailer_uuid, credit_limit_cents]));
}

async function readMoney(tx: Tx, providerUuid: string, retailers: readonly string[]): Promise<(uuid: string) => Money> {
  const [balances, cards, credits] = await Promise.all([
    readBalances(tx, providerUuid, retailers),
    readCardsInEffect(tx, providerUuid, retailers),
    readCredits(tx, providerUuid, retailers),
  ]);
  return (uuid) => ({
    balance_cents: balances.get(uuid)?.balance_cents ?? 0,
    wallet_currency: balances.get(uuid)?.currency ?? "",
    credit_limit_cents: credits.get(uuid) ?? 0,
    rate_card_name: cards.get(uuid)?.name ?? "",
    is_default_card: cards.get(uuid)?.is_default ?? false,
  });
}

/** Reads the figures of any number of retailers in one round trip. The result has an entry for each of them, zero if there is nothing. */
export async function readFigures(tx: Tx, providerUuid: string, retailerUuids: readonly string[]): Promise<Map<string, Figures>> {
  if (retailerUuids.length === 0) return new Map();
  const [stockRows, receiptRows, money] = await Promise.all([
    readStock(tx, providerUuid, retailerUuids),
    readReceipts(tx, providerUuid, retailerUuids),
    readMoney(tx, providerUuid, retailerUuids),
  ]);
  const stock = new Map(stockRows.map((row) => [row.owner_uuid, row]));
  const receipts = new Map(receiptRows.map((row) => [row.owner_uuid, row]));
  return new Map(
    retailerUuids.map((uuid) => [
      uuid,
      {
        ...money(uuid),
        sku_count: stock.get(uuid)?.sku_count ?? 0,
        on_hand: stock.get(uuid)?.on_hand ?? 0,
        ...toStockValue(stock.get(uuid)),
        unvalued_quantity: stock.get(uuid)?.unvalued_quantity ?? 0,
        open_receipts: receipts.get(uuid)?.open_receipts ?? 0,
        last_receipt_at: receipts.get(uuid)?.last_receipt_at?.toISOString() ?? "",
      },
    ]),
  );
}

/** Amounts in several currencies have no sum. */
function toStockValue(stock: StockRow | undefined): Pick<Figures, "stock_value_cents" | "currency"> {
  const { currency = null, stock_value_cents: cents = null } = stock ?? {};
  return currency !== null && cents !== null ? { stock_value_cents: cents, currency } : { stock_value_cents: null, currency: "" };
}
