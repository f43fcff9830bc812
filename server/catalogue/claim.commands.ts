import type { ParsedInputOf } from "#src/api/define-call.ts";
import type { SeenPrice, claimItems } from "#src/catalogue/claims.contract.ts";
import { getClaimRefusal } from "#src/catalogue/listing.rules.ts";
import { ok, refuse } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import { newId } from "#server/clock.ts";
import { keepAgreed } from "./agreed.commands.ts";
import { claimColumns, settledOf } from "./claims.queries.ts";
import type { ClaimRow } from "./claims.queries.ts";
import { holdClaims } from "./held-claims.commands.ts";
import { itemColumns } from "./items.queries.ts";
import type { ItemRow } from "./items.queries.ts";
import { ownPrices } from "./own-prices.queries.ts";
import type { PricedVariant } from "./own-prices.queries.ts";
import { distinct } from "./scope.ts";
import type { RetailerScope } from "./scope.ts";
import { tellRetailer } from "./told.commands.ts";

type ClaimRefusal = "notFound" | "changedMeanwhile" | "catalogue.notOffered" | "catalogue.noPriceForYou";

export interface Claimed {
  claimed: { item_uuid: string; claim_uuid: string }[];
  existing: number;
}

/** The items that this retailer may see, in the order of their ids. */
async function seenItems({ tx, providerUuid }: RetailerScope, itemUuids: readonly string[]): Promise<ItemRow[]> {
  return tx
    .selectFrom("catalogue_item")
    .select(itemColumns)
    .where("provider_uuid", "=", providerUuid)
    .where("item_uuid", "in", itemUuids)
    .orderBy("item_uuid")
    .execute();
}

/** Makes a claim on each item that has none. One that is being made at the same time is waited for, and is then there. */
async function makeClaims({ tx, now, providerUuid, retailerUuid }: RetailerScope, items: readonly ItemRow[]) {
  return tx
    .insertInto("claim")
    .values(
      items.map(({ item_uuid, title, description }) => ({
        provider_uuid: providerUuid,
        claim_uuid: newId(),
        retailer_uuid: retailerUuid,
        item_uuid,
        title,
        description,
        created_at: now,
        updated_at: now,
      })),
    )
    .onConflict((conflict) => conflict.constraint("claim_item_key").doNothing())
    .returning(["item_uuid", "claim_uuid"])
    .execute();
}

/** Holds the claims that were given up, and takes them up again. */
async function takeUp({ tx, now, providerUuid, retailerUuid }: RetailerScope, itemUuids: readonly string[]) {
  const held: ClaimRow[] = await tx
    .selectFrom("claim")
    .select(claimColumns)
    .where("provider_uuid", "=", providerUuid)
    .where("retailer_uuid", "=", retailerUuid)
    .where("item_uuid", "in", itemUuids)
    .orderBy("claim_uuid")
    .forNoKeyUpdate()
    .execute();
  const again = held.filter(({ status }) => status === "withdrawn").map(({ claim_uuid }) => claim_uuid);
  if (again.length === 0) return [];
  return tx
    .updateTable("claim")
    .set((claim) => ({ status: "active", version: claim("version", "+", 1), updated_at: now }))
    .where("provider_uuid", "=", providerUuid)
    .where("claim_uuid", "in", again)
    .returning(["item_uuid", "claim_uuid"])
    .execute();
}

/** Whether each variant costs what was seen. What was seen and is gone, or is of a claim that is there already, is not agreed to and has no part in it. */
function areAsSeen(variants: readonly PricedVariant[], seen: readonly SeenPrice[]): boolean {
  const looked = new Map(seen.map(({ variant_uuid, price_cents }) => [variant_uuid.toLowerCase(), price_cents]));
  return variants.every(({ variant_uuid, price_cents }) => looked.get(variant_uuid) === price_cents);
}

/** Agrees to what claims' items cost now: to what was seen alone, where that is told. */
async function agreeToAll(
  scope: RetailerScope,
  claims: Claimed["claimed"],
  seen: readonly SeenPrice[] | undefined,
): Promise<Result<void, ClaimRefusal>> {
  const { currency, variants } = await ownPrices(
    scope,
    claims.map(({ item_uuid }) => item_uuid),
  );
  const settled = await settledOf(
    scope,
    claims.map(({ claim_uuid }) => claim_uuid),
  );
  const agreements = claims.map(({ claim_uuid, item_uuid }) => ({
    claimUuid: claim_uuid,
    saleCurrency: settled.get(claim_uuid)?.[0]?.sale_currency ?? currency,
    variants: (variants.get(item_uuid) ?? []).filter(({ is_offered }) => is_offered),
  }));
  const refusal = agreements.map((one) => getClaimRefusal(one.variants)).find((one) => one !== null) ?? null;
  if (refusal !== null) return refuse(refusal);
  const agreed = agreements.flatMap((one) => one.variants);
  if (seen !== undefined && !areAsSeen(agreed, seen)) return refuse("changedMeanwhile");
  await keepAgreed(scope, currency, agreements);
  return ok(undefined);
}

/**
 * Claims items and agrees to their prices, all of them or none. One that was given up is taken up again as it was.
 * @returns the claims that are new or taken up, and how many were there; `catalogue.notOffered` where an item is withdrawn or nothing of it is left,
 *   `catalogue.noPriceForYou` where nothing of an item has a price in the wallet's currency, `changedMeanwhile` where a price is another than was seen
 */
export async function claimItemsOf(
  scope: RetailerScope,
  { item_uuids, seen }: Pick<ParsedInputOf<typeof claimItems>, "item_uuids" | "seen">,
): Promise<Result<Claimed, ClaimRefusal>> {
  const wanted = distinct(item_uuids);
  const items = await seenItems(scope, wanted);
  if (items.length !== wanted.length) return refuse("notFound");
  if (items.some(({ status }) => status !== "listed")) return refuse("catalogue.notOffered");
  const made = await makeClaims(scope, items);
  const isNew = new Set(made.map(({ item_uuid }) => item_uuid));
  const old = wanted.filter((uuid) => !isNew.has(uuid));
  const claimed = [...made, ...(old.length === 0 ? [] : await takeUp(scope, old))];
  if (claimed.length === 0) return ok({ claimed, existing: wanted.length });
  const agreed = await agreeToAll(scope, claimed, seen);
  if (!agreed.ok) return agreed;
  await tellRetailer(
    scope.tx,
    scope.providerUuid,
    scope.retailerUuid,
    claimed.map(({ item_uuid }) => item_uuid),
  );
  return ok({ claimed, existing: wanted.length - claimed.length });
}

/** Gives claims up, all of them or none; what was set stays. @returns those that this changed */
export async function giveUp(scope: RetailerScope, claimUuids: readonly string[]): Promise<Result<string[], "notFound">> {
  const held = await holdClaims(scope, claimUuids);
  if (held === null) return refuse("notFound");
  const active = held.filter(({ status }) => status === "active");
  if (active.length === 0) return ok([]);
  const uuids = active.map(({ claim_uuid }) => claim_uuid);
  const { tx, now, providerUuid, retailerUuid } = scope;
  await tx
    .updateTable("claim")
    .set((claim) => ({ status: "withdrawn", version: claim("version", "+", 1), updated_at: now }))
    .where("provider_uuid", "=", providerUuid)
    .where("claim_uuid", "in", uuids)
    .execute();
  await tellRetailer(
    tx,
    providerUuid,
    retailerUuid,
    active.map(({ item_uuid }) => item_uuid),
  );
  return ok(uuids);
}
