import {
  closeWarehouse,
  createPartition,
  createShelf,
  createWarehouse,
  deletePartition,
  deleteShelf,
  queryStorage,
  queryStorageDefinition,
  updatePartition,
  updateShelf,
  updateWarehouse,
} from "#src/warehouse/warehouses/warehouses.contract.ts";
import {
  getWarehouseSettings,
  printLabelInfoList,
  queryWaveStrategies,
  saveWarehouseSettings,
} from "#src/warehouse/warehouses/warehouse-settings.contract.ts";
import { getSender, saveSender } from "#src/warehouse/warehouses/warehouse-sender.contract.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import { labelSheets, labelSizes } from "#src/warehouse/printing/label-templates.rules.ts";
import { implement, requireActor } from "#server/platform/http/context.ts";
import type { Implementation } from "#server/platform/http/context.ts";
import { changePartition, changeShelf, makePartition, makeShelf, removePartition, removeShelf } from "./partitions-and-shelves.commands.ts";
import { getDefinition } from "./definition.queries.ts";
import { findSender, setSender } from "./sender.commands.ts";
import { auditWarehouse, getStaffProvider } from "./staff.ts";
import { changeWarehouse, makeWarehouse, setClosed, setSettings } from "./warehouses.commands.ts";
import { listWarehouses, listWaveStrategies, readSettingsRow, findWarehouse } from "./warehouses.queries.ts";

/** Each template with its paper sizes; all sizes fit all templates. */
const labelInfo = labelSizes.map((label_size) => {
  const { width, height, labels } = labelSheets[label_size];
  const [label = { width, height }] = labels;
  return {
    label_size,
    templates: ["location" as const, "product" as const, "box" as const],
    label_width_mm: label.width,
    label_height_mm: label.height,
    paper_width_mm: width,
    paper_height_mm: height,
    labels_per_page: labels.length,
  };
});

const nothing = { result: [], total: 0, total_is_exact: true, next_cursor: null };

/** The calls of warehouses, their partitions, shelves and settings. */
export const warehousesRoutes: readonly Implementation[] = [
  implement(queryStorage, async (input, context) => {
    const { providerUuid, role } = requireActor(context);
    const { warehouse_uuid } = input;
    if (providerUuid === null) return warehouse_uuid === undefined ? ok(nothing) : refuse("notFound");
    const [page, named] = await Promise.all([
      listWarehouses(context.tx, providerUuid, { ...input, isStaff: role !== "dropShipper" }),
      warehouse_uuid === undefined ? undefined : findWarehouse(context.tx, providerUuid, warehouse_uuid),
    ]);
    return named === null ? refuse("notFound") : page;
  }),

  implement(queryStorageDefinition, async ({ warehouse_uuid }, context) => {
    const result = await getDefinition(context.tx, getStaffProvider(context), warehouse_uuid);
    return warehouse_uuid !== undefined && result.length === 0 ? refuse("notFound") : ok({ result });
  }),

  implement(createWarehouse, async (input, context) => {
    const made = await makeWarehouse(context.tx, getStaffProvider(context), input);
    if (!made.ok) return made;
    await auditWarehouse(context, "warehouses.create-warehouse", made.value, { name: input.name, code: input.code });
    return ok({ warehouse_uuid: made.value });
  }),

  implement(updateWarehouse, async (input, context) => {
    const before = await findWarehouse(context.tx, getStaffProvider(context), input.warehouse_uuid);
    const changed = await changeWarehouse(context.tx, getStaffProvider(context), input);
    if (!changed.ok) return changed;
    await auditWarehouse(context, "warehouses.update-warehouse", input.warehouse_uuid, { before: before?.name ?? "", name: input.name });
    return changed;
  }),

  implement(closeWarehouse, async (input, context) => {
    const changed = await setClosed(context.tx, getStaffProvider(context), input);
    if (!changed.ok) return changed;
    await auditWarehouse(context, input.is_closed ? "warehouses.close-warehouse" : "warehouses.open-warehouse", input.warehouse_uuid);
    return changed;
  }),

  implement(createPartition, async (input, context) => {
    const made = await makePartition(context.tx, getStaffProvider(context), input);
    if (!made.ok) return made;
    await auditWarehouse(context, "warehouses.create-partition", input.warehouse_uuid, { code: input.code });
    return ok({ partition_uuid: made.value });
  }),

  implement(updatePartition, async (input, context) => {
    const changed = await changePartition(context.tx, getStaffProvider(context), input);
    if (!changed.ok) return changed;
    await auditWarehouse(context, "warehouses.update-partition", input.partition_uuid, { code: input.code });
    return changed;
  }),

  implement(deletePartition, async ({ partition_uuid }, context) => {
    const removed = await removePartition(context.tx, getStaffProvider(context), partition_uuid);
    if (!removed.ok) return removed;
    await auditWarehouse(context, "warehouses.delete-partition", partition_uuid, removed.value);
    return ok({});
  }),

  implement(createShelf, async (input, context) => {
    const made = await makeShelf(context.tx, getStaffProvider(context), input);
    if (!made.ok) return made;
    await auditWarehouse(context, "warehouses.create-shelf", made.value, { code: input.code });
    return ok({ shelf_uuid: made.value });
  }),

  implement(updateShelf, async (input, context) => {
    const changed = await changeShelf(context.tx, getStaffProvider(context), input);
    if (!changed.ok) return changed;
    await auditWarehouse(context, "warehouses.update-shelf", input.shelf_uuid, { code: input.code });
    return changed;
  }),

  implement(deleteShelf, async ({ shelf_uuid }, context) => {
    const removed = await removeShelf(context.tx, getStaffProvider(context), shelf_uuid);
    if (!removed.ok) return removed;
    await auditWarehouse(context, "warehouses.delete-shelf", shelf_uuid, removed.value);
    return ok({});
  }),

  implement(getWarehouseSettings, async ({ warehouse_uuid }, context) => {
    const row = await readSettingsRow(context.tx, getStaffProvider(context), warehouse_uuid);
    return row === null ? refuse("notFound") : ok(row);
  }),

  implement(getSender, async ({ warehouse_uuid }, context) => {
    const sender = await findSender(context.tx, getStaffProvider(context), warehouse_uuid);
    return sender === undefined ? refuse("notFound") : ok({ sender });
  }),

  implement(saveSender, async (input, context) => {
    const saved = await setSender(context.tx, getStaffProvider(context), input);
    if (!saved.ok) return saved;
    await auditWarehouse(context, "warehouses.save-sender", input.warehouse_uuid);
    return ok({ sender: saved.value });
  }),

  implement(saveWarehouseSettings, async (input, context) => {
    const changed = await setSettings(context.tx, getStaffProvider(context), input);
    if (!changed.ok) return changed;
    await auditWarehouse(context, "warehouses.save-settings", input.warehouse_uuid, { settings: input.settings });
    const row = await readSettingsRow(context.tx, getStaffProvider(context), input.warehouse_uuid);
    return row === null ? refuse("notFound") : ok(row);
  }),

  implement(queryWaveStrategies, async ({ warehouse_uuid }, context) => {
    const result = await listWaveStrategies(context.tx, getStaffProvider(context), warehouse_uuid);
    return result === null ? refuse("notFound") : ok({ result });
  }),

  implement(printLabelInfoList, async () => ok({ result: labelInfo })),
];
