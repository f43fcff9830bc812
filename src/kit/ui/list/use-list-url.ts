import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import type { ListShape } from "./list-definition.ts";
import type { ListUrl, Search } from "./list-url.rules.ts";
import { readUrl, writeUrl } from "./list-url.rules.ts";

/** A list's state in the URL, and how it is changed. */
export interface UrlState extends ListUrl {
  /** Changes filters, sort or page; `replace` adds no history entry. */
  readonly change: (part: Partial<ListUrl>, how?: "push" | "replace") => void;
}

/** Returns the list's state in the current URL. */
export function useListUrl({ filters, columns }: ListShape): UrlState {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const fields = useMemo(() => (filters ?? []).map(({ field }) => field), [filters]);
  const sorts = useMemo(() => columns.flatMap(({ sort }) => sort ?? []), [columns]);
  const change: UrlState["change"] = useCallback(
    (part, how = "push") => {
      // Reads the latest search: two simultaneous changes must not overwrite each other.
      const next = (old: Search) => writeUrl(old, fields, { ...readUrl(old, fields, sorts), ...part });
      void navigate({ to: ".", search: next, replace: how === "replace", resetScroll: false });
    },
    [navigate, fields, sorts],
  );
  return { ...readUrl(search, fields, sorts), change };
}
