import type { RefusalName } from "#src/api/codes.ts";
import { templates } from "#src/files/templates.contract.ts";
import { ok, refuse } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import { lastPlace } from "#src/warehouses/warehouses.rules.ts";
import { writeAudit } from "#server/audit/audit.commands.ts";
import type { Tx } from "#server/db/tx.ts";
import { importKind } from "#server/imports/import-kind.ts";
import type { ImportScope, PreparedRow } from "#server/imports/import-kind.ts";
import { openWarehouse } from "./definition.commands.ts";
import { insertLocations, insertPartitions, insertShelves } from "./definition-rows.ts";
import { planImported } from "./imported-places.ts";
import { checkLocationRows } from "./imported-rows.ts";
import type { ImportedLocation } from "./imported-rows.ts";
import { growMap, lastSequence } from "./map.commands.ts";
import { unlessTaken } from "./taken.ts";
import { tellChanged } from "./warehouses.commands.ts";

const template = templates["locations"];
if (template === undefined) throw new Error("warehouses: the template of locations is not there");

const mostAtOnce = 20_000;
const stepWidth = 10;

interface Figures {
  readonly locations: number;
  readonly partitions: number;
  readonly shelves: number;
}

/** Posts the rows of one warehouse, with the partitions and shelves that are missing. */
async function postInto(
  tx: Tx,
  providerUuid: string,
  warehouseUuid: string,
  rows: readonly ImportedLocation[],
): Promise<Result<Figures, RefusalName>> {
  const warehouse = await openWarehouse(tx, providerUuid, warehouseUuid);
  if (!warehouse.ok) return warehouse;
  const plan = await planImported(tx, providerUuid, warehouse.value, rows);
  if (!plan.ok) return plan;
  const { partitions, shelves, placed } = plan.value;
  const at = { providerUuid, warehouseUuid };
  await insertPartitions(tx, at, partitions);
  await insertShelves(tx, at, shelves);
  const last = await lastSequence(tx, providerUuid, warehouseUuid);
  const locations = placed.map(({ pick_sequence, put_sequence, ...row }, index) => {
    const next = Math.min(lastPlace, last + (index + 1) * stepWidth);
    return { ...row, pick_sequence: pick_sequence ?? next, put_sequence: put_sequence ?? pick_sequence ?? next };
  });
  for (let from = 0; from < locations.length; from += mostAtOnce) await insertLocations(tx, at, locations.slice(from, from + mostAtOnce));
  await growMap(tx, providerUuid, warehouseUuid, partitions);
  await tellChanged(tx, providerUuid, warehouseUuid);
  return ok({ locations: locations.length, partitions: partitions.length, shelves: shelves.length });
}

async function post(
  tx: Tx,
  scope: ImportScope,
  prepared: readonly PreparedRow<ImportedLocation>[],
): Promise<Result<Readonly<Record<string, number>>, RefusalName>> {
  const { providerUuid } = scope;
  const byWarehouse = Map.groupBy(
    prepared.map(({ row }) => row),
    ({ warehouse_uuid }) => warehouse_uuid,
  );
  return unlessTaken(async () => {
    const sum = { locations: 0, partitions: 0, shelves: 0 };
    // Always in the same order, so that two imports never wait for each other in a ring.
    for (const warehouseUuid of [...byWarehouse.keys()].toSorted()) {
      const posted = await postInto(tx, providerUuid, warehouseUuid, byWarehouse.get(warehouseUuid) ?? []);
      if (!posted.ok) return refuse(posted.problem);
      const { locations, partitions, shelves } = posted.value;
      sum.locations += locations;
      sum.partitions += partitions;
      sum.shelves += shelves;
      const detail = { ...posted.value, import_uuid: scope.importUuid };
      await writeAudit(tx, scope, { action: "warehouses.import-locations", subjectType: "warehouse", subjectUuid: warehouseUuid, detail });
    }
    return ok(sum);
  });
}

/** Locations from a workbook: each with its partition and shelf, which are made where they are missing. */
export const locationsImport = importKind<ImportedLocation>({
  name: "locations",
  template,
  roles: ["provider", "operator"],
  permission: "goods",
  together: null,
  check: (tx, { providerUuid }, rows) => checkLocationRows(tx, providerUuid, rows),
  post,
});
