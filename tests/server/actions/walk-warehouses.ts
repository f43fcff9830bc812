import { listLocations } from "#src/warehouse/warehouses/locations.contract.ts";
import { queryStorage, queryStorageDefinition } from "#src/warehouse/warehouses/warehouses.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { postMovements } from "#server/warehouse/stock/ledger.commands.ts";
import { area, generation, location } from "../examples-warehouses.ts";
import { addReceiptsRows } from "../rows-receipts.ts";
import { addWarehousesRows } from "../rows-warehouses.ts";
import { putStock, staffOf, stageStock } from "../stage-stock.ts";
import type { StockStage } from "../stage-stock.ts";
import { asPerson } from "./walk.ts";
import type { Stage, SubjectWalk } from "./walk.ts";

const named = (names: readonly string[]) => names.map((name) => `warehouses.${name}`);
const addRows = (stage: Stage) => asPerson(stage, stage.world.provider, (tx) => addWarehousesRows(tx, stage.world.provider));

/** Moves the five pieces to the next location. */
async function moveAll(tx: Tx, { providerUuid, warehouseUuid, locations, variants }: StockStage): Promise<void> {
  const [from = "", to = ""] = locations;
  const { variantUuid = "", ownerUuid = "" } = variants[0] ?? {};
  const at = (locationUuid: string) => ({ place: "location", locationUuid, condition: "good" }) as const;
  const common = { variantUuid, ownerUuid, warehouseUuid, lot: "", quantity: 5 };
  const posted = await postMovements(tx, { providerUuid, userUuid: null, now: new Date() }, [
    { ...common, source: { type: "move", uuid: newId(), line: 1 }, from: at(from), to: at(to) },
  ]);
  if (!posted.ok) throw new Error(posted.problem);
}

async function close({ test, world }: Stage, warehouseUuid: string): Promise<void> {
  await test.services.database.transaction(staffOf(world.providerA), (tx) =>
    tx
      .updateTable("warehouse")
      .set({ is_closed: true })
      .where("provider_uuid", "=", world.providerA)
      .where("warehouse_uuid", "=", warehouseUuid)
      .execute(),
  );
}

const warehousesWalk: SubjectWalk = {
  actions: named(["close", "open", "edit", "settings"]),
  states: ["open and empty", "with stock", "with a receipt", "closed"],
  async make(stage, state, action) {
    const { world, ask, test } = stage;
    const { provider } = world;
    const warehouse_uuid = await test.services.database.transaction(staffOf(world.providerA), async (tx) => {
      if (state === "with a receipt") return (await addReceiptsRows(tx, provider, "confirmed")).warehouseUuid;
      if (state !== "with stock") return (await addWarehousesRows(tx, provider)).warehouseUuid;
      const stocked = await stageStock(tx, { providerUuid: world.providerA, ownerUuid: world.providerA });
      await putStock(tx, stocked, { quantity: 5 });
      return stocked.warehouseUuid;
    });
    if (state === "closed") await close(stage, warehouse_uuid);
    const { result } = await ask(queryStorage, { warehouse_uuid });
    const [subject] = result;
    const of = { warehouse_uuid, version: subject?.version };
    return {
      subject,
      inputs: {
        "warehouses.close-warehouse": { ...of, is_closed: action === "warehouses.close" },
        "warehouses.update-warehouse": { ...of, name: `Quay ${warehouse_uuid}` },
        "warehouses.save-settings": { ...of, settings: { over_receipt_percent: 10 } },
      },
    };
  },
};

const placesWalk: SubjectWalk = {
  actions: named(["addPartition", "addShelf", "addLocation", "addTotes", "generate"]),
  states: ["open", "closed"],
  async make(stage, state) {
    const rows = await addRows(stage);
    const { warehouseUuid: warehouse_uuid, partitionUuid: partition_uuid, shelfUuid: shelf_uuid } = rows;
    if (state === "closed") await close(stage, warehouse_uuid);
    const { result } = await stage.ask(queryStorageDefinition, { warehouse_uuid });
    return {
      subject: result[0],
      inputs: {
        "warehouses.create-partition": { warehouse_uuid, code: "D", ...area },
        "warehouses.create-shelf": { partition_uuid, code: "A-03", ...area },
        "warehouses.create-location": { ...location, warehouse_uuid, shelf_uuid, barcode: `N-${warehouse_uuid.slice(-12)}`.toUpperCase() },
        "warehouses.create-totes": { warehouse_uuid, prefix: `T-${warehouse_uuid.slice(-12)}-`, first_number: 1, count: 2 },
        "warehouses.generate-locations": { ...generation, warehouse_uuid },
      },
    };
  },
};

