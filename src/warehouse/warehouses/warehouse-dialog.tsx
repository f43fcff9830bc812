import { useMemo } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { FormDialog } from "#src/kit/ui/form-dialog.tsx";
import type { Field } from "#src/kit/ui/form/form-definition.ts";
import { defineForm } from "#src/kit/ui/form/form-definition.ts";
import { Form } from "#src/kit/ui/form/lazy-form.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import type { Warehouse } from "./warehouses.contract.ts";
import { createWarehouse, updateWarehouse } from "./warehouses.contract.ts";

const plain = { autoComplete: "off" } as const;
const name = {
  ...plain,
  kind: "text",
  label: "warehouses.warehouse.name",
  isRequired: true,
  maxLength: 60,
} as const satisfies Field<object>;
/** Entered in m, stored in mm. */
const metres = { kind: "number", unit: "warehouses.unit.metres", per: 1000, digits: 3 } as const;
const fields = {
  country_code: { kind: "country", label: "warehouses.warehouse.country" },
  address: { ...plain, kind: "text", label: "warehouses.warehouse.address", maxLength: 300 },
  time_zone: {
    kind: "timeZone",
    label: "warehouses.warehouse.timeZone",
    hint: "warehouses.warehouse.timeZoneHint",
    isRequired: true,
  },
  width_mm: { ...metres, label: "warehouses.warehouse.width", isRequired: true },
  depth_mm: { ...metres, label: "warehouses.warehouse.depth", isRequired: true },
} as const satisfies Record<string, Field<object>>;
const refusalsAt = { "warehouses.nameTaken": "name", "warehouses.timeZoneUnknown": "time_zone" } as const;

const newForm = defineForm({
  name: "warehouses.create",
  schema: createWarehouse.input,
  submit: "warehouses.warehouse.save",
  refusalsAt: { ...refusalsAt, "warehouses.codeTaken": "code", "warehouses.codeShape": "code" },
  fields: {
    name,
    code: {
      ...plain,
      kind: "text",
      label: "warehouses.warehouse.code",
      hint: "warehouses.warehouse.codeHint",
      isRequired: true,
      maxLength: 12,
    },
    ...fields,
  },
  send: (values, { client }) => client.call(createWarehouse, values),
});

function editForm({ warehouse_uuid, version = 1 }: Warehouse) {
  return defineForm({
    name: "warehouses.edit",
    schema: updateWarehouse.input.omit({ warehouse_uuid: true, version: true }),
    submit: "warehouses.warehouse.save",
    keepsDraft: false,
    refusalsAt,
    fields: { name, ...fields },
    send: (values, { client }) => client.call(updateWarehouse, { ...values, warehouse_uuid, version }),
  });
}

const initial = {
  name: "",
  country_code: "",
  address: "",
  time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  width_mm: 30_000,
  depth_mm: 20_000,
};

interface WarehouseDialogProps {
  /** null for a new one */
  readonly warehouse: Warehouse | null;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** Creates or edits a warehouse. */
export function WarehouseDialog({ warehouse, onChanged, onClose }: WarehouseDialogProps) {
  const { t } = useTranslation();
  const edit = useMemo(() => (warehouse === null ? null : editForm(warehouse)), [warehouse]);
  const done = (_: unknown, values: { name: string }) => {
    useToasts.getState().show("good", t("warehouses.warehouse.saved", { name: values.name }));
    onChanged();
    onClose();
  };
  const title = warehouse === null ? t("warehouses.warehouse.new") : t("warehouses.warehouse.edit", { name: warehouse.name });
  return (
    <FormDialog title={title} onClose={onClose}>
      {edit === null || warehouse === null ? (
        <Form of={newForm} initial={{ ...initial, code: "" }} onDone={done} />
      ) : (
        <Form
          of={edit}
          initial={{
            name: warehouse.name,
            country_code: warehouse.country_code,
            address: warehouse.address ?? "",
            time_zone: warehouse.time_zone ?? initial.time_zone,
            width_mm: warehouse.width_mm ?? initial.width_mm,
            depth_mm: warehouse.depth_mm ?? initial.depth_mm,
          }}
          onDone={done}
        />
      )}
    </FormDialog>
  );
}
