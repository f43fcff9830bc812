import { sql } from "kysely";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import type { setItemPrices } from "#src/billing/catalogue/catalogue.contract.ts";
import { findPriceForRetailer } from "#src/billing/catalogue/price-for-retailer.rules.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { readBalances } from "#server/billing/wallet/accounts.queries.ts";
import { lockItems } from "./item.commands.ts";
import { listItemPrices } from "./item-detail.queries.ts";
import type { PriceRow } from "./item-detail.queries.ts";
import type { ItemRow } from "./items.queries.ts";
import { checkPrices } from "./price-check.commands.ts";
import type { StaffScope } from "./catalogue-scope.ts";
import { listClaimants, notifyRetailers, notifyStaff } from "./catalogue-events.commands.ts";

/** The properties of a retailer that decide what it pays. */
interface Payer {
  retailer_uuid: string;
  price_tier_uuid: string | null;
}

/** Checks whether a price applies to a payer: the list's, its tier's, its own. */
function appliesTo({ retailer_uuid, price_tier_uuid }: Payer, { scope, scope_uuid }: PriceRow): boolean {
  return scope === "list" || scope_uuid === (scope === "tier" ? price_tier_uuid : retailer_uuid);
}

/** Formats the price of each variant for a payer as text, for comparison. Variants without a price are left out. */
function formatBill(payer: Payer, currency: string, prices: ReadonlyMap<string, readonly PriceRow[]>): string {
  const own = [...prices].map(([variant, rows]) => {
    const price = findPriceForRetailer(
      rows.filter((row) => appliesTo(payer, row)),
      currency,
    );
    return price === null ? "" : `${variant} ${price.price_cents}`;
  });
  return own
    .filter((text) => text !== "")
    .toSorted()
    .join();
}

async function listPayers({ tx, providerUuid }: StaffScope, item: ItemRow): Promise<Payer[]> {
  const claimants = item.status === "listed" ? null : await listClaimants(tx, providerUuid, item.item_uuid);
  const { rows } = await sql<Payer>`
    select rp.retailer_uuid, t.price_tier_uuid from retailer_provider rp
      left join retailer_terms t on t.provider_uuid = rp.provider_uuid and t.retailer_uuid = rp.retailer_uuid
    where rp.provider_uuid = ${providerUuid} and not rp.is_blocked
      and (${claimants === null} or rp.retailer_uuid = any (${claimants ?? []}::uuid[]))`.execute(tx);
  return rows;
}

/** Lists the retailers that see the item and now pay a different price. */
async function listChangedPayers(
  scope: StaffScope,
  item: ItemRow,
  before: readonly PriceRow[],
  after: readonly PriceRow[],
): Promise<string[]> {
  const payers = await listPayers(scope, item);
  const uuids = payers.map(({ retailer_uuid }) => retailer_uuid);
  const balances = await readBalances(scope.tx, scope.providerUuid, uuids);
  const [old, fresh] = [before, after].map((rows) => Map.groupBy(rows, ({ variant_uuid }) => variant_uuid));
  if (old === undefined || fresh === undefined) return [];
  const named = new Set([...before, ...after].filter((row) => row.scope === "retailer").map(({ scope_uuid }) => scope_uuid));
  // Most retailers have no price of their own, so all those with the same tier and currency pay the same.
  const known = new Map<string, boolean>();
  return uuids.filter((retailer_uuid, at) => {
    const price_tier_uuid = payers[at]?.price_tier_uuid ?? null;
    const currency = balances.get(retailer_uuid)?.currency ?? "";
    const key = `${price_tier_uuid} ${currency} ${named.has(retailer_uuid) ? retailer_uuid : ""}`;
    const payer = { retailer_uuid, price_tier_uuid };
    const isChanged = known.get(key) ?? formatBill(payer, currency, old) !== formatBill(payer, currency, fresh);
    known.set(key, isChanged);
    return isChanged;
  });
}

/**
 * Replaces all prices of an item. Notifies the staff, and the retailers whose price has changed.
 * @returns the new version, and the number of prices
 */
export async function replacePrices(
  scope: StaffScope,
  { item_uuid, prices, version }: ParsedInputOf<typeof setItemPrices>,
): Promise<Result<{ version: number }, "parameterError" | "notFound" | "changedMeanwhile" | "catalogue.priceTwice" | "catalogue.noPrice">> {
  const [held] = (await lockItems(scope, [item_uuid])) ?? [];
  if (held === undefined) return refuse("notFound");
  if (held.version !== version) return refuse("changedMeanwhile");
  const rows = await checkPrices(scope, held, prices);
  if (!rows.ok) return rows;
  const { tx, now, providerUuid } = scope;
  const before = await listItemPrices(tx, providerUuid, held.item_uuid);
  await tx.deleteFrom("catalogue_price").where("provider_uuid", "=", providerUuid).where("item_uuid", "=", held.item_uuid).execute();
  await sql`insert into catalogue_price (provider_uuid, item_uuid, variant_uuid, currency, scope, scope_uuid, price_cents)
    select ${providerUuid}::uuid, ${held.item_uuid}::uuid, p.variant_uuid, p.currency, p.scope, p.scope_uuid, p.price_cents
    from jsonb_to_recordset(${JSON.stringify(rows.value)}::jsonb)
      as p (variant_uuid uuid, currency text, scope text, scope_uuid uuid, price_cents bigint)`.execute(tx);
  await tx
    .updateTable("catalogue_item")
    .set({ version: version + 1, updated_at: now })
    .where("provider_uuid", "=", providerUuid)
    .where("item_uuid", "=", held.item_uuid)
    .execute();
  await notifyStaff(tx, providerUuid, [held.item_uuid]);
  await notifyRetailers(tx, providerUuid, await listChangedPayers(scope, held, before, rows.value), [held.item_uuid]);
  return ok({ version: version + 1 });
}
