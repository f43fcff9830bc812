import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import { useCallReload } from "#src/kit/api/use-call-reload.ts";
import { moneyReads } from "./money-reads.contract.ts";

/** Which part of a wallet is shown, from the address. The customer's page and the retailer's own use the same names. */
export function useMoneyParams() {
  const { tab, show = "entries", charge = "", source = "", movement = "" } = useSearch({ strict: false });
  const navigate = useNavigate();
  /** Opens another tab; keeps only the retailer. */
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
  /** Opens a charge in front of its list, whose filters are kept for the way back; null for the list. */
  const showCharge = useCallback(
    (shown: string | null) =>
      void navigate({
        to: ".",
        search: ({ charge: _before, ...old }) => (shown === null ? old : { ...old, charge: shown }),
        resetScroll: false,
      }),
    [navigate],
  );
  return {
    tab,
    /** which of the wallet's lists is shown */
    show,
    charge,
    /** the receipt or movement whose charges alone are shown; empty for all */
    source,
    movement,
    go,
    showCharge,
  };
}

/** Refetches everything about money. */
export const useReloadMoney = () => useCallReload(moneyReads);
