import { useMemo } from "react";
import { useCaller } from "#src/api/caller.tsx";
import type { Draft, DraftName } from "#src/ui/form/drafts.storage.ts";
import { pricedEvents } from "#src/wallet/charging.rules.ts";
import type { DraftTier } from "./prices.rules.ts";

/** Prices that were typed and not saved. */
export interface PriceDraft {
  /** YYYY-MM-DD; empty where none was chosen */
  readonly validFrom: string;
  /** whether they change the set of that day, which then stays the day */
  readonly isChange: boolean;
  readonly tiers: readonly DraftTier[];
}

/** Under what name a card's draft is kept. */
export function useDraftName(rateCardUuid: string): DraftName {
  const { scope } = useCaller();
  return useMemo(() => ({ username: scope.username, form: "rateCards.prices", subject: rateCardUuid }), [scope.username, rateCardUuid]);
}

function isTier(tier: unknown): tier is DraftTier {
  if (typeof tier !== "object" || tier === null) return false;
  const areTexts = ["key", "from", "price"].every((name) => typeof Reflect.get(tier, name) === "string");
  return areTexts && pricedEvents.some((event) => event === Reflect.get(tier, "event"));
}

/** A draft as it was kept; null where there is none of this shape. */
export function keptDraft(draft: Draft | null): PriceDraft | null {
  if (draft === null) return null;
  const { validFrom, isChange, tiers } = draft.values;
  if (typeof validFrom !== "string" || typeof isChange !== "boolean" || !Array.isArray(tiers)) return null;
  return tiers.every(isTier) ? { validFrom, isChange, tiers } : null;
}
