import { useEffect } from "react";
import { useAnswer } from "#src/api/caller.tsx";
import type { ScannerRules } from "#src/ui/scan/scan.rules.ts";
import { useSound } from "#src/ui/scan/sound.store.ts";
import { getWarehouseSettings } from "#src/warehouses/warehouse-settings.contract.ts";

/** Settings change seldom, in ms. */
const goodForMs = 600_000;

/**
 * What the scanners of a warehouse put around a code, as its settings say; nothing while they are not known. Whether scans sound there holds on a
 * device that nobody has told otherwise.
 */
export function useScannerRules(warehouseUuid: string | null): { rules?: ScannerRules } {
  const { data } = useAnswer(
    getWarehouseSettings,
    { warehouse_uuid: warehouseUuid ?? "" },
    { enabled: warehouseUuid !== null, staleTime: goodForMs },
  );
  const sounds = data?.settings.scanner.sound;
  useEffect(() => {
    if (sounds !== undefined) useSound.getState().suggest(sounds);
  }, [sounds]);
  return data === undefined ? {} : { rules: data.settings.scanner };
}
