import { useMemo } from "react";
import { z } from "zod";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { FormDialog } from "#src/kit/ui/form-dialog.tsx";
import { FieldGroup } from "#src/kit/ui/form/field-group.tsx";
import type { Values } from "#src/kit/ui/form/form-definition.ts";
import { defineForm } from "#src/kit/ui/form/form-definition.ts";
import { Form } from "#src/kit/ui/form/lazy-form.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { createTotes } from "./totes.contract.ts";
import { listToteCodes, mostToteDigits, mostTotes } from "./totes.rules.ts";
import type { WarehouseNode } from "./warehouses.contract.ts";

const { warehouse_uuid: _, ...shape } = createTotes.input.shape;
const schema = z.strictObject({
  ...shape,
  /** renders the preview, holds no value */
  preview: z.undefined().optional(),
});

/** The first and last code of the totes that would be created. */
function Preview({ values }: { values: Values }) {
  const { t } = useTranslation();
  const parsed = schema.safeParse(values);
  const codes = parsed.success ? listToteCodes(parsed.data) : null;
  if (codes?.ok !== true) return <p className="quiet">{t("warehouses.generate.fill")}</p>;
  const [first = "", ...others] = codes.value;
  const text = others.length === 0 ? first : t("warehouses.generate.fromTo", { first, last: others.at(-1) });
  return <p>{t("warehouses.totes.count", { count: codes.value.length, codes: text })}</p>;
}

const number = { kind: "number", isRequired: true } as const;

interface DialogProps {
  readonly warehouse: WarehouseNode;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** Creates numbered totes on the floor. */
export function TotesDialog({ warehouse: { warehouse_uuid, name }, onChanged, onClose }: DialogProps) {
  const { t } = useTranslation();
  const form = useMemo(
    () =>
      defineForm({
        name: "warehouses.totes",
        schema,
        submit: "warehouses.totes.submit",
        keepsDraft: false,
        refusalsAt: { "warehouses.barcodeTaken": "first_number", "warehouses.barcodeShape": "prefix" },
        fields: {
          prefix: { kind: "text", label: "warehouses.totes.prefix", maxLength: 30, autoComplete: "off" },
          first_number: { ...number, label: "warehouses.totes.first", min: 0 },
          count: { ...number, label: "warehouses.totes.number", min: 1, max: mostTotes },
          digits: { ...number, label: "warehouses.generate.digits", min: 1, max: mostToteDigits },
          preview: {
            kind: "custom",
            label: "warehouses.generate.preview",
            isWide: true,
            render: ({ values, id, label }) => (
              <FieldGroup id={id} label={label} className="form-field-wide">
                <Preview values={values} />
              </FieldGroup>
            ),
          },
        },
        send: ({ preview: __, ...values }, { client }) => client.call(createTotes, { ...values, warehouse_uuid }),
      }),
    [warehouse_uuid],
  );
  return (
    <FormDialog title={t("warehouses.totes.title", { name })} onClose={onClose}>
      <Form
        of={form}
        initial={{ prefix: "TOTE-", first_number: 1, count: 20, digits: 3 }}
        onDone={({ location_count: count }) => {
          useToasts.getState().show("good", t("warehouses.totes.done", { count }));
          onChanged();
          onClose();
        }}
      />
    </FormDialog>
  );
}
