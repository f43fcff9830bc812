import { sql } from "kysely";
import type { SqlBool } from "kysely";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import type { Page } from "#src/kit/api/list.ts";
import type { Offer, listOffers } from "#src/billing/catalogue/claims.contract.ts";
import { ok } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { listPage } from "#server/platform/db/list.ts";
import { readCurrency } from "#server/billing/wallet/accounts.queries.ts";
import { matchesTitleOrSku, itemColumns } from "./items.queries.ts";
import type { ItemRow } from "./items.queries.ts";
import { readOwnPrices } from "./retailer-prices.queries.ts";
import type { RetailerScope } from "./catalogue-scope.ts";
import { findProductPictures } from "./variants.queries.ts";

type Filters = Pick<ParsedInputOf<typeof listOffers>, "search" | "claimed">;

function filterOffers({ tx, providerUuid, retailerUuid }: RetailerScope, { search, claimed }: Filters) {
  // A listed item whose variants are all archived has nothing to offer.
  let base = tx
    .selectFrom("catalogue_item")
    .where("provider_uuid", "=", providerUuid)
    .where("status", "=", "listed")
    .where("skus", "<>", "");
  const isClaimed = sql<SqlBool>`item_uuid in (select claim.item_uuid from claim
    where claim.provider_uuid = ${providerUuid} and claim.retailer_uuid = ${retailerUuid} and claim.status = 'active')`;
  if (claimed !== undefined) base = base.where(claimed ? isClaimed : sql<SqlBool>`not ${isClaimed}`);
  if (search !== undefined && search !== "") base = base.where(matchesTitleOrSku(search));
  return base;
}

/** Lists a page of the items offered to a retailer, newest first. */
export async function listOfferRows(
  scope: RetailerScope,
  { search, claimed, ...wanted }: ParsedInputOf<typeof listOffers>,
): Promise<Result<Page<Offer>, "parameterError">> {
  const [page, currency] = await Promise.all([
    listPage(
      scope.tx,
      {
        name: "catalogue.list-offers",
        table: "catalogue_item",
        base: filterOffers(scope, { search, claimed }),
        keys: [{ column: sql.ref("item_uuid"), type: "uuid", direction: "desc" }],
        isOpaque: true,
        select: (rows) => rows.select(itemColumns),
        show: (row): ItemRow => row,
      },
      wanted,
    ),
    readCurrency(scope.tx, scope.providerUuid, scope.retailerUuid),
  ]);
  return page.ok ? ok({ ...page.value, result: await buildOffers(scope, currency, page.value.result) }) : page;
}

interface OwnClaim {
  claim_uuid: string;
  status: string;
}

async function listOwnClaims(
  { tx, providerUuid, retailerUuid }: RetailerScope,
  itemUuids: readonly string[],
): Promise<Map<string, OwnClaim>> {
  const rows = await tx
    .selectFrom("claim")
    .select(["item_uuid", "claim_uuid", "status"])
    .where("provider_uuid", "=", providerUuid)
    .where("retailer_uuid", "=", retailerUuid)
    .where(sql<SqlBool>`item_uuid = any (${itemUuids}::uuid[])`)
    .execute();
  return new Map(rows.map(({ item_uuid, ...claim }) => [item_uuid, claim]));
}

async function buildOffers(scope: RetailerScope, currency: string, rows: readonly ItemRow[]): Promise<Offer[]> {
  if (rows.length === 0) return [];
  const uuids = rows.map(({ item_uuid }) => item_uuid);
  const products = rows.map(({ product_uuid }) => product_uuid);
  const [{ variants }, claims, picturesOf] = await Promise.all([
    readOwnPrices(scope, uuids, currency),
    listOwnClaims(scope, uuids),
    findProductPictures(scope.tx, scope.providerUuid, products),
  ]);
  return rows.map(({ item_uuid, product_uuid, title, description, listed_at }) => {
    const claim = claims.get(item_uuid);
    return {
      item_uuid,
      title,
      description,
      ...picturesOf(product_uuid),
      currency,
      variants: (variants.get(item_uuid) ?? []).filter(({ is_offered }) => is_offered),
      is_claimed: claim?.status === "active",
      claim_uuid: claim?.claim_uuid ?? null,
      listed_at: listed_at?.toISOString() ?? "",
    };
  });
}
