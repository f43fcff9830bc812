import { useMemo } from "react";
import { z } from "zod";
import { mayCall, useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { FormDialog } from "#src/kit/ui/form-dialog.tsx";
import { defineForm } from "#src/kit/ui/form/form-definition.ts";
import { Form } from "#src/kit/ui/form/lazy-form.tsx";
import type { BatchResult } from "#src/kit/ui/list/list-definition.ts";
import { Select } from "#src/kit/ui/select.tsx";
import type { OrderRow } from "#src/outbound/orders/orders.contract.ts";
import { waveKinds } from "#src/warehouse/warehouses/warehouse-settings.contract.ts";
import { buildWaveOf, listWaves } from "./waves.contract.ts";
import type { WaveRow } from "./waves.contract.ts";

/** What is known of an order that joins a wave. */
export type Joining = Pick<OrderRow, "order_uuid" | "order_number" | "warehouse_uuid" | "kind" | "line_count">;

/** What was built: the wave's number, and how many joined it. */
export interface Added extends BatchResult {
  readonly waveNumber: string;
}

function addForm(orders: readonly Joining[], waves: readonly WaveRow[], newWave: string) {
  return defineForm({
    name: "waves.add",
    keepsDraft: false,
    schema: z.object({ wave: z.string(), kind: z.enum(waveKinds) }),
    submit: "waves.add",
    fields: {
      wave: {
        kind: "custom",
        label: "waves.addTo",
        render: ({ value, onChange, values: _values, partErrors: _errors, onHold: _onHold, ...field }) => (
          <Select
            {...field}
            value={typeof value === "string" ? value : ""}
            nothing={newWave}
            options={waves.map(({ wave_uuid, wave_number }) => ({ value: wave_uuid, text: wave_number }))}
            onValue={onChange}
          />
        ),
      },
      kind: {
        kind: "choice",
        label: "waves.addKind",
        look: "radio",
        isRequired: true,
        // An open wave has its kind already.
        when: ({ wave }) => wave === "",
        options: waveKinds.map((value) => ({ value, text: `waves.kind.${value}` as const })),
      },
    },
    send: async ({ wave, kind }, { client }): Promise<Added> => {
      const order_ids = orders.map(({ order_uuid }) => order_uuid);
      const { done, failed, wave_number } = await client.call(buildWaveOf, {
        order_ids,
        kind,
        ...(wave === "" ? {} : { wave_uuid: wave }),
      });
      const numbers = new Map(orders.map(({ order_uuid, order_number }) => [order_uuid, order_number]));
      return {
        done,
        failed: failed.map(({ order_id, message }) => ({ id: order_id, label: numbers.get(order_id) ?? "", message })),
        waveNumber: wave_number,
      };
    },
  });
}

/** Waves of the orders' warehouse that are not released. */
function useOpenWaves(warehouseUuid: string | null): readonly WaveRow[] {
  const input = {
    status: ["draft" as const, "planned" as const],
    page_size: 50,
    ...(warehouseUuid === null ? {} : { warehouse_uuid: warehouseUuid }),
  };
  const caller = useCaller();
  return useCallQuery(listWaves, input, { enabled: mayCall(caller, listWaves) }).data?.result ?? [];
}

/** Asks for the wave that orders join, and for the kind of a new one. */
export function AddToWaveDialog({
  orders,
  onDone,
  onClose,
}: {
  orders: readonly Joining[];
  onDone: (added: Added) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [first] = orders;
  const waves = useOpenWaves(first?.warehouse_uuid ?? null);
  const newWave = t("waves.newWave");
  const form = useMemo(() => addForm(orders, waves, newWave), [orders, waves, newWave]);
  const kind = first?.kind === "shipping_notice" ? "bulk" : (first?.line_count ?? 1) > 1 ? "cart" : "single_item";
  return (
    <FormDialog title={t("waves.add")} onClose={onClose}>
      <p>{t("waves.asks.add")}</p>
      <Form of={form} initial={{ wave: "", kind }} onDone={onDone} />
    </FormDialog>
  );
}
