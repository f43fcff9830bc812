import { useMemo, useState } from "react";
import { z } from "zod";
import { listChannels } from "#src/carriers/channels/channels.contract.ts";
import { useAppearance } from "#src/company/appearance/appearance.store.ts";
import { mayCall, useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import { maxPageSize } from "#src/kit/api/list.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { addDays, toDay } from "#src/kit/lib/days.ts";
import { FormDialog } from "#src/kit/ui/form-dialog.tsx";
import { defineForm } from "#src/kit/ui/form/form-definition.ts";
import type { CustomFieldProps, Values } from "#src/kit/ui/form/form-definition.ts";
import { Form } from "#src/kit/ui/form/lazy-form.tsx";
import { Select } from "#src/kit/ui/select.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { OwnerChoice } from "#src/warehouse/goods/owner-choice.screen.tsx";
import { queryStorage } from "#src/warehouse/warehouses/warehouses.contract.ts";
import { exportShipped } from "./shipping-notices.contract.ts";
import { exportFormats, getPeriodRefusal } from "./shipping-notices.rules.ts";
import type { ExportFormat } from "./shipping-notices.rules.ts";

const toText = (value: unknown) => (typeof value === "string" ? value : "");

function WarehouseField({ value, onChange, values: _values, partErrors: _errors, onHold: _onHold, ...field }: CustomFieldProps<Values>) {
  const { t } = useTranslation();
  const warehouses = useCallQuery(queryStorage, { page_size: 200 }).data?.result ?? [];
  return (
    <Select
      {...field}
      value={toText(value)}
      nothing={t("orders.scope.allWarehouses")}
      options={warehouses.map(({ warehouse_uuid, name }) => ({ value: warehouse_uuid, text: name }))}
      onValue={onChange}
    />
  );
}

function ChannelField({ value, onChange, values: _values, partErrors: _errors, onHold: _onHold, ...field }: CustomFieldProps<Values>) {
  const { t } = useTranslation();
  const caller = useCaller();
  const channels = useCallQuery(listChannels, { page_size: maxPageSize }, { enabled: mayCall(caller, listChannels) }).data?.result ?? [];
  return (
    <Select
      {...field}
      value={toText(value)}
      nothing={t("shippingNotices.allChannels")}
      options={channels.map(({ channel_uuid, name }) => ({ value: channel_uuid, text: name }))}
      onValue={onChange}
    />
  );
}

function OwnerField({ value, onChange, values: _values, partErrors: _errors, onHold: _onHold, ...field }: CustomFieldProps<Values>) {
  const { t } = useTranslation();
  return <OwnerChoice {...field} value={toText(value)} nothing={t("orders.scope.allOwners")} onValue={(uuid) => onChange(uuid)} />;
}

const optional = z.union([z.uuid(), z.literal("")]);
const schema = z
  .object({
    shipped_from: z.iso.date(),
    shipped_to: z.iso.date(),
    owner_uuid: optional,
    warehouse_uuid: optional,
    channel_uuid: optional,
    format: z.enum(exportFormats),
  })
  .superRefine((period, context) => {
    const refusal = getPeriodRefusal(period);
    if (refusal !== null) context.addIssue({ code: "custom", path: ["shipped_to"], message: refusal });
  });

function exportForm(language: "en_us" | "zh_cn") {
  return defineForm({
    name: "shipping-notices.export",
    keepsDraft: false,
    schema,
    submit: "shippingNotices.export.submit",
    fields: {
      shipped_from: { kind: "date", label: "shippingNotices.export.from", isRequired: true },
      shipped_to: { kind: "date", label: "shippingNotices.export.to", isRequired: true },
      owner_uuid: { kind: "custom", label: "shippingNotices.column.owner", render: (props) => <OwnerField {...props} /> },
      warehouse_uuid: { kind: "custom", label: "shippingNotices.column.warehouse", render: (props) => <WarehouseField {...props} /> },
      channel_uuid: { kind: "custom", label: "shippingNotices.column.channel", render: (props) => <ChannelField {...props} /> },
      format: {
        kind: "choice",
        label: "shippingNotices.export.format",
        look: "radio",
        isRequired: true,
        options: exportFormats.map((value) => ({ value, text: `shippingNotices.export.formats.${value}` as const })),
      },
    },
    send: ({ owner_uuid, warehouse_uuid, channel_uuid, ...values }, { client }) =>
      client.call(exportShipped, {
        ...values,
        language,
        ...(owner_uuid === "" ? {} : { owner_uuid }),
        ...(warehouse_uuid === "" ? {} : { warehouse_uuid }),
        ...(channel_uuid === "" ? {} : { channel_uuid }),
      }),
  });
}

/** The last 30 days. */
function createInitial() {
  const today = toDay(new Date());
  return {
    shipped_from: addDays(today, -30),
    shipped_to: today,
    owner_uuid: "",
    warehouse_uuid: "",
    channel_uuid: "",
    format: "xlsx" satisfies ExportFormat as ExportFormat,
  };
}

/** Asks for the period, the format and what the list is limited to, and requests the file. */
export function ExportShippedDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { language } = useAppearance();
  const form = useMemo(() => exportForm(language), [language]);
  const [initial] = useState(createInitial);
  return (
    <FormDialog title={t("shippingNotices.export.title")} onClose={onClose}>
      <p>{t("shippingNotices.export.text")}</p>
      <Form
        of={form}
        initial={initial}
        onDone={() => {
          onClose();
          useToasts.getState().show("good", t("shippingNotices.export.started"));
        }}
      />
    </FormDialog>
  );
}
