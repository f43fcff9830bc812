import { sql } from "kysely";
import type { SqlBool } from "kysely";
import type { ParsedInputOf } from "#src/api/define-call.ts";
import type { Page } from "#src/api/list.ts";
import type { Offer, listOffers } from "#src/catalogue/claims.contract.ts";
import { ok } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import { listPage } from "#server/db/list.ts";
import { isCalled, itemColumns } from "./items.queries.ts";
import type { ItemRow } from "./items.queries.ts";
import { ownPrices } from "./own-prices.queries.ts";
import type { RetailerScope } from "./scope.ts";
import { picturesOfProducts } from "./surroundings.queries.ts";

type Filters = Pick<ParsedInputOf<typeof listOffers>, "search" | "claimed">;

function filtered({ tx, providerUuid, retailerUuid }: RetailerScope, { search, claimed }: Filters) {
  // Of an item whose variants are all archived there is nothing to offer, though it is listed still.
  let base = tx
    .selectFrom("catalogue_item")
    .where("provider_uuid", "=", providerUuid)
    .where("status", "=", "listed")
    .where("skus", "<>", "");
  const isClaimed = sql<SqlBool>`item_uuid in (select claim.item_uuid from claim
    where claim.provider_uuid = ${providerUuid} and claim.retailer_uuid = ${retailerUuid} and claim.status = 'active')`;
  if (claimed !== undefined) base = base.where(claimed ? isClaimed : sql<SqlBool>`not ${isClaimed}`);
  if (search !== undefined && search !== "") base = base.where(isCalled(search));
  return base;
}

/** A page of what a retailer is offered, the newest first. */
export async function listOfferRows(
  scope: RetailerScope,
  { search, claimed, ...wanted }: ParsedInputOf<typeof listOffers>,
): Promise<Result<Page<Offer>, "parameterError">> {
  const page = await listPage(
    scope.tx,
    {
      name: "catalogue.list-offers",
      table: "catalogue_item",
      base: filtered(scope, { search, claimed }),
      keys: [{ column: sql.ref("item_uuid"), type: "uuid", direction: "desc" }],
      isOpaque: true,
      select: (rows) => rows.select(itemColumns),
      show: (row): ItemRow => row,
    },
    wanted,
  );
  return page.ok ? ok({ ...page.value, result: await shownOffers(scope, page.value.result) }) : page;
}

interface OwnClaim {
  claim_uuid: string;
  status: string;
}

async function ownClaims({ tx, providerUuid, retailerUuid }: RetailerScope, itemUuids: readonly string[]): Promise<Map<string, OwnClaim>> {
  const rows = await tx
    .selectFrom("claim")
    .select(["item_uuid", "claim_uuid", "status"])
    .where("provider_uuid", "=", providerUuid)
    .where("retailer_uuid", "=", retailerUuid)
    .where("item_uuid", "in", itemUuids)
    .execute();
  return new Map(rows.map(({ item_uuid, ...claim }) => [item_uuid, claim]));
}

async function shownOffers(scope: RetailerScope, rows: readonly ItemRow[]): Promise<Offer[]> {
  if (rows.length === 0) return [];
  const uuids = rows.map(({ item_uuid }) => item_uuid);
  const { currency, variants } = await ownPrices(scope, uuids);
  const claims = await ownClaims(scope, uuids);
  const picturesOf = await picturesOfProducts(
    scope.tx,
    scope.providerUuid,
    rows.map(({ product_uuid }) => product_uuid),
  );
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
