import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import { useReloadOf } from "#src/api/use-reload.ts";
import { uuidIn } from "./wallet-words.rules.ts";

type Search = Record<string, unknown>;
type Navigate = (options: { to: "."; search: (old: Search) => object; resetScroll?: false; replace?: boolean }) => Promise<void>;

/** What of a wallet is in sight, as the address says. The customer's page and the retailer's own share the names. */
export function useMoneyPlace() {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate() as unknown as Navigate;
  /** Another tab; whose wallet it is goes along, nothing else does. */
  const go = useCallback(
    (part: Record<string, string>, how?: "replace") =>
      void navigate({
        to: ".",
        search: ({ customer }) => ({ ...(customer === undefined ? {} : { customer }), ...part }),
        resetScroll: false,
        replace: how === "replace",
      }),
    [navigate],
  );
  /** One charge in front of its list, whose filters stay for the way back; null for the list. */
  const showCharge = useCallback(
    (charge: string | null) =>
      void navigate({
        to: ".",
        search: ({ charge: _before, ...old }) => (charge === null ? old : { ...old, charge }),
        resetScroll: false,
      }),
    [navigate],
  );
  return {
    tab: search["tab"],
    /** what of the wallet is listed */
    show: search["show"] === "payments" || search["show"] === "requests" ? search["show"] : ("entries" as const),
    charge: uuidIn(search, "charge"),
    /** whose charges alone are looked at: a receipt's, or a movement's; empty for none */
    source: uuidIn(search, "source"),
    movement: uuidIn(search, "movement"),
    go,
    showCharge,
  };
}

const slices = ["wallet.", "statements.", "rate-cards.", "customers."];

/** Asks again for everything that is said of money. */
export const useReloadMoney = () => useReloadOf(slices);
