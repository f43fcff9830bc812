import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import type { ListShape } from "./list-definition.ts";
import type { ListUrl, Search } from "./list-url.rules.ts";
import { readUrl, writeUrl } from "./list-url.rules.ts";

type Navigate = (options: { to: "."; search: (old: Search) => object; replace: boolean; resetScroll: false }) => Promise<void>;

/** What of a list stands in the address, and how it is changed. */
export interface UrlState extends ListUrl {
  /** Changes filters, sort or page. `replace` leaves no step to go back to. */
  readonly change: (part: Partial<ListUrl>, how?: "push" | "replace") => void;
}

/** The list's part of the current address. */
export function useListUrl({ filters, columns }: ListShape): UrlState {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate() as unknown as Navigate;
  const fields = useMemo(() => (filters ?? []).map(({ field }) => field), [filters]);
  const sorts = useMemo(() => columns.flatMap(({ sort }) => sort ?? []), [columns]);
  const change: UrlState["change"] = useCallback(
    (part, how = "push") => {
      // Read again from what is there by then: two changes in one moment must not lose one another.
      const next = (old: Search) => writeUrl(old, fields, { ...readUrl(old, fields, sorts), ...part });
      void navigate({ to: ".", search: next, replace: how === "replace", resetScroll: false });
    },
    [navigate, fields, sorts],
  );
  return { ...readUrl(search, fields, sorts), change };
}
