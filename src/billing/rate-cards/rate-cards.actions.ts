import type { Obstacle } from "#src/kit/ui/action/action.ts";
import { checkRoom, defineActions } from "#src/kit/ui/action/action.ts";
import { runCharges } from "#src/billing/wallet/charges.contract.ts";
import type { BillingSettings, PriceSet, RateCard, RateCardDetail } from "./rate-cards.contract.ts";
import {
  createRateCard,
  previewPrices,
  removePrices,
  setBillingSettings,
  setPrices,
  setTerms,
  updateRateCard,
} from "./rate-cards.contract.ts";
import { mostCards } from "./rate-cards.rules.ts";

const unchanged: Obstacle = { code: null, isHidden: true };

function checkArchive({ is_archived, is_default, retailer_count }: RateCard): Obstacle | null {
  if (is_archived) return unchanged;
  return is_default || retailer_count > 0 ? { code: "rateCards.inUse" } : null;
}

type Defaultable = Pick<RateCardDetail, "is_archived" | "is_default" | "default_refusal">;

function checkDefault({ is_archived, is_default, default_refusal }: Defaultable): Obstacle | null {
  if (is_default) return unchanged;
  if (is_archived) return { code: "notFound", isHidden: true };
  if (default_refusal === "rateCards.otherCurrency") return { code: default_refusal, reason: { key: "rateCards.do.otherCurrency" } };
  return default_refusal === null ? null : { code: default_refusal };
}

const checkUnused = ({ is_used }: Pick<PriceSet, "is_used">): Obstacle | null => (is_used ? { code: "rateCards.chargedAlready" } : null);

/** Actions on rate cards and billing settings. */
export const rateCardsActions = defineActions({
  create: {
    calls: [createRateCard],
    check: (cards: readonly Pick<RateCard, "is_archived">[]): Obstacle | null =>
      checkRoom(cards.filter(({ is_archived }) => !is_archived).length, mostCards, "rateCards.tooMany"),
  },
  // A card's page does not know how many cards there are: the server refuses if the list is full.
  copy: { calls: [createRateCard] },
  rename: { calls: [updateRateCard] },
  archive: { calls: [updateRateCard], check: checkArchive },
  restore: {
    calls: [updateRateCard],
    check: ({ is_archived }: Pick<RateCard, "is_archived">): Obstacle | null => (is_archived ? null : unchanged),
  },
  setPrices: { calls: [setPrices] },
  changePrices: { calls: [setPrices], check: checkUnused },
  removePrices: { calls: [removePrices], check: checkUnused },
  preview: { calls: [previewPrices] },
  settings: { calls: [setBillingSettings] },
  makeDefault: { calls: [setBillingSettings], check: checkDefault },
  terms: { calls: [setTerms] },
  run: {
    calls: [runCharges],
    check: ({ charges_from }: Pick<BillingSettings, "charges_from">): Obstacle | null =>
      charges_from === "" ? { code: "wallet.notCharging" } : null,
  },
});
