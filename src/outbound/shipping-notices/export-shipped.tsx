import { Suspense, useMemo, useState } from "react";
import type { ReactNode } from "react";
import { lazyPart } from "#src/kit/ui/lazy-part.ts";
import type { Action } from "#src/kit/ui/list/list-definition.ts";
import type { OrderRow } from "#src/outbound/orders/orders.contract.ts";
import { shippingNoticeActions } from "./shipping-notices.actions.ts";

const ExportShippedDialog = lazyPart(async () => (await import("./export-shipped-dialog.tsx")).ExportShippedDialog);

/** The action that lists what was shipped in a file, and its dialog, which the caller renders. */
export function useExportShipped(): { readonly action: Action<OrderRow>; readonly dialog: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  const action = useMemo(
    (): Action<OrderRow> => ({
      id: "exportShipped",
      label: "shippingNotices.export.title",
      needs: "none",
      rule: shippingNoticeActions.exportShipped,
      perform: () => setOpen(true),
    }),
    [],
  );
  return { action, dialog: <Suspense fallback={null}>{isOpen && <ExportShippedDialog onClose={() => setOpen(false)} />}</Suspense> };
}
