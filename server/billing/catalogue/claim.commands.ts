import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import type { SeenPrice, claimItems } from "#src/billing/catalogue/claims.contract.ts";
import { getClaimRefusal } from "#src/billing/catalogue/listing.rules.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { saveAgreedPrices } from "./agreements.commands.ts";
import { claimColumns, readSettled } from "./claims.queries.ts";
import type { ClaimRow } from "./claims.queries.ts";
import { lockClaims } from "./claim-locks.commands.ts";
import { itemColumns } from "./items.queries.ts";
import type { ItemRow } from "./items.queries.ts";
import { readOwnPrices } from "./retailer-prices.queries.ts";
import type { PricedVariant } from "./retailer-prices.queries.ts";
import { toLockOrder } from "./catalogue-scope.ts";
import type { RetailerScope } from "./catalogue-scope.ts";
import { notifyRetailer } from "./catalogue-events.commands.ts";

type ClaimRefusal = "notFound" | "changedMeanwhile" | "catalogue.notOffered" | "catalogue.noPriceForYou";

export interface Claimed {
  claimed: { item_uuid: string; claim_uuid: string }[];
  existing: number;
}

/** Lists the items that this retailer may see, ordered by id. */
async function listVisibleItems({ tx, providerUuid }: RetailerScope, itemUuids: readonly string[]): Promise<ItemRow[]> {
  return tx
    .selectFrom("catalogue_item")
    .select(itemColumns)
    .where("provider_uuid", "=", providerUuid)
    .where("item_uuid", "in", itemUuids)
    .orderBy("item_uuid")
    .execute();
}

/** Inserts a claim on each item that has none. Waits for a claim that is being inserted concurrently, which then exists. */
async function insertClaims({ tx, now, providerUuid, retailerUuid }: RetailerScope, items: readonly ItemRow[]) {
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

/** Locks withdrawn claims and reopens them. */
async function reopenClaims({ tx, now, providerUuid, retailerUuid }: RetailerScope, itemUuids: readonly string[]) {
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

/** Checks that each variant costs what was seen. Seen variants that no longer exist or belong to an existing claim are ignored. */
function matchesSeenPrices(variants: readonly PricedVariant[], seen: readonly SeenPrice[]): boolean {
  const looked = new Map(seen.map(({ variant_uuid, price_cents }) => [variant_uuid.toLowerCase(), price_cents]));
  return variants.every(({ variant_uuid, price_cents }) => looked.get(variant_uuid) === price_cents);
}

/** Agrees to the current prices of claimed items; only to the prices that were seen, if they are given. */
async function agreeToClaims(
  scope: RetailerScope,
  claims: Claimed["claimed"],
  seen: readonly SeenPrice[] | undefined,
): Promise<Result<void, ClaimRefusal>> {
  const { currency, variants } = await readOwnPrices(
    scope,
    claims.map(({ item_uuid }) => item_uuid),
  );
  const settled = await readSettled(
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
  if (seen !== undefined && !matchesSeenPrices(agreed, seen)) return refuse("changedMeanwhile");
  await saveAgreedPrices(scope, currency, agreements);
  return ok(undefined);
}

/**
 * Claims items and agrees to their prices, all of them or none. A withdrawn claim is reopened as it was.
 * @returns the claims that are new or reopened, and how many existed; `catalogue.notOffered` if an item is withdrawn or has no variant left,
 *   `catalogue.noPriceForYou` if no variant of an item has a price in the wallet's currency, `changedMeanwhile` if a price differs from the one that was seen
 */
export async function createClaims(
  scope: RetailerScope,
  { item_uuids, seen }: Pick<ParsedInputOf<typeof claimItems>, "item_uuids" | "seen">,
): Promise<Result<Claimed, ClaimRefusal>> {
  const wanted = toLockOrder(item_uuids);
  const items = await listVisibleItems(scope, wanted);
  if (items.length !== wanted.length) return refuse("notFound");
  if (items.some(({ status }) => status !== "listed")) return refuse("catalogue.notOffered");
  const made = await insertClaims(scope, items);
  const isNew = new Set(made.map(({ item_uuid }) => item_uuid));
  const old = wanted.filter((uuid) => !isNew.has(uuid));
  const claimed = [...made, ...(old.length === 0 ? [] : await reopenClaims(scope, old))];
  if (claimed.length === 0) return ok({ claimed, existing: wanted.length });
  const agreed = await agreeToClaims(scope, claimed, seen);
  if (!agreed.ok) return agreed;
  await notifyRetailer(
    scope.tx,
    scope.providerUuid,
    scope.retailerUuid,
    claimed.map(({ item_uuid }) => item_uuid),
  );
  return ok({ claimed, existing: wanted.length - claimed.length });
}

/**
 * Withdraws claims, all of them or none; their settings are retained.
 * @returns the claims that changed
 */
export async function closeClaims(scope: RetailerScope, claimUuids: readonly string[]): Promise<Result<string[], "notFound">> {
  const held = await lockClaims(scope, claimUuids);
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
  await notifyRetailer(
    tx,
    providerUuid,
    retailerUuid,
    active.map(({ item_uuid }) => item_uuid),
  );
  return ok(uuids);
}
