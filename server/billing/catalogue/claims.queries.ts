import { sql } from "kysely";
import type { SelectQueryBuilder, SqlBool } from "kysely";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import type { Page } from "#src/kit/api/list.ts";
import { computeMarginPercent } from "#src/billing/catalogue/catalogue.rules.ts";
import type { Claim, listClaims } from "#src/billing/catalogue/claims.contract.ts";
import { ok } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { listPage } from "#server/platform/db/list.ts";
import type { DB } from "#server/platform/db/schema.generated.ts";
import { readCurrency } from "#server/billing/wallet/accounts.queries.ts";
import { matchAllWords } from "./items.queries.ts";
import { readOwnPrices } from "./retailer-prices.queries.ts";
import type { PricedVariant } from "./retailer-prices.queries.ts";
import type { RetailerScope } from "./catalogue-scope.ts";
import { findProductPictures } from "./variants.queries.ts";

/** A row of `claim`. */
export interface ClaimRow {
  claim_uuid: string;
  item_uuid: string;
  title: string;
  description: string;
  status: string;
  created_at: Date;
  version: number;
}

export const claimColumns = ["claim_uuid", "item_uuid", "title", "description", "status", "created_at", "version"] as const;

/** A claim with its item's state and product; null if the retailer may not see the item. */
interface ShownClaimRow extends ClaimRow {
  item_status: string | null;
  product_uuid: string | null;
}

/** Selects the columns of claims and of their items. */
function selectShownColumns<O>(rows: SelectQueryBuilder<DB, "claim", O>) {
  return rows
    .leftJoin("catalogue_item as i", (join) =>
      join.onRef("i.provider_uuid", "=", "claim.provider_uuid").onRef("i.item_uuid", "=", "claim.item_uuid"),
    )
    .select(["claim.claim_uuid", "claim.item_uuid", "claim.title", "claim.description", "claim.status", "claim.created_at"])
    .select(["claim.version", "i.status as item_status", "i.product_uuid"])
    .$castTo<O & ShownClaimRow>();
}

/** Matches claims where each word occurs in the retailer's own title, one of its own SKUs, or one of the supplier's SKUs. */
function matchesClaim(search: string) {
  return matchAllWords(
    search,
    (word) => sql`(position(${word} in lower(claim.title)) > 0
      or exists (select from claim_variant v where v.provider_uuid = claim.provider_uuid and v.claim_uuid = claim.claim_uuid
        and position(${word} in lower(v.own_sku)) > 0)
      or exists (select from catalogue_item i where i.provider_uuid = claim.provider_uuid and i.item_uuid = claim.item_uuid
        and position(${word} in i.skus) > 0))`,
  );
}

/** Lists a page of a retailer's claims, newest first. */
export async function listClaimRows(
  scope: RetailerScope,
  { search, status, ...wanted }: ParsedInputOf<typeof listClaims>,
): Promise<Result<Page<Claim>, "parameterError">> {
  const { tx, providerUuid, retailerUuid } = scope;
  const isSearched = search !== undefined && search !== "";
  let base = tx.selectFrom("claim").where("claim.provider_uuid", "=", providerUuid).where("claim.retailer_uuid", "=", retailerUuid);
  if (status !== undefined) base = base.where("claim.status", "=", status);
  if (isSearched) base = base.where(matchesClaim(search));
  const [page, currency] = await Promise.all([
    listPage(
      tx,
      {
        name: "catalogue.list-claims",
        table: "claim",
        base,
        keys: [{ column: sql.ref("claim.claim_uuid"), type: "uuid", direction: "desc" }],
        isOpaque: isSearched,
        select: (rows) => selectShownColumns(rows),
        show: (row): ShownClaimRow => row,
      },
      wanted,
    ),
    readCurrency(tx, providerUuid, retailerUuid),
  ]);
  return page.ok ? ok({ ...page.value, result: await buildClaims(scope, currency, page.value.result) }) : page;
}

