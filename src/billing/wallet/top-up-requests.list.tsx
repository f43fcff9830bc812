import type { Caller } from "#src/kit/api/call-hooks.tsx";
import { formatDay, formatInstant } from "#src/kit/lib/formats.ts";
import type { Action, Column } from "#src/kit/ui/list/list-definition.ts";
import { defineList } from "#src/kit/ui/list/list-definition.ts";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { formatAmount } from "#src/kit/lib/money.ts";
import { topUpRequestStatuses } from "./top-up-request.machine.ts";
import { listTopUpRequests, withdrawTopUpRequest } from "./top-up-requests.contract.ts";
import type { TopUpRequest } from "./top-up-requests.contract.ts";
import { walletActions } from "./wallet.actions.ts";

const tones = { requested: "warn", confirmed: "good", declined: "bad", withdrawn: "quiet" } as const;

const retailerColumn: Column<TopUpRequest> = {
  id: "retailer",
  title: "wallet.column.retailer",
  text: ({ retailer_name }) => retailer_name,
  maxWidthPx: 200,
};

const columns: readonly Column<TopUpRequest>[] = [
  {
    id: "amount",
    title: "wallet.column.amount",
    align: "end",
    text: ({ amount_cents, currency }, { locale }) => formatAmount(amount_cents, currency, locale),
  },
  {
    id: "state",
    title: "wallet.column.state",
    text: ({ status }, { t }) => t(`wallet.requestStatus.${status}`),
    render: ({ status }, { t }) => <StatusTag tone={tones[status]} text={t(`wallet.requestStatus.${status}`)} />,
  },
  { id: "reference", title: "wallet.column.reference", text: ({ reference }) => reference, maxWidthPx: 200 },
  { id: "sent-on", title: "wallet.column.sentOn", text: ({ sent_on }, { locale }) => formatDay(sent_on, locale) },
  {
    id: "received",
    title: "wallet.column.received",
    align: "end",
    text: ({ received_cents, currency }, { locale }) => (received_cents === null ? "" : formatAmount(received_cents, currency, locale)),
  },
  { id: "note", title: "wallet.column.note", text: ({ note }) => note, maxWidthPx: 200 },
  { id: "decision", title: "wallet.column.decision", text: ({ decision_note }) => decision_note, maxWidthPx: 240 },
  {
    id: "requested-at",
    title: "wallet.column.requestedAt",
    isHidden: true,
    text: ({ requested_at }, { locale }) => formatInstant(requested_at, locale),
  },
];

/** Opens the dialog of a decision. */
export type AskDecision = (event: "confirm" | "decline", request: TopUpRequest) => void;

function decisionAction(event: "confirm" | "decline", ask: AskDecision): Action<TopUpRequest> {
  const isConfirm = event === "confirm";
  return {
    id: event,
    label: `wallet.requestAction.${event}`,
    needs: "one",
    ...(isConfirm ? { isPrimary: true } : { isDangerous: true }),
    rule: isConfirm ? walletActions.confirmTopUp : walletActions.declineTopUp,
    perform: ({ rows: [row] }) => {
      if (row !== undefined) ask(event, row);
    },
  };
}

const withdrawAction: Action<TopUpRequest> = {
  id: "withdraw",
  label: "wallet.requestAction.withdraw",
  needs: "one",
  isDangerous: true,
  confirm: "wallet.requestAction.withdrawConfirm",
  rule: walletActions.withdrawTopUp,
  perform: async ({ rows: [row], caller, reload }) => {
    if (row === undefined) return;
    await caller.client.call(withdrawTopUpRequest, { request_uuid: row.request_uuid });
    reload();
  },
};

/**
 * Top-up requests.
 * @param retailerUuid null: of the signed-in retailer, or all for staff
 */
export function topUpRequestsList(caller: Caller, retailerUuid: string | null, ask: AskDecision) {
  const isRetailer = caller.role === "dropShipper";
  return defineList({
    name: "wallet.top-up-requests",
    call: listTopUpRequests,
    title: "wallet.show.requests",
    rowKey: ({ request_uuid }) => request_uuid,
    cardTitle: "amount",
    columns: isRetailer || retailerUuid !== null ? columns : [retailerColumn, ...columns],
    filters: [
      {
        field: "status",
        label: "wallet.column.state",
        kind: "choice",
        options: topUpRequestStatuses.map((value) => ({ value, text: `wallet.requestStatus.${value}` as const })),
      },
    ],
    actions: [decisionAction("confirm", ask), decisionAction("decline", ask), withdrawAction],
    empty: { text: isRetailer ? "wallet.empty.ownRequests" : "wallet.empty.requests" },
    input: retailerUuid === null ? {} : { retailer_uuid: retailerUuid },
  });
}
