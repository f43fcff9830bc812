import { sql } from "kysely";
import type { Customer } from "#src/billing/customers/customers.contract.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { readCardsInEffect } from "#server/billing/rate-cards/cards.queries.ts";
import { countStockedSkus } from "#server/warehouse/stock/stocked-skus.queries.ts";
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
  on_hand: number;
  unvalued_quantity: number;
  currencies: number;
  currency: string | null;
  stock_value_cents: number | null;
}

interface ReceiptsRow {
  owner_uuid: string;
  open_receipts: number;
  last_receipt_at: Date | null;
}

/** Sums beyond JavaScript's safe integers are omitted, because they would be shown wrong. */
async function readStock(tx: Tx, providerUuid: string, owners: readonly string[]): Promise<StockRow[]> {
  const { rows } = await sql<StockRow>`
    select owner_uuid, on_hand, unvalued_quantity, currencies, currency,
      case when value <= ${Number.MAX_SAFE_INTEGER}::bigint then value::bigint end as stock_value_cents
    from (
      select b.owner_uuid, sum(b.quantity) as on_hand,
        coalesce(sum(b.quantity) filter (where v.declared_value_cents is null), 0) as unvalued_quantity,
        count(distinct v.currency) filter (where v.declared_value_cents is not null) as currencies,
        min(v.currency) filter (where v.declared_value_cents is not null) as currency,
        sum(b.quantity * v.declared_value_cents) as value
      from stock_balance b join variant v on v.provider_uuid = b.provider_uuid and v.variant_uuid = b.variant_uuid
      where b.provider_uuid = ${providerUuid} and b.owner_uuid = any(${owners}::uuid[]) and b.quantity > 0
      group by b.owner_uuid
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
  const rows = await tx
    .selectFrom("retailer_terms")
    .select(["retailer_uuid", "credit_limit_cents"])
    .where("provider_uuid", "=", providerUuid)
    .where("retailer_uuid", "in", retailers)
    .execute();
  return new Map(rows.map(({ retailer_uuid, credit_limit_cents }) => [retailer_uuid, credit_limit_cents]));
}

async function readMoney(tx: Tx, providerUuid: string, retailers: readonly string[]): Promise<(uuid: string) => Money> {
  const balances = await readBalances(tx, providerUuid, retailers);
  const cards = await readCardsInEffect(tx, providerUuid, retailers);
  const credits = await readCredits(tx, providerUuid, retailers);
  return (uuid) => ({
    balance_cents: balances.get(uuid)?.balance_cents ?? 0,
    wallet_currency: balances.get(uuid)?.currency ?? "",
    credit_limit_cents: credits.get(uuid) ?? 0,
    rate_card_name: cards.get(uuid)?.name ?? "",
    is_default_card: cards.get(uuid)?.is_default ?? false,
  });
}

/** Reads the figures of any number of retailers in a handful of statements. The result has an entry for each of them, zero if there is nothing. */
export async function readFigures(tx: Tx, providerUuid: string, retailerUuids: readonly string[]): Promise<Map<string, Figures>> {
  if (retailerUuids.length === 0) return new Map();
  const skus = await countStockedSkus(tx, { providerUuid, warehouseUuid: null, ownerUuids: retailerUuids }, "owner");
  const stock = new Map((await readStock(tx, providerUuid, retailerUuids)).map((row) => [row.owner_uuid, row]));
  const receipts = new Map((await readReceipts(tx, providerUuid, retailerUuids)).map((row) => [row.owner_uuid, row]));
  const money = await readMoney(tx, providerUuid, retailerUuids);
  return new Map(
    retailerUuids.map((uuid) => [
      uuid,
      {
        ...money(uuid),
        sku_count: skus.get(uuid) ?? 0,
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
  const { currencies = 0, currency = null, stock_value_cents: cents = null } = stock ?? {};
  return currencies === 1 && currency !== null && cents !== null
    ? { stock_value_cents: cents, currency }
    : { stock_value_cents: null, currency: "" };
}
