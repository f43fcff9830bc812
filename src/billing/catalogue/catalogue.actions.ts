import type { Obstacle, Viewer } from "#src/kit/ui/action/action.ts";
import { checkRoom, defineActions } from "#src/kit/ui/action/action.ts";
import type { CatalogueItem, PriceTier } from "./catalogue.contract.ts";
import { addItems, removePriceTier, savePriceTier, setItemPrices, setItemStatus, updateItem } from "./catalogue.contract.ts";
import { mostPriceTiers } from "./catalogue.rules.ts";
import type { Claim, Offer } from "./claims.contract.ts";
import { agreeToPrices, claimItems, updateClaim, withdrawClaims } from "./claims.contract.ts";
import { getClaimRefusal, getListingRefusal } from "./listing.rules.ts";

const unchanged: Obstacle = { code: null, isHidden: true };

interface Owned {
  readonly owner_uuid: string;
  readonly is_archived: boolean;
}

function checkOffer({ owner_uuid, is_archived }: Owned, { scope }: Viewer): Obstacle | null {
  if (owner_uuid !== scope.providerUuid) return { code: "catalogue.notOwn" };
  // Archived goods can be added, but not offered.
  return is_archived ? { code: null, isHidden: true } : null;
}

function checkList({ status, ...item }: Pick<CatalogueItem, "status" | "variants" | "unpriced_count">): Obstacle | null {
  if (status === "listed") return unchanged;
  const code = getListingRefusal({ variantCount: item.variants.length, unpricedCount: item.unpriced_count });
  return code === null ? null : { code };
}

function checkClaim({ is_claimed, variants }: Pick<Offer, "is_claimed" | "variants">): Obstacle | null {
  if (is_claimed) return unchanged;
  const code = getClaimRefusal(variants);
  return code === null ? null : { code };
}

function checkTakeUp({ status, is_listed, variants }: Pick<Claim, "status" | "is_listed" | "variants">): Obstacle | null {
  if (status !== "withdrawn") return unchanged;
  if (!is_listed) return { code: "catalogue.notOffered" };
  const code = getClaimRefusal(variants.filter(({ is_offered }) => is_offered));
  return code === null ? null : { code };
}

function checkAgree({ status, is_listed, has_new_prices }: Pick<Claim, "status" | "is_listed" | "has_new_prices">): Obstacle | null {
  return status === "active" && is_listed && has_new_prices ? null : unchanged;
}

/** Actions on the catalogue: the supplier's on its items, retailers' on their claims. */
export const catalogueActions = defineActions({
  add: { calls: [addItems] },
  offer: { calls: [addItems], check: checkOffer },
  edit: { calls: [updateItem] },
  setPrices: { calls: [setItemPrices] },
  tiers: { calls: [savePriceTier, removePriceTier] },
  addTier: {
    calls: [savePriceTier],
    check: (tiers: readonly PriceTier[]): Obstacle | null => checkRoom(tiers.length, mostPriceTiers, "catalogue.tooManyTiers"),
  },
  list: { calls: [setItemStatus], check: checkList },
  withdraw: {
    calls: [setItemStatus],
    check: ({ status }: Pick<CatalogueItem, "status">): Obstacle | null => (status === "listed" ? null : unchanged),
  },
  claim: { calls: [claimItems], check: checkClaim },
  takeUp: { calls: [claimItems], check: checkTakeUp },
  giveUp: {
    calls: [withdrawClaims],
    check: ({ status }: Pick<Claim, "status">): Obstacle | null => (status === "active" ? null : unchanged),
  },
  agree: { calls: [agreeToPrices], check: checkAgree },
  editClaim: { calls: [updateClaim] },
});
