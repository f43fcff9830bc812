import { discardImport, postImport, uploadImport } from "#src/warehouse/imports/imports.contract.ts";
import type { Obstacle } from "#src/kit/ui/action/action.ts";
import { defineActions } from "#src/kit/ui/action/action.ts";
import { generateLocations } from "./generator.contract.ts";
import type { Location } from "./locations.contract.ts";
import {
  createLocation,
  deleteLocations,
  placeShelves,
  printLocationLabels,
  setLocationsBlocked,
  updateLocation,
} from "./locations.contract.ts";
import { createTotes } from "./totes.contract.ts";
import { saveSender } from "./warehouse-sender.contract.ts";
import { saveWarehouseSettings } from "./warehouse-settings.contract.ts";
import type { PartitionNode, ShelfNode, Warehouse } from "./warehouses.contract.ts";
import {
  closeWarehouse,
  createPartition,
  createShelf,
  createWarehouse,
  deletePartition,
  deleteShelf,
  updatePartition,
  updateShelf,
  updateWarehouse,
} from "./warehouses.contract.ts";
import { getClosingRefusal, getRemovalRefusal } from "./warehouses.rules.ts";

const unchanged: Obstacle = { code: null, isHidden: true };

const checkOpen = ({ is_closed }: { readonly is_closed: boolean }): Obstacle | null => (is_closed ? { code: "warehouses.closed" } : null);

function checkClose({ is_closed, has_stock = false, has_receipts = false }: Warehouse): Obstacle | null {
  if (is_closed) return unchanged;
  const code = getClosingRefusal({ has_stock, has_receipts });
  return code === null ? null : { code };
}

function checkRemoval(location: Pick<Location, "quantity" | "has_history" | "is_last_of_floor">): Obstacle | null {
  const code = getRemovalRefusal(location);
  return code === null ? null : { code };
}

/** What can be done with warehouses, partitions, shelves and locations. */
export const warehousesActions = defineActions({
  create: { calls: [createWarehouse] },
  edit: { calls: [updateWarehouse] },
  settings: { calls: [saveWarehouseSettings] },
  sender: { calls: [saveSender] },
  close: { calls: [closeWarehouse], check: checkClose },
  open: { calls: [closeWarehouse], check: ({ is_closed }: Pick<Warehouse, "is_closed">) => (is_closed ? null : unchanged) },
  addPartition: { calls: [createPartition], check: checkOpen },
  addShelf: { calls: [createShelf], check: checkOpen },
  addLocation: { calls: [createLocation], check: checkOpen },
  generate: { calls: [generateLocations], check: checkOpen },
  addTotes: { calls: [createTotes], check: checkOpen },
  import: { calls: [uploadImport, postImport, discardImport, createLocation], check: checkOpen },
  editPartition: { calls: [updatePartition] },
  editShelf: { calls: [updateShelf] },
  deletePartition: {
    calls: [deletePartition],
    check: ({ shelves }: Pick<PartitionNode, "shelves">): Obstacle | null =>
      shelves.length > 0 ? { code: "warehouses.partitionHasShelves" } : null,
  },
  deleteShelf: {
    calls: [deleteShelf],
    check: ({ location_count }: Pick<ShelfNode, "location_count">): Obstacle | null =>
      location_count > 0 ? { code: "warehouses.shelfHasLocations" } : null,
  },
  placeShelves: { calls: [placeShelves] },
  labels: { calls: [printLocationLabels] },
  /** of all locations in a warehouse, partition or shelf */
  placeLabels: {
    calls: [printLocationLabels],
    check: ({ location_count }: Pick<ShelfNode, "location_count">): Obstacle | null =>
      location_count === 0 ? { code: "warehouses.nothingToPrint" } : null,
  },
  editLocation: {
    calls: [updateLocation],
    check: ({ type }: Pick<Location, "type">): Obstacle | null => (type === "slot" ? { code: "warehouses.slotOfWall" } : null),
  },
  blockLocation: {
    calls: [setLocationsBlocked],
    check: ({ is_blocked }: Pick<Location, "is_blocked">): Obstacle | null => (is_blocked ? unchanged : null),
  },
  unblockLocation: {
    calls: [setLocationsBlocked],
    check: ({ is_blocked }: Pick<Location, "is_blocked">): Obstacle | null => (is_blocked ? null : unchanged),
  },
  deleteLocation: { calls: [deleteLocations], check: checkRemoval },
});
