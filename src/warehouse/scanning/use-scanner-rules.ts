import { useEffect } from "react";
import { useCallQuery } from "#src/kit/api/call-hooks.tsx";
import type { ScannerRules } from "#src/kit/ui/scan/scan.rules.ts";
import { useSound } from "#src/kit/ui/scan/sound.store.ts";
import { useOpenWarehouses } from "./use-open-warehouses.ts";
import { getWarehouseSettings } from "#src/warehouse/warehouses/warehouse-settings.contract.ts";

/** How long a warehouse's settings are not read again: they rarely change. In ms. */
export const settingsFreshMs = 600_000;

/**
 * Returns what the warehouse's scanners add around a code, by its settings; nothing if they cannot be known now. Its setting for sounds applies unless
 * the device has its own.
 * @param known the warehouse where the person works; null before that is known: then the first that the person may work in, for something is scanned first
 */
export function useScannerRules(known: string | null): { rules?: ScannerRules | "loading" } {
  const open = useOpenWarehouses(known === null);
  const warehouseUuid = known ?? open.warehouses?.[0]?.warehouse_uuid ?? null;
  const { data, isLoading } = useCallQuery(
    getWarehouseSettings,
    { warehouse_uuid: warehouseUuid ?? "" },
    { enabled: warehouseUuid !== null, staleTime: settingsFreshMs },
  );
  const sounds = data?.settings.scanner.sound;
  useEffect(() => {
    if (sounds !== undefined) useSound.getState().suggest(sounds);
  }, [sounds]);
  if (data !== undefined) return { rules: data.settings.scanner };
  return isLoading || open.isLoading ? { rules: "loading" } : {};
}
