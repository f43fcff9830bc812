import { useMemo } from "react";
import { z } from "zod";
import { useCallQuery } from "#src/kit/api/call-hooks.tsx";
import { useAppearance } from "#src/company/appearance/appearance.store.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { labelSizes } from "#src/warehouse/printing/label-templates.rules.ts";
import type { LabelSize } from "#src/warehouse/printing/label-templates.rules.ts";
import { FailedNotice } from "#src/kit/ui/failed-notice.tsx";
import { FormDialog } from "#src/kit/ui/form-dialog.tsx";
import { defineForm } from "#src/kit/ui/form/form-definition.ts";
import { Form } from "#src/kit/ui/form/lazy-form.tsx";
import { downloadFile } from "#src/kit/ui/download-file.ts";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import type { InputOf } from "#src/kit/api/define-call.ts";
import type { Location } from "./locations.contract.ts";
import { printLocationLabels, setLocationsBlocked } from "./locations.contract.ts";
import { updateEach } from "./locations.list.tsx";
import { getWarehouseSettings } from "./warehouse-settings.contract.ts";

interface Closing {
  /** called when the data changed */
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

const blockSchema = z.strictObject({ reason: z.string().trim().max(200) });

/** Asks for a reason and blocks locations. */
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
          // A single row shows its own refusal.
          const perform = (part: readonly Location[]) =>
            client.call(setLocationsBlocked, { location_uuids: part.map(({ location_uuid }) => location_uuid), blocked: true, reason });
          if (locations.length > 1) return updateEach({ rows: locations, reload: onChanged }, perform);
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
        onDone={({ failed }) => {
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

/** The labels to print: of locations, or of everything in a part of the warehouse. */
export type LabelSelection = Pick<
  InputOf<typeof printLocationLabels>,
  "location_uuids" | "shelf_uuid" | "partition_uuid" | "warehouse_uuid"
>;

function LabelsForm({ of, size, onClose }: { of: LabelSelection; size: LabelSize; onClose: () => void }) {
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
            options: labelSizes.map((one) => ({ value: one, text: `warehouses.size.${one}` as const })),
          },
          copies: { kind: "number", label: "warehouses.labels.copies", min: 1, max: 10 },
        },
        send: async (values, { client }) => {
          const problem = await downloadFile(client, printLocationLabels, { ...of, ...values, language });
          // The form shows a refusal in place.
          if (problem !== null) throw problem;
        },
      }),
    [of, language],
  );
  return <Form of={form} initial={{ label_size: size, copies: 1 }} onDone={onClose} />;
}

/** Asks for the label format and delivers the PDF. @param warehouseUuid whose settings give the default size */
export function LabelsDialog({ of, warehouseUuid, onClose }: { of: LabelSelection; warehouseUuid: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useCallQuery(getWarehouseSettings, { warehouse_uuid: warehouseUuid });
  return (
    <FormDialog title={t("warehouses.labels.title")} onClose={onClose}>
      {data === undefined ? (
        <FailedNotice error={error} onRetry={() => void refetch()} />
      ) : (
        <LabelsForm of={of} size={data.settings.label_sizes.location} onClose={onClose} />
      )}
    </FormDialog>
  );
}
