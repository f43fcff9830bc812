import { formatDay, formatInstant } from "#src/kit/lib/formats.ts";
import type { CellTools, Column } from "#src/kit/ui/list/list-definition.ts";
import { defineList } from "#src/kit/ui/list/list-definition.ts";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { listCharges } from "./charges.contract.ts";
import type { Charge } from "./charges.contract.ts";
import { chargeEvents, chargeKinds, getUnit } from "./charge-kinds.rules.ts";
import { formatAmount } from "#src/kit/lib/money.ts";
import { chargeTones, formatQuantity } from "./wallet-words.rules.ts";
import { walletActions } from "./wallet.actions.ts";

/** Formats the charged quantity in the unit of its event; empty for manual charges. */
export function formatChargedQuantity(
  { event, quantity_milli }: Pick<Charge, "event" | "quantity_milli">,
  { t, locale }: CellTools,
): string {
  if (event === "by_hand") return "";
  return t(`wallet.quantity.${getUnit(event)}`, { count: Math.abs(quantity_milli) / 1000, shown: formatQuantity(quantity_milli, locale) });
}

const columns: readonly Column<Charge>[] = [
  { id: "day", title: "wallet.column.chargedDay", text: ({ day }, { locale }) => formatDay(day, locale) },
  { id: "event", title: "wallet.column.event", text: ({ event }, { t }) => t(`wallet.event.${event}`) },
  {
    id: "amount",
    title: "wallet.column.amount",
    align: "end",
    text: ({ amount_cents, currency }, { locale }) => formatAmount(amount_cents, currency, locale),
  },
  {
    id: "state",
    title: "wallet.column.state",
    text: ({ state }, { t }) => t(`wallet.state.${state}`),
    render: ({ state }, { t }) => <StatusTag tone={chargeTones[state]} text={t(`wallet.state.${state}`)} />,
  },
  { id: "quantity", title: "wallet.column.quantity", align: "end", text: formatChargedQuantity, maxWidthPx: 200 },
  { id: "source", title: "wallet.column.from", text: ({ source_text }) => source_text, maxWidthPx: 200 },
  { id: "remark", title: "wallet.column.remark", text: ({ remark }) => remark, maxWidthPx: 240 },
  { id: "kind", title: "wallet.column.kind", text: ({ kind }, { t }) => t(`wallet.kind.${kind}`) },
  { id: "warehouse", title: "wallet.column.warehouse", isHidden: true, text: ({ warehouse_name }) => warehouse_name, maxWidthPx: 160 },
  { id: "posted", title: "wallet.column.posted", isHidden: true, text: ({ posted_at }, { locale }) => formatInstant(posted_at, locale) },
];

interface ChargesOptions {
  /** null: the signed-in retailer */
  readonly retailerUuid: string | null;
  /** limits the list to one receipt or movement */
  readonly about: { readonly source_uuid?: string; readonly movement_uuid?: string };
  readonly show: (chargeUuid: string) => void;
  readonly takeBack: (charge: Charge) => void;
}

/** Charges, newest first. */
export function chargesList({ retailerUuid, about, show, takeBack }: ChargesOptions) {
  const isOfOne = Object.keys(about).length > 0;
  return defineList({
    name: "wallet.charges",
    call: listCharges,
    title: "wallet.tab.charges",
    rowKey: ({ charge_uuid }) => charge_uuid,
    cardTitle: "event",
    columns,
    filters: [
      {
        field: "kind",
        label: "wallet.column.kind",
        kind: "choice",
        options: chargeKinds.map((value) => ({ value, text: `wallet.kind.${value}` as const })),
      },
      {
        field: "event",
        label: "wallet.column.event",
        kind: "choice",
        options: chargeEvents.map((value) => ({ value, text: `wallet.event.${value}` as const })),
      },
      { field: "day_from", label: "wallet.filter.dayFrom", kind: "day", edge: "whole" },
      { field: "day_until", label: "wallet.filter.dayUntil", kind: "day", edge: "whole" },
      {
        field: "reversed",
        label: "wallet.column.state",
        kind: "choice",
        options: [
          { value: "false", text: "wallet.filter.isNotReversed" },
          { value: "true", text: "wallet.filter.isReversed" },
        ],
      },
    ],
    actions: [
      {
        id: "take-back",
        label: "wallet.action.takeBack",
        needs: "one",
        isDangerous: true,
        rule: walletActions.reverseCharge,
        perform: ({ rows: [row] }) => {
          if (row !== undefined) takeBack(row);
        },
      },
    ],
    onOpen: ({ charge_uuid }) => show(charge_uuid),
    empty: { text: isOfOne ? "wallet.empty.chargesOfOne" : retailerUuid === null ? "wallet.empty.ownCharges" : "wallet.empty.charges" },
    input: { ...about, ...(retailerUuid === null ? {} : { retailer_uuid: retailerUuid }) },
  });
}
