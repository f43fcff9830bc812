import { floorTypes } from "#src/warehouse/warehouses/warehouses.rules.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { actingFor } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { markerOf } from "./rows.ts";
import type { Person } from "./world.ts";

/** The warehouse of a person's warehouse calls. */
export interface WarehouseRows {
  readonly warehouseUuid: string;
  readonly partitionUuid: string;
  readonly emptyPartitionUuid: string;
  readonly shelfUuid: string;
  readonly emptyShelfUuid: string;
  /** two picking locations of the shelf */
  readonly locationUuid: string;
  readonly otherLocationUuid: string;
  /** of the first */
  readonly barcode: string;
  /** on the floor */
  readonly receivingUuid: string;
}

/**
 * Creates a warehouse of a person's provider: two partitions, two shelves, two locations and the floor locations. The marker
 * is only in fields for staff, because a retailer may know a warehouse's name.
 * @param tx acts for the person, also afterwards
 */
export async function addWarehousesRows(tx: Tx, person: Person): Promise<WarehouseRows> {
  const { providerUuid, retailerUuid, userUuid, role } = person;
  return actingFor(tx, { kind: "provider", providerUuid }, { kind: role, providerUuid, retailerUuid, userUuid }, () =>
    insertAll(tx, person),
  );
}

async function insertAll(tx: Tx, person: Person): Promise<WarehouseRows> {
  const provider_uuid = person.providerUuid ?? "";
  const marker = person.retailerUuid === null ? markerOf(person) : "nothing secret";
  const tag = newId().replaceAll("-", "").slice(-11).toUpperCase();
  const warehouse_uuid = newId();
  const [partitionUuid, emptyPartitionUuid, shelfUuid, emptyShelfUuid] = [newId(), newId(), newId(), newId()];
  const [locationUuid, otherLocationUuid] = [newId(), newId()];
  const common = { provider_uuid, warehouse_uuid };
  await tx
    .insertInto("warehouse")
    .values({ ...common, name: `Quay ${tag}`, code: `W${tag}`, country_code: "CN", address: marker })
    .execute();
  await tx
    .insertInto("partition")
    .values([
      { ...common, partition_uuid: partitionUuid, code: "A", name: marker, width_mm: 10_000, depth_mm: 8000 },
      { ...common, partition_uuid: emptyPartitionUuid, code: "B", name: marker, x_mm: 12_000 },
    ])
    .execute();
  await tx
    .insertInto("shelf")
    .values([
      { ...common, shelf_uuid: shelfUuid, partition_uuid: partitionUuid, code: "A-01", x_mm: 500, y_mm: 500, width_mm: 4000 },
      { ...common, shelf_uuid: emptyShelfUuid, partition_uuid: partitionUuid, code: "A-02", x_mm: 500, y_mm: 3100, width_mm: 4000 },
    ])
    .execute();
  const barcode = `${tag}-A-01-01`;
  const onShelf = { ...common, shelf_uuid: shelfUuid, type: "pick", y_mm: 800, capacity_ml: 60_000 };
  await tx
    .insertInto("location")
    .values([
      { ...onShelf, location_uuid: locationUuid, barcode, pick_sequence: 10, put_sequence: 10, x_mm: 1000 },
      { ...onShelf, location_uuid: otherLocationUuid, barcode: `${tag}-A-01-02`, pick_sequence: 20, put_sequence: 20, x_mm: 2000 },
    ])
    .execute();
  const floor = floorTypes.map((type) => ({ ...common, location_uuid: newId(), barcode: `W${tag}-${type.toUpperCase()}`, type }));
  await tx.insertInto("location").values(floor).execute();
  const receivingUuid = floor.find(({ type }) => type === "receiving")?.location_uuid ?? "";
  return {
    warehouseUuid: warehouse_uuid,
    partitionUuid,
    emptyPartitionUuid,
    shelfUuid,
    emptyShelfUuid,
    locationUuid,
    otherLocationUuid,
    barcode,
    receivingUuid,
  };
}
