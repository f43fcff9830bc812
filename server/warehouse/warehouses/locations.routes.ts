import { generateLocations, previewGeneration } from "#src/warehouse/warehouses/generator.contract.ts";
import {
  createLocation,
  deleteLocations,
  listLocations,
  locationsMap,
  placeShelves,
  printLocationLabels,
  setLocationsBlocked,
  updateLocation,
} from "#src/warehouse/warehouses/locations.contract.ts";
import { createTotes } from "#src/warehouse/warehouses/totes.contract.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import { implement, implementFile } from "#server/platform/http/context.ts";
import type { Implementation } from "#server/platform/http/context.ts";
import { movePlaces } from "./partitions-and-shelves.commands.ts";
import { makeGenerated, getGenerationPreview } from "./generator.commands.ts";
import { printLabels } from "./location-labels.ts";
import { blockLocations, changeLocation, makeLocation, removeLocations } from "./locations.commands.ts";
import { hasPlaces, listLocationRows, listPickableVariants } from "./locations.queries.ts";
import { getMap } from "./map.queries.ts";
import { auditWarehouse, getStaffProvider } from "./staff.ts";
import { makeTotes } from "./totes.commands.ts";
import { findWarehouse } from "./warehouses.queries.ts";

/** The calls of locations: single ones, lists, the generator, the map and labels. */
export const locationsRoutes: readonly Implementation[] = [
  implement(listLocations, async (input, context) => {
    const providerUuid = getStaffProvider(context);
    const [page, isThere] = await Promise.all([
      listLocationRows(context.tx, providerUuid, input),
      hasPlaces(context.tx, providerUuid, input),
    ]);
    return isThere ? page : refuse("notFound");
  }),

  implement(createLocation, async (input, context) => {
    const made = await makeLocation(context.tx, getStaffProvider(context), input);
    if (!made.ok) return made;
    await auditWarehouse(context, "warehouses.create-location", made.value, { barcode: input.barcode, type: input.type });
    return ok({ location_uuid: made.value });
  }),

  implement(updateLocation, async (input, context) => {
    const changed = await changeLocation(context.tx, getStaffProvider(context), input);
    if (!changed.ok) return changed;
    await auditWarehouse(context, "warehouses.update-location", input.location_uuid, { barcode: input.barcode, type: input.type });
    return ok({ version: changed.value.version });
  }),

  implement(deleteLocations, async ({ location_uuids }, context) => {
    const removed = await removeLocations(context.tx, getStaffProvider(context), location_uuids);
    if (!removed.ok) return removed;
    for (const { location_uuid, barcode } of removed.value)
      await auditWarehouse(context, "warehouses.delete-location", location_uuid, { barcode });
    return ok({ deleted: removed.value.length });
  }),

  implement(setLocationsBlocked, async (input, context) => {
    const changed = await blockLocations(context.tx, getStaffProvider(context), input);
    if (!changed.ok) return changed;
    // Orders that wait may get what stands there.
    if (!input.blocked) {
      const { tx, services } = context;
      const providerUuid = getStaffProvider(context);
      await services.followUps.stockFreed(tx, providerUuid, await listPickableVariants(tx, providerUuid, changed.value));
    }
    const action = input.blocked ? "warehouses.block-location" : "warehouses.free-location";
    for (const locationUuid of changed.value) await auditWarehouse(context, action, locationUuid, { reason: input.reason });
    return ok({ changed: changed.value.length });
  }),

  implement(generateLocations, async (input, context) => {
    const made = await makeGenerated(context.tx, getStaffProvider(context), input);
    if (!made.ok) return made;
    const { partitions, first_shelf, last_shelf, pattern } = input;
    await auditWarehouse(context, "warehouses.generate-locations", input.warehouse_uuid, {
      partitions,
      first_shelf,
      last_shelf,
      pattern,
      count: made.value.location_count,
    });
    return made;
  }),

  implement(createTotes, async (input, context) => {
    const made = await makeTotes(context.tx, getStaffProvider(context), input);
    if (!made.ok) return made;
    const { location_count: count, first, last } = made.value;
    await auditWarehouse(context, "warehouses.create-totes", input.warehouse_uuid, { first, last, count });
    return made;
  }),

  implement(previewGeneration, (input, context) => getGenerationPreview(context.tx, getStaffProvider(context), input)),

  implementFile(printLocationLabels, (input, context) => printLabels(context, getStaffProvider(context), input)),

  implement(locationsMap, async ({ warehouse_uuid, with_heat }, context) => {
    const providerUuid = getStaffProvider(context);
    const [warehouse, drawn] = await Promise.all([
      findWarehouse(context.tx, providerUuid, warehouse_uuid),
      getMap(context.tx, providerUuid, warehouse_uuid, { withHeat: with_heat, now: context.now }),
    ]);
    if (warehouse === null) return refuse("notFound");
    const { name, width_mm, depth_mm } = warehouse;
    return ok({ warehouse_uuid, name, width_mm, depth_mm, ...drawn });
  }),

  implement(placeShelves, async (input, context) => {
    const placed = await movePlaces(context.tx, getStaffProvider(context), input);
    if (!placed.ok) return placed;
    await auditWarehouse(context, "warehouses.place-shelves", input.warehouse_uuid, { count: placed.value.placed });
    return placed;
  }),
];
