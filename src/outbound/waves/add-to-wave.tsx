import { useCallback, useMemo, useState } from "react";
import type { ReactNode } from "react";
import { z } from "zod";
import { mayCall, useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { FormDialog } from "#src/kit/ui/form-dialog.tsx";
import { defineForm } from "#src/kit/ui/form/form-definition.ts";
import { Form } from "#src/kit/ui/form/lazy-form.tsx";
import type { Action, BatchResult } from "#src/kit/ui/list/list-definition.ts";
import { Select } from "#src/kit/ui/select.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import type { OrderRow } from "#src/outbound/orders/orders.contract.ts";
import { waveKinds } from "#src/warehouse/warehouses/warehouse-settings.contract.ts";
import { waveActions } from "./waves.actions.ts";
import { buildWaveOf, listWaves } from "./waves.contract.ts";
import type { WaveRow } from "./waves.contract.ts";

type Joining = Pick<OrderRow, "order_uuid" | "order_number" | "warehouse_uuid" | "kind" | "line_count">;

/** What was built: the wave's number, and how many joined it. */
interface Added extends BatchResult {
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

function AddDialog({ orders, onDone, onClose }: { orders: readonly Joining[]; onDone: (added: Added) => void; onClose: () => void }) {
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

/** The action that gathers orders of a list in a wave, with its dialog, which the caller renders. */
export function useAddToWave(): { readonly action: Action<OrderRow>; readonly dialog: ReactNode } {
  const { t } = useTranslation();
  const [open, setOpen] = useState<{ readonly orders: readonly Joining[]; readonly answer: (added: Added | null) => void } | null>(null);
  const ask = useCallback((orders: readonly Joining[]) => new Promise<Added | null>((answer) => setOpen({ orders, answer })), []);
  const action = useMemo(
    (): Action<OrderRow> => ({
      id: "add_to_wave",
      label: "waves.add",
      needs: "some",
      shortcut: "v",
      rule: waveActions.add,
      perform: async ({ rows, reload }) => {
        const added = await ask(rows);
        if (added === null) return undefined;
        reload();
        if (added.failed.length > 0) return added;
        useToasts.getState().show("good", t("waves.didAdd", { number: added.waveNumber }));
        return undefined;
      },
    }),
    [ask, t],
  );
  const close = (added: Added | null): void => {
    open?.answer(added);
    setOpen(null);
  };
  return { action, dialog: open === null ? null : <AddDialog orders={open.orders} onDone={close} onClose={() => close(null)} /> };
}
