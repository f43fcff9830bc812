import { previewGeneration } from "./generator.contract.ts";
import { listLocations, locationsMap } from "./locations.contract.ts";
import { getWarehouseSettings, printLabelInfoList, queryWaveStrategies } from "./warehouse-settings.contract.ts";
import { getSender } from "./warehouse-sender.contract.ts";
import { queryStorage, queryStorageDefinition } from "./warehouses.contract.ts";

/** The calls that read warehouses and their locations: refreshed together after a change. */
export const warehousesReads = [
  queryStorage,
  queryStorageDefinition,
  listLocations,
  locationsMap,
  previewGeneration,
  getWarehouseSettings,
  getSender,
  printLabelInfoList,
  queryWaveStrategies,
] as const;