const partsWalk: SubjectWalk = {
  actions: named(["deletePartition", "deleteShelf", "editPartition", "editShelf", "placeLabels"]),
  states: ["in use", "empty"],
  async make(stage, state, action) {
    const rows = await addRows(stage);
    const isEmpty = state === "empty";
    const { result } = await stage.ask(queryStorageDefinition, { warehouse_uuid: rows.warehouseUuid });
    const partitions = result[0]?.partitions ?? [];
    const partitionUuid = isEmpty ? rows.emptyPartitionUuid : rows.partitionUuid;
    const shelfUuid = isEmpty ? rows.emptyShelfUuid : rows.shelfUuid;
    const subjects = {
      partition: partitions.find(({ partition_uuid }) => partition_uuid === partitionUuid),
      shelf: partitions.flatMap(({ shelves }) => shelves).find(({ shelf_uuid }) => shelf_uuid === shelfUuid),
    };
    return {
      subject: action.endsWith("Shelf") ? subjects.shelf : subjects.partition,
      inputs: {
        "warehouses.print-location-labels": { partition_uuid: partitionUuid },
        "warehouses.delete-partition": { partition_uuid: partitionUuid },
        "warehouses.delete-shelf": { shelf_uuid: shelfUuid },
        "warehouses.update-partition": { partition_uuid: partitionUuid, version: subjects.partition?.version, code: "Z", ...area },
        "warehouses.update-shelf": { shelf_uuid: shelfUuid, version: subjects.shelf?.version, code: "Z-09", ...area, is_turned: true },
      },
    };
  },
};

const locationsWalk: SubjectWalk = {
  actions: named(["editLocation", "blockLocation", "unblockLocation", "deleteLocation", "labels"]),
  states: ["empty", "blocked", "with stock", "where stock was", "the last of its kind on the floor"],
  async make(stage, state, action) {
    const { world, ask, test } = stage;
    const [warehouse_uuid, location_uuid] = await test.services.database.transaction(staffOf(world.providerA), async (tx) => {
      const rows = await addWarehousesRows(tx, world.provider);
      if (state === "the last of its kind on the floor") return [rows.warehouseUuid, rows.receivingUuid];
      if (state === "blocked")
        await tx
          .updateTable("location")
          .set({ is_blocked: true, blocked_reason: "A beam is bent" })
          .where("provider_uuid", "=", world.providerA)
          .where("location_uuid", "=", rows.locationUuid)
          .execute();
      if (state === "empty" || state === "blocked") return [rows.warehouseUuid, rows.locationUuid];
      const stocked = await stageStock(tx, { providerUuid: world.providerA, ownerUuid: world.providerA });
      await putStock(tx, stocked, { quantity: 5 });
      if (state === "where stock was") await moveAll(tx, stocked);
      return [stocked.warehouseUuid, stocked.locations[0] ?? ""];
    });
    const { result } = await ask(listLocations, { warehouse_uuid, page_size: 200 });
    const subject = result.find((one) => one.location_uuid === location_uuid);
    if (subject === undefined) throw new Error(`no location: ${state}`);
    const { version, type, pick_sequence, put_sequence, x_mm, y_mm, level, capacity_ml, capacity_grams, shelf_uuid, barcode } = subject;
    const fields = { type, pick_sequence, put_sequence, x_mm, y_mm, level, capacity_ml, capacity_grams, shelf_uuid, barcode };
    const some = { location_uuids: [location_uuid] };
    const blocked = action === "warehouses.blockLocation";
    return {
      subject,
      inputs: {
        "warehouses.update-location": { ...fields, location_uuid, version },
        "warehouses.set-blocked": { ...some, blocked, reason: blocked ? "A beam is bent" : "" },
        "warehouses.delete-locations": some,
        "warehouses.print-location-labels": some,
      },
    };
  },
};

/** Warehouses, their parts and their locations. */
export const warehousesWalks: readonly SubjectWalk[] = [warehousesWalk, placesWalk, partsWalk, locationsWalk];
