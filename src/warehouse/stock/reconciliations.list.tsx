import type { OutputOf } from "#src/kit/api/define-call.ts";
import { formatInstant, formatNumber } from "#src/kit/lib/formats.ts";
import { defineList } from "#src/kit/ui/list/list-definition.ts";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { listReconciliations, reconcileStock } from "./stock.contract.ts";
import { stockActions } from "./stock.actions.ts";

export type ReconciliationRow = OutputOf<typeof listReconciliations>["result"][number];

/** Lists the nightly reconciliations. @param show opens the differences of one */
export function reconciliationsList(show: (row: ReconciliationRow) => void) {
  return defineList({
    name: "stock.reconciliations",
    call: listReconciliations,
    title: "stock.tab.reconciliation",
    rowKey: ({ reconciliation_uuid }) => reconciliation_uuid,
    cardTitle: "at",
    columns: [
      { id: "at", title: "stock.column.at", text: ({ at }, { locale }) => formatInstant(at, locale) },
      {
        id: "result",
        title: "stock.reconciliation.result",
        text: ({ difference_count }, { t }) => t(difference_count === 0 ? "stock.reconciliation.good" : "stock.reconciliation.bad"),
        render: ({ difference_count }, { t }) => (
          <StatusTag
            tone={difference_count === 0 ? "good" : "bad"}
            text={t(difference_count === 0 ? "stock.reconciliation.good" : "stock.reconciliation.bad")}
          />
        ),
      },
      {
        id: "differences",
        title: "stock.reconciliation.differences",
        align: "end",
        text: ({ difference_count }, { locale }) => formatNumber(difference_count, locale),
      },
      {
        id: "balances",
        title: "stock.reconciliation.balances",
        align: "end",
        text: ({ balance_count }, { locale }) => formatNumber(balance_count, locale),
      },
    ],
    actions: [
      {
        id: "look",
        label: "stock.reconciliation.look",
        needs: "none",
        rule: stockActions.reconcile,
        perform: async ({ caller, t }) => {
          await caller.client.call(reconcileStock, {});
          useToasts.getState().show("good", t("stock.reconciliation.started"));
        },
      },
    ],
    onOpen: show,
    empty: { text: "stock.reconciliation.empty" },
  });
}
