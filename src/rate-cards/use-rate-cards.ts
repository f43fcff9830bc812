import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import { useAnswer } from "#src/api/caller.tsx";
import { useReloadedOf } from "#src/api/use-reload.ts";
import { isUuid } from "#src/lib/uuid.ts";
import type { RateCard } from "./rate-cards.contract.ts";
import { listRateCards } from "./rate-cards.contract.ts";

type Search = Record<string, unknown>;
type Navigate = (options: { to: "."; search: object }) => Promise<void>;

/** What is in sight, as the address says: a card by its uuid, else a tab; empty where it says nothing, or nothing right. */
export function useRateCardPlace() {
  const { card, tab } = useSearch({ strict: false }) as Search;
  const navigate = useNavigate() as unknown as Navigate;
  const go = useCallback((search: { card: string } | { tab?: string }) => void navigate({ to: ".", search }), [navigate]);
  return {
    card: isUuid(card) ? card : "",
    tab: tab === "charging" ? ("charging" as const) : ("cards" as const),
    go,
  };
}

const beginnings = ["rate-cards.", "wallet.charge-status"];

/** Asks again for everything that is said of rate cards and of charging; resolves when what is in sight has come. */
export const useReload = () => useReloadedOf(beginnings);

/** All of the provider's cards, the archived ones at the end; null while they have not come. */
export function useCards(): { readonly cards: readonly RateCard[] | null; readonly isFailed: boolean } {
  const live = useAnswer(listRateCards, {});
  const archived = useAnswer(listRateCards, { archived: true });
  const isFailed = [live, archived].some(({ data, error }) => data === undefined && error !== null);
  const cards = live.data === undefined || archived.data === undefined ? null : [...live.data.result, ...archived.data.result];
  return { cards, isFailed };
}
