import { useMemo } from "react";
import { z } from "zod";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { FormDialog } from "#src/kit/ui/form-dialog.tsx";
import type { CustomFieldProps } from "#src/kit/ui/form/form-definition.ts";
import { defineForm } from "#src/kit/ui/form/form-definition.ts";
import { Form } from "#src/kit/ui/form/lazy-form.tsx";
import { Select } from "#src/kit/ui/select.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { getLocationPosition } from "./layout.rules.ts";
import type { Location } from "./locations.contract.ts";
import { createLocation, updateLocation } from "./locations.contract.ts";
import type { ShelfNode, WarehouseNode } from "./warehouses.contract.ts";
import { givenTypes } from "./warehouses.rules.ts";

const shape = createLocation.input.shape;
/** The form's fields; litres may have decimals, and no shelf means the floor. */
const locationSchema = z.strictObject({
  barcode: shape.barcode,
  type: shape.type,
  shelf: z.string(),
  pick_sequence: shape.pick_sequence,
  put_sequence: shape.put_sequence,
  level: shape.level,
  x_mm: shape.x_mm.optional(),
  y_mm: shape.y_mm.optional(),
  litres: z.number().min(0.001).max(1_000_000_000).optional(),
  grams: z.int().min(1).max(1_000_000_000_000).optional(),
});

function ShelfSelect({ value, onChange, shelves, ...field }: CustomFieldProps<object> & { shelves: readonly ShelfNode[] }) {
  const { t } = useTranslation();
  return (
    <Select
      {...field}
      value={typeof value === "string" ? value : ""}
      nothing={t("warehouses.location.floor")}
      options={shelves.map(({ shelf_uuid, code }) => ({ value: shelf_uuid, text: code }))}
      onValue={onChange}
    />
  );
}

const number = { kind: "number", isRequired: true } as const;
/** Entered in m, stored in mm. */
const place = { kind: "number", unit: "warehouses.unit.metres", per: 1000, digits: 3, hint: "warehouses.location.placeHint" } as const;

function locationForm(warehouse: WarehouseNode, known: Location | null) {
  const shelves = warehouse.partitions.flatMap((partition) => partition.shelves);
  return defineForm({
    name: "warehouses.location",
    schema: locationSchema,
    submit: "warehouses.location.save",
    keepsDraft: false,
    refusalsAt: { "warehouses.barcodeTaken": "barcode", "warehouses.barcodeShape": "barcode", "warehouses.locationHasStock": "type" },
    fields: {
      barcode: {
        kind: "text",
        label: "warehouses.location.barcode",
        hint: "warehouses.location.barcodeHint",
        isRequired: true,
        maxLength: 40,
        autoComplete: "off",
      },
      type: {
        kind: "choice",
        label: "warehouses.location.type",
        options: givenTypes.map((type) => ({ value: type, text: `warehouses.type.${type}` as const })),
      },
      shelf: { kind: "custom", label: "warehouses.location.shelf", render: (field) => <ShelfSelect {...field} shelves={shelves} /> },
      pick_sequence: { ...number, label: "warehouses.location.pick", min: 0 },
      put_sequence: { ...number, label: "warehouses.location.put", min: 0 },
      level: { ...number, label: "warehouses.location.level", min: 0, max: 99 },
      x_mm: { ...place, label: "warehouses.place.x" },
      y_mm: { ...place, label: "warehouses.place.y" },
      litres: {
        kind: "number",
        label: "warehouses.location.litres",
        hint: "warehouses.location.notLimited",
        unit: "warehouses.unit.litres",
        digits: 3,
      },
      grams: { kind: "number", label: "warehouses.location.grams", hint: "warehouses.location.notLimited", unit: "warehouses.unit.grams" },
    },
    send: async ({ litres, grams = null, shelf: shelfUuid, x_mm, y_mm, ...values }, { client }) => {
      const shelf = shelves.find(({ shelf_uuid }) => shelf_uuid === shelfUuid) ?? null;
      const common = {
        ...values,
        shelf_uuid: shelf?.shelf_uuid ?? null,
        ...getLocationPosition(shelf, { x_mm, y_mm }, known),
        capacity_ml: litres === undefined ? null : Math.round(litres * 1000),
        capacity_grams: grams,
      };
      if (known === null) await client.call(createLocation, { ...common, warehouse_uuid: warehouse.warehouse_uuid });
      else await client.call(updateLocation, { ...common, location_uuid: known.location_uuid, version: known.version });
    },
  });
}

function getInitial(known: Location) {
  const { barcode, type, pick_sequence, put_sequence, level, x_mm, y_mm, shelf_uuid, capacity_ml, capacity_grams } = known;
  return {
    barcode,
    // A slot of a wall is not edited here.
    type: givenTypes.find((one) => one === type) ?? "pick",
    pick_sequence,
    put_sequence,
    level,
    x_mm,
    y_mm,
    shelf: shelf_uuid ?? "",
    ...(capacity_ml === null ? {} : { litres: capacity_ml / 1000 }),
    ...(capacity_grams === null ? {} : { grams: capacity_grams }),
  };
}

interface LocationDialogProps {
  readonly warehouse: WarehouseNode;
  /** the location to edit, or the initial shelf of a new one; null for the floor */
  readonly of: Location | { readonly shelf_uuid: string | null };
  /** called when the data changed */
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** Creates or edits a location. */
export function LocationDialog({ warehouse, of, onChanged, onClose }: LocationDialogProps) {
  const { t } = useTranslation();
  const known = "location_uuid" in of ? of : null;
  const form = useMemo(() => locationForm(warehouse, known), [warehouse, known]);
  const fresh = { type: "pick" as const, pick_sequence: 0, put_sequence: 0, level: 1, shelf: of.shelf_uuid ?? "" };
  return (
    <FormDialog
      title={known === null ? t("warehouses.location.new") : t("warehouses.location.edit", { barcode: known.barcode })}
      onClose={onClose}
    >
      <Form
        of={form}
        initial={known === null ? fresh : getInitial(known)}
        onDone={(_, { barcode }) => {
          useToasts.getState().show("good", t("warehouses.location.saved", { barcode }));
          onChanged();
          onClose();
        }}
      />
    </FormDialog>
  );
}
