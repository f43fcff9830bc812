import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import type { DefinitionTab } from "./definition-search.rules.ts";
import type { LocationScope } from "./locations.list.tsx";

function readText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Reads the view of the page from the address, so that reloads and shared links show the same. What it names may not exist. */
export function useDefinitionView() {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const tab: DefinitionTab = search.tab === "map" ? "map" : "locations";
  /** Opens another selection or tab, and drops the filters and page of the previous list. */
  const go = useCallback(
    ({ warehouse_uuid, partition_uuid, shelf_uuid }: LocationScope, to: DefinitionTab) =>
      void navigate({
        to: ".",
        search: () => ({
          warehouse: warehouse_uuid,
          ...(partition_uuid === undefined ? {} : { partition: partition_uuid }),
          ...(shelf_uuid === undefined ? {} : { shelf: shelf_uuid }),
          ...(to === "map" ? { tab: to } : {}),
        }),
        resetScroll: false,
      }),
    [navigate],
  );
  return { warehouse: readText(search.warehouse), partition: readText(search.partition), shelf: readText(search.shelf), tab, go };
}
