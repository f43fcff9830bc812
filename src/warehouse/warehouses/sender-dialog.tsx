import { useMemo } from "react";
import { z } from "zod";
import { useCallQuery } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { FailedNotice } from "#src/kit/ui/failed-notice.tsx";
import { FormDialog } from "#src/kit/ui/form-dialog.tsx";
import { defineForm } from "#src/kit/ui/form/form-definition.ts";
import { Form } from "#src/kit/ui/form/lazy-form.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { getSender, saveSender, senderFields } from "./warehouse-sender.contract.ts";
import type { WarehouseSender } from "./warehouse-sender.contract.ts";
import type { Warehouse } from "./warehouses.contract.ts";

const plain = { kind: "text", autoComplete: "off" } as const;

function senderForm(warehouseUuid: string, version: number) {
  return defineForm({
    name: "warehouses.sender",
    schema: z.strictObject(senderFields),
    submit: "warehouses.sender.save",
    keepsDraft: false,
    fields: {
      name: { ...plain, label: "warehouses.sender.name", isRequired: true, maxLength: 100 },
      company: { ...plain, label: "warehouses.sender.company", maxLength: 100 },
      phone: { ...plain, label: "warehouses.sender.phone", isRequired: true, maxLength: 40 },
      email: { ...plain, label: "warehouses.sender.email", maxLength: 200 },
      country: { kind: "country", label: "warehouses.sender.country", isRequired: true },
      state: { ...plain, label: "warehouses.sender.state", maxLength: 100 },
      city: { ...plain, label: "warehouses.sender.city", isRequired: true, maxLength: 100 },
      postcode: { ...plain, label: "warehouses.sender.postcode", isRequired: true, maxLength: 20 },
      street: { ...plain, label: "warehouses.sender.street", isRequired: true, maxLength: 200 },
    },
    send: (values, { client }) => client.call(saveSender, { ...values, warehouse_uuid: warehouseUuid, version }),
  });
}

interface SenderDialogProps {
  readonly warehouse: Warehouse;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

function SenderForm({ warehouse, sender, onDone }: { warehouse: Warehouse; sender: WarehouseSender | null; onDone: () => void }) {
  const form = useMemo(() => senderForm(warehouse.warehouse_uuid, sender?.version ?? 0), [warehouse, sender]);
  const { version: _version, ...initial } = sender ?? { version: 0, country: warehouse.country_code };
  return <Form of={form} initial={initial} onDone={onDone} />;
}

/** Edits who sends a warehouse's parcels. */
export function SenderDialog({ warehouse, onChanged, onClose }: SenderDialogProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useCallQuery(getSender, { warehouse_uuid: warehouse.warehouse_uuid });
  // Drawn when the sender is known: it would grow before the eyes otherwise.
  if (data === undefined && error === null) return null;
  const done = () => {
    useToasts.getState().show("good", t("warehouses.sender.saved", { name: warehouse.name }));
    onChanged();
    onClose();
  };
  return (
    <FormDialog title={t("warehouses.sender.of", { name: warehouse.name })} onClose={onClose}>
      <p className="quiet">{t("warehouses.sender.intro")}</p>
      {data === undefined ? (
        <FailedNotice error={error} onRetry={() => void refetch()} />
      ) : (
        <SenderForm warehouse={warehouse} sender={data.sender} onDone={done} />
      )}
    </FormDialog>
  );
}
