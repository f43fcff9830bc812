import { useMemo } from "react";
import { z } from "zod";
import { useAppearance } from "#src/appearance/appearance.store.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { labelSizes } from "#src/printing/label-templates.rules.ts";
import { FormDialog } from "#src/ui/form-dialog.tsx";
import { defineForm } from "#src/ui/form/form-definition.ts";
import type { BatchResult } from "#src/ui/list/list-definition.ts";
import { Form } from "#src/ui/form/form.tsx";
import { saveBlob } from "#src/ui/save-blob.ts";
import { useToasts } from "#src/ui/toast.store.ts";
import type { InputOf } from "#src/api/define-call.ts";
import type { Location } from "./locations.contract.ts";
import { createLocation, printLocationLabels, setLocationsBlocked, updateLocation } from "./locations.contract.ts";
import { withEach } from "./locations.list.tsx";
import { locationTypes } from "./warehouses.rules.ts";

interface Closing {
  /** told that what is shown is not as it was */
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

const shape = createLocation.input.shape;
/** What is filled in; litres may have decimals. */
const locationSchema = z.strictObject({
  barcode: shape.barcode,
  type: shape.type,
  pick_sequence: shape.pick_sequence,
  put_sequence: shape.put_sequence,
  level: shape.level,
  litres: z.number().min(0.001).max(1_000_000_000).optional(),
  grams: z.int().min(1).max(1_000_000_000_000).optional(),
});

/** Where a new location is made. */
export interface LocationPlace {
  readonly warehouse_uuid: string;
  readonly shelf_uuid: string | null;
  readonly x_mm: number;
  readonly y_mm: number;
}

function locationForm(of: Location | LocationPlace) {
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
        options: locationTypes.map((type) => ({ value: type, text: `warehouses.type.${type}` as const })),
      },
      pick_sequence: { kind: "number", label: "warehouses.location.pick", isRequired: true, min: 0 },
      put_sequence: { kind: "number", label: "warehouses.location.put", isRequired: true, min: 0 },
      level: { kind: "number", label: "warehouses.location.level", isRequired: true, min: 0, max: 99 },
      litres: {
        kind: "number",
        label: "warehouses.location.litres",
        hint: "warehouses.location.notLimited",
        unit: "warehouses.unit.litres",
      },
      grams: { kind: "number", label: "warehouses.location.grams", hint: "warehouses.location.notLimited", unit: "warehouses.unit.grams" },
    },
    send: ({ litres, grams = null, ...values }, { client }) => {
      const { shelf_uuid, x_mm, y_mm } = of;
      const common = {
        ...values,
        shelf_uuid,
        x_mm,
        y_mm,
        capacity_ml: litres === undefined ? null : Math.round(litres * 1000),
        capacity_grams: grams,
      };
      if (!("location_uuid" in of)) return client.call(createLocation, { ...common, warehouse_uuid: of.warehouse_uuid });
      return client.call(updateLocation, { ...common, location_uuid: of.location_uuid, version: of.version });
    },
  });
}

/** Makes a location, or edits one. */
export function LocationDialog({ of, onChanged, onClose }: Closing & { of: Location | LocationPlace }) {
  const { t } = useTranslation();
  const form = useMemo(() => locationForm(of), [of]);
  const known = "location_uuid" in of ? of : null;
  const initial =
    known === null
      ? { type: "pick" as const, pick_sequence: 0, put_sequence: 0, level: 1 }
      : {
          barcode: known.barcode,
          type: known.type,
          pick_sequence: known.pick_sequence,
          put_sequence: known.put_sequence,
          level: known.level,
          ...(known.capacity_ml === null ? {} : { litres: known.capacity_ml / 1000 }),
          ...(known.capacity_grams === null ? {} : { grams: known.capacity_grams }),
        };
  return (
    <FormDialog
      title={known === null ? t("warehouses.location.new") : t("warehouses.location.edit", { barcode: known.barcode })}
      onClose={onClose}
    >
      <Form
        of={form}
        initial={initial}
        onDone={(_, { barcode }) => {
          useToasts.getState().show("good", t("warehouses.location.saved", { barcode }));
          onChanged();
          onClose();
        }}
      />
    </FormDialog>
  );
}

const blockSchema = z.strictObject({ reason: z.string().trim().max(200) });

/** Asks why locations are blocked, and blocks them. */
export function BlockDialog({ locations, onChanged, onClose }: Closing & { locations: readonly Location[] }) {
  const { t } = useTranslation();
  const form = useMemo(
    () =>
      defineForm({
        name: "warehouses.block",
        schema: blockSchema,
        submit: "warehouses.block.submit",
        keepsDraft: false,
        refusalsAt: { "warehouses.reasonRequired": "reason" },
        fields: {
          reason: { kind: "text", label: "warehouses.block.reason", hint: "warehouses.block.reasonHint", isRequired: true, maxLength: 200 },
        },
        send: async ({ reason }, { client }) => {
          // One row alone says itself why it is refused.
          const perform = (part: readonly Location[]) =>
            client.call(setLocationsBlocked, { location_uuids: part.map(({ location_uuid }) => location_uuid), blocked: true, reason });
          if (locations.length > 1) return withEach({ rows: locations, reload: onChanged }, perform);
          await perform(locations);
          return { done: 1, failed: [] };
        },
      }),
    [locations, onChanged],
  );
  return (
    <FormDialog title={t("warehouses.block.title", { count: locations.length })} onClose={onClose}>
      <Form
        of={form}
        initial={{ reason: "" }}
        onDone={(answer) => {
          const { failed } = answer as BatchResult;
          const { show } = useToasts.getState();
          show(failed.length > 0 ? "bad" : "good", t("warehouses.block.done", { count: locations.length - failed.length }));
          onChanged();
          onClose();
        }}
      />
    </FormDialog>
  );
}

const labelSchema = z.strictObject({ label_size: z.enum(labelSizes), copies: z.int().min(1).max(10) });

/** Which labels are printed: of locations, or of all in a place. */
export type LabelsOf = Pick<InputOf<typeof printLocationLabels>, "location_uuids" | "shelf_uuid" | "partition_uuid" | "warehouse_uuid">;

/** Asks how labels are to be, and hands over the PDF. */
export function LabelsDialog({ of, onClose }: { of: LabelsOf; onClose: () => void }) {
  const { t } = useTranslation();
  const { language } = useAppearance();
  const form = useMemo(
    () =>
      defineForm({
        name: "warehouses.labels",
        schema: labelSchema,
        submit: "warehouses.labels.submit",
        keepsDraft: false,
        fields: {
          label_size: {
            kind: "choice",
            label: "warehouses.labels.size",
            options: labelSizes.map((size) => ({ value: size, text: `warehouses.size.${size}` as const })),
          },
          copies: { kind: "number", label: "warehouses.labels.copies", min: 1, max: 10 },
        },
        send: async (values, { client }) => {
          const { blob, name } = await client.file(printLocationLabels, { ...of, ...values, language });
          saveBlob(blob, name);
        },
      }),
    [of, language],
  );
  return (
    <FormDialog title={t("warehouses.labels.title")} onClose={onClose}>
      <Form of={form} initial={{ label_size: "70x50", copies: 1 }} onDone={onClose} />
    </FormDialog>
  );
}
