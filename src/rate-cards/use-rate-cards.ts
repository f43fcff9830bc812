import { useNavigate, useSearch } from "@tanstack/react-router";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useAnswer, useCaller } from "#src/api/caller.tsx";
import type { RateCard } from "./rate-cards.contract.ts";
import { listRateCards } from "./rate-cards.contract.ts";

type Search = Record<string, unknown>;
type Navigate = (options: { to: "."; search: object }) => Promise<void>;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What is in sight, as the address says: a card by its uuid, else a tab; empty where it says nothing, or nothing right. */
export function useRateCardPlace() {
  const { card, tab } = useSearch({ strict: false }) as Search;
  const navigate = useNavigate() as unknown as Navigate;
  const go = useCallback((search: { card: string } | { tab?: string }) => void navigate({ to: ".", search }), [navigate]);
  return {
    card: typeof card === "string" && uuid.test(card) ? card : "",
    tab: tab === "charging" ? ("charging" as const) : ("cards" as const),
    go,
  };
}

/** Asks again for everything that is said of rate cards and of charging; resolves when what is in sight has come. */
export function useReload(): () => Promise<void> {
  const queries = useQueryClient();
  const { scope } = useCaller();
  return useCallback(
    () =>
      queries.invalidateQueries({
        predicate: ({ queryKey: [username, provider, call] }) =>
          username === scope.username &&
          provider === scope.providerUuid &&
          typeof call === "string" &&
          (call.startsWith("rate-cards.") || call === "wallet.charge-status"),
      }),
    [queries, scope],
  );
}

/** All of the provider's cards, the archived ones at the end; null while they have not come. */
export function useCards(): { readonly cards: readonly RateCard[] | null; readonly isFailed: boolean } {
  const live = useAnswer(listRateCards, {});
  const archived = useAnswer(listRateCards, { archived: true });
  const isFailed = [live, archived].some(({ data, error }) => data === undefined && error !== null);
  const cards = live.data === undefined || archived.data === undefined ? null : [...live.data.result, ...archived.data.result];
  return { cards, isFailed };
}
