import { useNavigate } from "@tanstack/react-router";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useCaller } from "#src/api/caller.tsx";

type Navigate = (options: { to: string; search: object; replace?: boolean; resetScroll?: boolean }) => Promise<void>;

/** Asks again for everything that is said of the catalogue; resolves when what is in sight has come. */
export function useReload(): () => Promise<void> {
  const queries = useQueryClient();
  const { scope } = useCaller();
  return useCallback(
    () =>
      queries.invalidateQueries({
        predicate: ({ queryKey: [username, provider, call] }) =>
          username === scope.username && provider === scope.providerUuid && typeof call === "string" && call.startsWith("catalogue."),
      }),
    [queries, scope],
  );
}

/** Shows another part of the page that the address names; what a list was filtered by does not go along. */
export function useShow(): (search: Readonly<Record<string, string>>, how?: "replace") => void {
  const navigate = useNavigate() as unknown as Navigate;
  return useCallback(
    (search, how) => void navigate({ to: ".", search, ...(how === "replace" ? { replace: true, resetScroll: false } : {}) }),
    [navigate],
  );
}
