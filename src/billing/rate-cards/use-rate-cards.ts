import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import { useCallQuery } from "#src/kit/api/call-hooks.tsx";
import { useAwaitedCallReload } from "#src/kit/api/use-call-reload.ts";
import { rateCardReads } from "#src/billing/wallet/money-reads.contract.ts";
import type { RateCard } from "./rate-cards.contract.ts";
import { listRateCards } from "./rate-cards.contract.ts";

/** What the address shows: a card by its uuid, otherwise a tab; empty if absent or invalid. */
export function useRateCardParams() {
  const { card = "", tab } = useSearch({ strict: false });
  const navigate = useNavigate();
  const go = useCallback((search: { card: string } | { tab?: "charging" }) => void navigate({ to: ".", search }), [navigate]);
  return {
    card,
    tab: tab === "charging" ? ("charging" as const) : ("cards" as const),
    go,
  };
}

/** Refetches everything about rate cards and charging; resolves once what is on the screen has arrived. */
export const useReload = () => useAwaitedCallReload(rateCardReads);

/** All of the provider's cards, archived ones last; null while loading. */
export function useCards(): { readonly cards: readonly RateCard[] | null; readonly isFailed: boolean } {
  const live = useCallQuery(listRateCards, {});
  const archived = useCallQuery(listRateCards, { archived: true });
  const isFailed = [live, archived].some(({ data, error }) => data === undefined && error !== null);
  const cards = live.data === undefined || archived.data === undefined ? null : [...live.data.result, ...archived.data.result];
  return { cards, isFailed };
}
