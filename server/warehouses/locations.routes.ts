import { generateLocations, previewGeneration } from "#src/warehouses/generator.contract.ts";
import {
  createLocation,
  deleteLocations,
  listLocations,
  locationsMap,
  placeShelves,
  printLocationLabels,
  setLocationsBlocked,
  updateLocation,
} from "#src/warehouses/locations.contract.ts";
import { ok, refuse } from "#src/lib/result.ts";
import { implement, implementFile } from "#server/http/context.ts";
import type { Implementation } from "#server/http/context.ts";
import { movePlaces } from "./definition.commands.ts";
import { makeGenerated, previewOf } from "./generator.commands.ts";
import { printLabels } from "./labels.ts";
import { blockLocations, changeLocation, makeLocation, removeLocations } from "./locations.commands.ts";
import { hasPlaces, listLocationRows } from "./locations.queries.ts";
import { mapOf } from "./map.queries.ts";
import { noteOf, staffProvider } from "./staff.ts";
import { warehouseOf } from "./warehouses.queries.ts";

/** Locations: one by one, many at once, on the map and as labels. */
export const locationsRoutes: readonly Implementation[] = [
  implement(listLocations, async (input, context) => {
    const providerUuid = staffProvider(context);
    const isThere = await hasPlaces(context.tx, providerUuid, input);
    return isThere ? listLocationRows(context.tx, providerUuid, input) : refuse("notFound");
  }),

  implement(createLocation, async (input, context) => {
    const made = await makeLocation(context.tx, staffProvider(context), input);
    if (!made.ok) return made;
    await noteOf(context, "warehouses.create-location", made.value, { barcode: input.barcode, type: input.type });
    return ok({ location_uuid: made.value });
  }),

  implement(updateLocation, async (input, context) => {
    const changed = await changeLocation(context.tx, staffProvider(context), input);
    if (!changed.ok) return changed;
    await noteOf(context, "warehouses.update-location", input.location_uuid, { barcode: input.barcode, type: input.type });
    return ok({ version: changed.value.version });
  }),

  implement(deleteLocations, async ({ location_uuids }, context) => {
    const removed = await removeLocations(context.tx, staffProvider(context), location_uuids);
    if (!removed.ok) return removed;
    for (const { location_uuid, barcode } of removed.value) await noteOf(context, "warehouses.delete-location", location_uuid, { barcode });
    return ok({ deleted: removed.value.length });
  }),

  implement(setLocationsBlocked, async (input, context) => {
    const changed = await blockLocations(context.tx, staffProvider(context), input);
    if (!changed.ok) return changed;
    const action = input.blocked ? "warehouses.block-location" : "warehouses.free-location";
    for (const locationUuid of changed.value) await noteOf(context, action, locationUuid, { reason: input.reason });
    return ok({ changed: changed.value.length });
  }),

  implement(generateLocations, async (input, context) => {
    const made = await makeGenerated(context.tx, staffProvider(context), input);
    if (!made.ok) return made;
    const { partitions, first_shelf, last_shelf, pattern } = input;
    await noteOf(context, "warehouses.generate-locations", input.warehouse_uuid, {
      partitions,
      first_shelf,
      last_shelf,
      pattern,
      count: made.value.location_count,
    });
    return made;
  }),

  implement(previewGeneration, (input, context) => previewOf(context.tx, staffProvider(context), input)),

  implementFile(printLocationLabels, (input, context) => printLabels(context, staffProvider(context), input)),

  implement(locationsMap, async ({ warehouse_uuid, with_heat }, context) => {
    const providerUuid = staffProvider(context);
    const warehouse = await warehouseOf(context.tx, providerUuid, warehouse_uuid);
    if (warehouse === null) return refuse("notFound");
    const { name, width_mm, depth_mm } = warehouse;
    const drawn = await mapOf(context.tx, providerUuid, warehouse_uuid, { withHeat: with_heat, now: context.now });
    return ok({ warehouse_uuid, name, width_mm, depth_mm, ...drawn });
  }),

  implement(placeShelves, async (input, context) => {
    const placed = await movePlaces(context.tx, staffProvider(context), input);
    if (!placed.ok) return placed;
    await noteOf(context, "warehouses.place-shelves", input.warehouse_uuid, { count: placed.value.placed });
    return placed;
  }),
];
