import { useMemo } from "react";
import { z } from "zod";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { FormDialog } from "#src/kit/ui/form-dialog.tsx";
import type { Field } from "#src/kit/ui/form/form-definition.ts";
import { defineForm } from "#src/kit/ui/form/form-definition.ts";
import { Form } from "#src/kit/ui/form/lazy-form.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import type { PartitionNode, ShelfNode, WarehouseNode } from "./warehouses.contract.ts";
import { createPartition, createShelf, updatePartition, updateShelf } from "./warehouses.contract.ts";

interface DialogProps {
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** Entered in m, stored in mm. */
const metres = { kind: "number", unit: "warehouses.unit.metres", per: 1000, digits: 3, isRequired: true } as const;
const areaFields = {
  x_mm: { ...metres, label: "warehouses.place.x" },
  y_mm: { ...metres, label: "warehouses.place.y" },
  width_mm: { ...metres, label: "warehouses.place.width" },
  depth_mm: { ...metres, label: "warehouses.place.depth" },
} as const satisfies Record<string, Field<object>>;
const codeField = {
  kind: "text",
  label: "warehouses.place.code",
  hint: "warehouses.place.codeHint",
  isRequired: true,
  maxLength: 20,
  autoComplete: "off",
} as const satisfies Field<object>;
const { code, name, x_mm, y_mm, width_mm, depth_mm } = createPartition.input.shape;
const area = { x_mm, y_mm, width_mm, depth_mm };

function useSaid({ onChanged, onClose }: DialogProps) {
  const { t } = useTranslation();
  return (_: unknown, values: { code: string }) => {
    useToasts.getState().show("good", t("warehouses.place.saved", { code: values.code }));
    onChanged();
    onClose();
  };
}

/** Creates or edits a partition. */
export function PartitionDialog({
  warehouse,
  partition,
  ...rest
}: DialogProps & { warehouse: WarehouseNode; partition: PartitionNode | null }) {
  const { t } = useTranslation();
  const said = useSaid(rest);
  const form = useMemo(
    () =>
      defineForm({
        name: "warehouses.partition",
        schema: z.strictObject({ code, name, ...area }),
        submit: "warehouses.place.save",
        keepsDraft: false,
        refusalsAt: { "warehouses.partitionCodeTaken": "code" },
        fields: {
          code: codeField,
          name: { kind: "text", label: "warehouses.place.name", maxLength: 60, autoComplete: "off" },
          ...areaFields,
        },
        send: async (values, { client }) => {
          if (partition === null) await client.call(createPartition, { ...values, warehouse_uuid: warehouse.warehouse_uuid });
          else await client.call(updatePartition, { ...values, partition_uuid: partition.partition_uuid, version: partition.version });
        },
      }),
    [warehouse.warehouse_uuid, partition],
  );
  const initial = partition ?? { code: "", name: "", x_mm: 0, y_mm: 0, width_mm: 10_000, depth_mm: 10_000 };
  return (
    <FormDialog
      title={partition === null ? t("warehouses.place.newPartition") : t("warehouses.place.editPartition", { code: partition.code })}
      onClose={rest.onClose}
    >
      <Form of={form} initial={initial} onDone={said} />
    </FormDialog>
  );
}

/** Creates or edits a shelf of a partition. */
export function ShelfDialog({ partition, shelf, ...rest }: DialogProps & { partition: PartitionNode; shelf: ShelfNode | null }) {
  const { t } = useTranslation();
  const said = useSaid(rest);
  const form = useMemo(
    () =>
      defineForm({
        name: "warehouses.shelf",
        schema: z.strictObject({ code, ...area, is_turned: z.boolean() }),
        submit: "warehouses.place.save",
        keepsDraft: false,
        refusalsAt: { "warehouses.shelfCodeTaken": "code" },
        fields: { code: codeField, ...areaFields, is_turned: { kind: "switch", label: "warehouses.place.turned" } },
        send: async (values, { client }) => {
          if (shelf === null) await client.call(createShelf, { ...values, partition_uuid: partition.partition_uuid });
          else await client.call(updateShelf, { ...values, shelf_uuid: shelf.shelf_uuid, version: shelf.version });
        },
      }),
    [partition.partition_uuid, shelf],
  );
  const initial = shelf ?? {
    code: `${partition.code}-`,
    x_mm: partition.x_mm + 500,
    y_mm: partition.y_mm + 500,
    width_mm: 4000,
    depth_mm: 600,
    is_turned: false,
  };
  return (
    <FormDialog
      title={
        shelf === null ? t("warehouses.place.newShelf", { code: partition.code }) : t("warehouses.place.editShelf", { code: shelf.code })
      }
      onClose={rest.onClose}
    >
      <Form of={form} initial={initial} onDone={said} />
    </FormDialog>
  );
}
