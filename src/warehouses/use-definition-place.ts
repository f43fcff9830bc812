import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import type { LocationScope } from "./locations.list.tsx";

type Search = Record<string, unknown>;
type Navigate = (options: { to: "."; search: (old: Search) => object; resetScroll: false }) => Promise<void>;

type DefinitionTab = "locations" | "map";

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** What of the warehouses is in sight, as the address says: a reload and a sent link show the same. What it names need not be there. */
export function useDefinitionPlace() {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate() as unknown as Navigate;
  const tab: DefinitionTab = search["tab"] === "map" ? "map" : "locations";
  /** Another place or tab; filters and pages of the list that is left stay behind. */
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
  return { warehouse: textOf(search["warehouse"]), partition: textOf(search["partition"]), shelf: textOf(search["shelf"]), tab, go };
}
