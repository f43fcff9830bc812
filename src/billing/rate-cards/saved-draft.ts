import { useMemo } from "react";
import { useCaller } from "#src/kit/api/call-hooks.tsx";
import type { Draft, DraftName } from "#src/kit/ui/form/drafts.storage.ts";
import { pricedEvents } from "#src/billing/wallet/charge-kinds.rules.ts";
import type { DraftTier } from "./price-editor.rules.ts";

/** Unsaved prices. */
export interface PriceDraft {
  /** YYYY-MM-DD; empty if none was chosen */
  readonly validFrom: string;
  /** whether they change the set of that day, which then cannot change */
  readonly isChange: boolean;
  readonly tiers: readonly DraftTier[];
}

/** The name under which a card's draft is stored. */
export function useDraftName(rateCardUuid: string): DraftName {
  const { scope } = useCaller();
  return useMemo(() => ({ username: scope.username, form: "rateCards.prices", subject: rateCardUuid }), [scope.username, rateCardUuid]);
}

function isTier(tier: unknown): tier is DraftTier {
  if (typeof tier !== "object" || tier === null) return false;
  const areTexts = ["key", "from", "price"].every((name) => typeof Reflect.get(tier, name) === "string");
  return areTexts && pricedEvents.some((event) => event === Reflect.get(tier, "event"));
}

/** Parses a stored draft; null if it has another shape. */
export function parseDraft(draft: Draft | null): PriceDraft | null {
  if (draft === null) return null;
  const { validFrom, isChange, tiers } = draft.values;
  if (typeof validFrom !== "string" || typeof isChange !== "boolean" || !Array.isArray(tiers)) return null;
  return tiers.every(isTier) ? { validFrom, isChange, tiers } : null;
}
