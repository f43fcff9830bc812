import { useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";
import { useAwaitedCallReload } from "#src/kit/api/use-call-reload.ts";
import { catalogueReads } from "./catalogue-reads.contract.ts";

/** Refetches everything about the catalogue; resolves once what is on the screen has arrived. */
export const useReload = () => useAwaitedCallReload(catalogueReads);

/** Navigates to another part of the page; the list's filters are dropped. */
export function useShow(): (search: Readonly<Record<string, string>>, how?: "replace") => void {
  const navigate = useNavigate();
  return useCallback(
    (search, how) => void navigate({ to: ".", search, ...(how === "replace" ? { replace: true, resetScroll: false } : {}) }),
    [navigate],
  );
}
