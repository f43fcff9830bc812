import { Suspense, useCallback, useMemo, useState } from "react";
import type { ReactNode } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { lazyPart } from "#src/kit/ui/lazy-part.ts";
import type { Action } from "#src/kit/ui/list/list-definition.ts";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import type { OrderRow } from "#src/outbound/orders/orders.contract.ts";
import type { Added } from "./add-to-wave-dialog.tsx";
import { waveActions } from "./waves.actions.ts";

const AddToWaveDialog = lazyPart(async () => (await import("./add-to-wave-dialog.tsx")).AddToWaveDialog);

/** The action that gathers orders of a list in a wave, with its dialog, which the caller renders. */
export function useAddToWave(): { readonly action: Action<OrderRow>; readonly dialog: ReactNode } {
  const { t } = useTranslation();
  const [open, setOpen] = useState<{ readonly orders: readonly OrderRow[]; readonly answer: (added: Added | null) => void } | null>(null);
  const ask = useCallback((orders: readonly OrderRow[]) => new Promise<Added | null>((answer) => setOpen({ orders, answer })), []);
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
  const dialog = (
    <Suspense fallback={null}>
      {open !== null && <AddToWaveDialog orders={open.orders} onDone={close} onClose={() => close(null)} />}
    </Suspense>
  );
  return { action, dialog };
}
