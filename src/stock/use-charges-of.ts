import { useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";
import { useCaller } from "#src/api/caller.tsx";
import { chargesPlace } from "#src/wallet/charges-place.rules.ts";
import type { MovementRow } from "./stock.contract.ts";

/** Opens the charges that include a movement. */
export function useChargesOf(): (row: MovementRow) => void {
  const { area } = useCaller();
  const navigate = useNavigate() as unknown as (place: ReturnType<typeof chargesPlace>) => Promise<void>;
  return useCallback(
    ({ owner_uuid, movement_uuid }) => void navigate(chargesPlace(area ?? "p", owner_uuid, { movement: movement_uuid })),
    [area, navigate],
  );
}