/** Returns the claim with this id, or null if it belongs to another retailer. */
export async function findClaim(scope: RetailerScope, claimUuid: string): Promise<Claim | null> {
  const { tx, providerUuid, retailerUuid } = scope;
  const own = tx.selectFrom("claim").where("claim.provider_uuid", "=", providerUuid).where("claim.retailer_uuid", "=", retailerUuid);
  const [row, currency] = await Promise.all([
    selectShownColumns(own.where("claim.claim_uuid", "=", claimUuid)).executeTakeFirst(),
    readCurrency(tx, providerUuid, retailerUuid),
  ]);
  if (row === undefined) return null;
  return (await buildClaims(scope, currency, [row]))[0] ?? null;
}

/** What a retailer set and agreed to for a variant. */
interface Settled {
  claim_uuid: string;
  variant_uuid: string;
  own_sku: string;
  sale_price_cents: number | null;
  sale_currency: string;
  agreed_price_cents: number | null;
  agreed_currency: string;
}

/** Reads what a retailer set and agreed to for the variants of claims, by claim. */
export async function readSettled({ tx, providerUuid }: RetailerScope, claimUuids: readonly string[]): Promise<Map<string, Settled[]>> {
  if (claimUuids.length === 0) return new Map();
  const rows = await tx
    .selectFrom("claim_variant")
    .select(["claim_uuid", "variant_uuid", "own_sku", "sale_price_cents", "sale_currency", "agreed_price_cents", "agreed_currency"])
    .where("provider_uuid", "=", providerUuid)
    .where(sql<SqlBool>`claim_uuid = any (${claimUuids}::uuid[])`)
    .execute();
  return Map.groupBy(rows, ({ claim_uuid }) => claim_uuid);
}

/** Returns the agreed price; null if there is none, or if it is in another currency than the wallet's. */
export function getAgreedPrice(
  currency: string,
  settled: Pick<Settled, "agreed_currency" | "agreed_price_cents"> | undefined,
): number | null {
  return settled?.agreed_currency === currency ? settled.agreed_price_cents : null;
}

function toClaimVariant(variant: PricedVariant, settled: Settled | undefined, currency: string): Claim["variants"][number] {
  const { price_cents } = variant;
  const sale = settled?.sale_price_cents ?? null;
  const isComparable = sale !== null && price_cents !== null && settled?.sale_currency === currency;
  return {
    ...variant,
    own_sku: settled?.own_sku ?? "",
    sale_price_cents: sale,
    agreed_price_cents: getAgreedPrice(currency, settled),
    margin_percent: isComparable ? computeMarginPercent(sale, price_cents) : null,
  };
}

/** Checks whether there is a new price to agree to, among variants that are listed and still offered. */
function hasNewPrices({ status }: ClaimRow, variants: Claim["variants"]): boolean {
  return (
    status === "active" &&
    variants.some(({ is_offered, price_cents, agreed_price_cents }) => is_offered && price_cents !== agreed_price_cents)
  );
}

async function buildClaims(scope: RetailerScope, currency: string, rows: readonly ShownClaimRow[]): Promise<Claim[]> {
  if (rows.length === 0) return [];
  const items = rows.map(({ item_uuid }) => item_uuid);
  const claims = rows.map(({ claim_uuid }) => claim_uuid);
  const products = rows.flatMap(({ product_uuid }) => product_uuid ?? []);
  const [{ variants }, settled, picturesOf] = await Promise.all([
    readOwnPrices(scope, items, currency),
    readSettled(scope, claims),
    findProductPictures(scope.tx, scope.providerUuid, products),
  ]);
  return rows.map(({ product_uuid, item_status, ...row }) => {
    const own = settled.get(row.claim_uuid) ?? [];
    const shown = (variants.get(row.item_uuid) ?? []).map((variant) =>
      toClaimVariant(
        variant,
        own.find(({ variant_uuid }) => variant_uuid === variant.variant_uuid),
        currency,
      ),
    );
    return {
      ...row,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint, or its writer's schema, allows no other value
      status: row.status as Claim["status"],
      is_listed: item_status === "listed",
      ...picturesOf(product_uuid ?? ""),
      currency,
      sale_currency: own[0]?.sale_currency ?? currency,
      variants: shown,
      has_new_prices: hasNewPrices(row, shown),
      created_at: row.created_at.toISOString(),
    };
  });
}
