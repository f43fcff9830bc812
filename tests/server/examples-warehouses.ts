import { newId } from "#server/platform/runtime/clock.ts";
import type { Aim, Example } from "./example.ts";
import { addWarehousesRows } from "./rows-warehouses.ts";
import type { WarehouseRows } from "./rows-warehouses.ts";
import type { Person } from "./world.ts";

/** Creates a warehouse for a person's calls. */
export async function warehouseOf({ test }: Aim, person: Person): Promise<WarehouseRows> {
  const acting = { kind: person.role, providerUuid: person.providerUuid, retailerUuid: person.retailerUuid, userUuid: person.userUuid };
  return test.services.database.transaction(acting, (tx) => addWarehousesRows(tx, person));
}

/** Creates an example whose input refers to a warehouse, the owner's or another's. */
function about(input: (rows: WarehouseRows) => object): Example {
  return {
    own: async (aim) => input(await warehouseOf(aim, aim.owner)),
    withForeign: async (aim) => input(await warehouseOf(aim, aim.foreign.person)),
  };
}

/** The same for a batch: the owner's rows with one of another's. */
function aboutMany(input: (locationUuids: string[]) => object): Example {
  const both = ({ locationUuid, otherLocationUuid }: WarehouseRows) => [locationUuid, otherLocationUuid];
  return {
    own: async (aim) => input(both(await warehouseOf(aim, aim.owner))),
    withForeign: async (aim) => {
      const [own, foreign] = [await warehouseOf(aim, aim.owner), await warehouseOf(aim, aim.foreign.person)];
      return input([own.locationUuid, foreign.locationUuid]);
    },
  };
}

const freshCode = () => newId().replaceAll("-", "").slice(-11).toUpperCase();
/** The area of a partition or shelf. */
export const area = { x_mm: 0, y_mm: 0, width_mm: 4000, depth_mm: 600 };
/** A picking location without its barcode. */
export const location = {
  type: "pick",
  pick_sequence: 30,
  put_sequence: 30,
  x_mm: 0,
  y_mm: 0,
  level: 1,
  capacity_ml: null,
  capacity_grams: 25_000,
};
/** Eight locations on two shelves of one partition. */
export const generation = { first_shelf: 1, last_shelf: 2, bays: 2, levels: 2, pattern: "{W}-{P}-{S}-{B}-{L}", partitions: "C" };

/** An input for each warehouse call. */
export const warehousesExamples: Readonly<Record<string, Example>> = {
  "warehouses.query-storage": { own: async () => ({}) },
  "warehouses.query-storage-definition": about(({ warehouseUuid }) => ({ warehouse_uuid: warehouseUuid })),
  "warehouses.create-warehouse": {
    own: async () => ({ name: `Quay ${freshCode()}`, code: `N${freshCode()}`, time_zone: "Asia/Shanghai" }),
  },
  "warehouses.update-warehouse": about(({ warehouseUuid }) => ({ warehouse_uuid: warehouseUuid, version: 1, name: `Quay ${freshCode()}` })),
  "warehouses.close-warehouse": about(({ warehouseUuid }) => ({ warehouse_uuid: warehouseUuid, version: 1, is_closed: true })),
  "warehouses.create-partition": about(({ warehouseUuid }) => ({ warehouse_uuid: warehouseUuid, code: "D", ...area })),
  "warehouses.update-partition": about(({ partitionUuid }) => ({ partition_uuid: partitionUuid, version: 1, code: "D", ...area })),
  "warehouses.delete-partition": about(({ emptyPartitionUuid }) => ({ partition_uuid: emptyPartitionUuid })),
  "warehouses.create-shelf": about(({ partitionUuid }) => ({ partition_uuid: partitionUuid, code: "A-03", ...area })),
  "warehouses.update-shelf": about(({ shelfUuid }) => ({ shelf_uuid: shelfUuid, version: 1, code: "A-09", ...area, is_turned: true })),
  "warehouses.delete-shelf": about(({ emptyShelfUuid }) => ({ shelf_uuid: emptyShelfUuid })),
  "warehouses.list-locations": about(({ warehouseUuid }) => ({ warehouse_uuid: warehouseUuid })),
  "warehouses.create-location": about(({ warehouseUuid, shelfUuid }) => ({
    ...location,
    warehouse_uuid: warehouseUuid,
    shelf_uuid: shelfUuid,
    barcode: `N-${freshCode()}`,
  })),
  "warehouses.update-location": about(({ locationUuid, shelfUuid }) => ({
    ...location,
    location_uuid: locationUuid,
    shelf_uuid: shelfUuid,
    version: 1,
    barcode: `U-${freshCode()}`,
  })),
  "warehouses.delete-locations": aboutMany((location_uuids) => ({ location_uuids })),
  "warehouses.set-blocked": aboutMany((location_uuids) => ({ location_uuids, blocked: true, reason: "A beam is bent" })),
  "warehouses.generate-locations": about(({ warehouseUuid }) => ({ ...generation, warehouse_uuid: warehouseUuid })),
  "warehouses.create-totes": about(({ warehouseUuid }) => ({
    warehouse_uuid: warehouseUuid,
    prefix: `T-${freshCode()}-`,
    first_number: 1,
    count: 3,
  })),
  "warehouses.preview-generation": about(({ warehouseUuid }) => ({ ...generation, warehouse_uuid: warehouseUuid })),
  "warehouses.print-location-labels": aboutMany((location_uuids) => ({ location_uuids })),
  "warehouses.locations-map": about(({ warehouseUuid }) => ({ warehouse_uuid: warehouseUuid, with_heat: true })),
  "warehouses.place-shelves": {
    own: async (aim) => {
      const { warehouseUuid, shelfUuid } = await warehouseOf(aim, aim.owner);
      return { warehouse_uuid: warehouseUuid, shelves: [{ shelf_uuid: shelfUuid, version: 1, x_mm: 900, y_mm: 700 }] };
    },
    withForeign: async (aim) => {
      const [own, foreign] = [await warehouseOf(aim, aim.owner), await warehouseOf(aim, aim.foreign.person)];
      const shelves = [own.shelfUuid, foreign.shelfUuid].map((shelf_uuid) => ({ shelf_uuid, version: 1, x_mm: 900, y_mm: 700 }));
      return { warehouse_uuid: own.warehouseUuid, shelves };
    },
  },
  "warehouses.get-settings": about(({ warehouseUuid }) => ({ warehouse_uuid: warehouseUuid })),
  "warehouses.get-sender": about(({ warehouseUuid }) => ({ warehouse_uuid: warehouseUuid })),
  "warehouses.save-sender": about(({ warehouseUuid }) => ({
    warehouse_uuid: warehouseUuid,
    version: 0,
    name: "Chen Wei",
    phone: "+86 755 5550 0100",
    country: "CN",
    city: "Shenzhen",
    postcode: "518000",
    street: "1 Example Road",
  })),
  "warehouses.save-settings": about(({ warehouseUuid }) => ({
    warehouse_uuid: warehouseUuid,
    version: 1,
    settings: { over_receipt_percent: 10 },
  })),
  "warehouses.query-specific-wave-strategies": about(({ warehouseUuid }) => ({ warehouse_uuid: warehouseUuid })),
  "warehouses.print-label-info-list": { own: async () => ({}) },
};
