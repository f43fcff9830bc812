import { useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";
import { useReloadedOf } from "#src/api/use-reload.ts";

type Navigate = (options: { to: string; search: object; replace?: boolean; resetScroll?: boolean }) => Promise<void>;

const slice = ["catalogue."];

/** Asks again for everything that is said of the catalogue; resolves when what is in sight has come. */
export const useReload = () => useReloadedOf(slice);

/** Shows another part of the page that the address names; what a list was filtered by does not go along. */
export function useShow(): (search: Readonly<Record<string, string>>, how?: "replace") => void {
  const navigate = useNavigate() as unknown as Navigate;
  return useCallback(
    (search, how) => void navigate({ to: ".", search, ...(how === "replace" ? { replace: true, resetScroll: false } : {}) }),
    [navigate],
  );
}
