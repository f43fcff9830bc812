import type { RefusalName } from "#src/kit/api/codes.ts";
import { templates } from "#src/kit/files/templates.contract.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { maxSequence } from "#src/warehouse/warehouses/warehouses.rules.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { importKind } from "#server/warehouse/imports/import-kind.ts";
import type { ImportScope, PreparedRow } from "#server/warehouse/imports/import-kind.ts";
import { openWarehouse } from "./partitions-and-shelves.commands.ts";
import { insertLocations, insertPartitions, insertShelves } from "./definition-rows.ts";
import { planImported } from "./place-imported-shelves.queries.ts";
import { checkLocationRows } from "./check-location-rows.queries.ts";
import type { ImportedLocation } from "./check-location-rows.queries.ts";
import { growMap, readLastSequence } from "./map.commands.ts";
import { refuseTakenNames } from "./name-conflicts.ts";
import { publishWarehouse } from "./warehouses.commands.ts";

const template = templates["locations"];
if (template === undefined) throw new Error("warehouses: the locations template is missing");

const mostAtOnce = 20_000;
const stepWidth = 10;

interface Figures {
  readonly locations: number;
  readonly partitions: number;
  readonly shelves: number;
}

/** Posts the rows of one warehouse, and creates missing partitions and shelves. */
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
  const last = await readLastSequence(tx, providerUuid, warehouseUuid);
  const locations = placed.map(({ pick_sequence, put_sequence, ...row }, index) => {
    const next = Math.min(maxSequence, last + (index + 1) * stepWidth);
    return { ...row, pick_sequence: pick_sequence ?? next, put_sequence: put_sequence ?? pick_sequence ?? next };
  });
  for (let from = 0; from < locations.length; from += mostAtOnce) await insertLocations(tx, at, locations.slice(from, from + mostAtOnce));
  await growMap(tx, providerUuid, warehouseUuid, partitions);
  await publishWarehouse(tx, providerUuid, warehouseUuid);
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
  return refuseTakenNames(async () => {
    const sum = { locations: 0, partitions: 0, shelves: 0 };
    // Always in the same order, so that two imports cannot deadlock.
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

/** Imports locations from a workbook, and creates missing partitions and shelves. */
export const locationsImport = importKind<ImportedLocation>({
  name: "locations",
  template,
  roles: ["provider", "operator"],
  permission: "goods",
  together: null,
  check: (tx, { providerUuid }, rows) => checkLocationRows(tx, providerUuid, rows),
  post,
});
