import type { Caller } from "#src/kit/api/call-hooks.tsx";
import { formatDay, formatInstant } from "#src/kit/lib/formats.ts";
import type { Action, Column } from "#src/kit/ui/list/list-definition.ts";
import { defineList } from "#src/kit/ui/list/list-definition.ts";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { topUpMethods } from "./charge-kinds.rules.ts";
import { formatAmount } from "#src/kit/lib/money.ts";
import { listTopUps } from "./wallet.contract.ts";
import type { TopUp } from "./wallet.contract.ts";
import { walletActions } from "./wallet.actions.ts";

const columns: readonly Column<TopUp>[] = [
  { id: "received-on", title: "wallet.column.receivedOn", text: ({ received_on }, { locale }) => formatDay(received_on, locale) },
  {
    id: "amount",
    title: "wallet.column.amount",
    align: "end",
    text: ({ amount_cents, currency }, { locale }) => formatAmount(amount_cents, currency, locale),
  },
  { id: "method", title: "wallet.column.method", text: ({ method }, { t }) => t(`wallet.method.${method}`) },
  { id: "reference", title: "wallet.column.reference", text: ({ reference }) => reference, maxWidthPx: 200 },
  {
    id: "state",
    title: "wallet.column.state",
    text: ({ is_reversed }, { t }) => t(is_reversed ? "wallet.state.reversed" : "wallet.recorded"),
    render: ({ is_reversed }, { t }) => (
      <StatusTag tone={is_reversed ? "quiet" : "good"} text={t(is_reversed ? "wallet.state.reversed" : "wallet.recorded")} />
    ),
  },
  { id: "remark", title: "wallet.column.remark", text: ({ remark }) => remark, maxWidthPx: 240 },
  { id: "reason", title: "wallet.takeBack.reason", text: ({ reversal_reason }) => reversal_reason, maxWidthPx: 240 },
  {
    id: "recorded-at",
    title: "wallet.column.recordedAt",
    isHidden: true,
    text: ({ recorded_at }, { locale }) => formatInstant(recorded_at, locale),
  },
];
const byColumn: Column<TopUp> = { id: "by", title: "wallet.column.by", text: ({ recorded_by }) => recorded_by, maxWidthPx: 160 };

function takeBackAction(takeBack: (topUp: TopUp) => void): Action<TopUp> {
  return {
    id: "take-back",
    label: "wallet.action.takeBack",
    needs: "one",
    isDangerous: true,
    rule: walletActions.reverseTopUp,
    perform: ({ rows: [row] }) => {
      if (row !== undefined) takeBack(row);
    },
  };
}

/**
 * Recorded payments.
 * @param retailerUuid null: the signed-in retailer
 */
export function topUpsList(caller: Caller, retailerUuid: string | null, takeBack: (topUp: TopUp) => void) {
  return defineList({
    name: "wallet.top-ups",
    call: listTopUps,
    title: "wallet.show.payments",
    rowKey: ({ top_up_uuid }) => top_up_uuid,
    cardTitle: "amount",
    columns: caller.role === "dropShipper" ? columns : [...columns, byColumn],
    filters: [
      {
        field: "method",
        label: "wallet.column.method",
        kind: "choice",
        options: topUpMethods.map((value) => ({ value, text: `wallet.method.${value}` as const })),
      },
      {
        field: "reversed",
        label: "wallet.column.state",
        kind: "choice",
        options: [
          { value: "false", text: "wallet.recorded" },
          { value: "true", text: "wallet.state.reversed" },
        ],
      },
    ],
    actions: [takeBackAction(takeBack)],
    empty: { text: retailerUuid === null ? "wallet.empty.ownPayments" : "wallet.empty.payments" },
    input: retailerUuid === null ? {} : { retailer_uuid: retailerUuid },
  });
}
