import { formatNumber } from "#src/kit/lib/formats.ts";
import type { BatchResult } from "#src/kit/ui/list/list-definition.ts";
import { defineList } from "#src/kit/ui/list/list-definition.ts";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { statusTones } from "#src/outbound/orders/order-words.rules.ts";
import { waveActions } from "./waves.actions.ts";
import { listWaveOrders } from "./waves.contract.ts";
import type { WaveMember } from "./waves.contract.ts";
import { stockMovedReason } from "./waves.rules.ts";

const memberStatuses = ["open", "picked", "kicked"] as const;
const memberTones = { open: "normal", picked: "good", kicked: "quiet" } as const;

interface Doors {
  readonly open: (orderUuid: string) => void;
  /** asks for the reason and kicks; settled once the dialog is closed, with null if nothing was sent */
  readonly kick: (members: readonly WaveMember[]) => Promise<BatchResult | null>;
}

/** Declares the list of a wave's orders. */
export function waveOrdersList(waveUuid: string, { open, kick }: Doors) {
  return defineList({
    name: "waves.orders",
    call: listWaveOrders,
    title: "waves.part.orders",
    rowKey: ({ order_uuid }) => order_uuid,
    cardTitle: "number",
    secondLine: ["order", "tour", "pieces", "owner", "cancel"],
    columns: [
      { id: "number", title: "waves.column.order", text: ({ order_number }) => order_number },
      {
        id: "status",
        title: "waves.column.member",
        text: ({ status }, { t }) => t(`waves.member.${status}`),
        render: ({ status }, { t }) => <StatusTag tone={memberTones[status]} text={t(`waves.member.${status}`)} />,
      },
      {
        id: "order",
        title: "waves.column.orderStatus",
        text: ({ order_status }, { t }) => t(`orders.status.${order_status}`),
        render: ({ order_status }, { t }) => <StatusTag tone={statusTones[order_status]} text={t(`orders.status.${order_status}`)} />,
      },
      {
        id: "cancel",
        title: "waves.column.wish",
        text: ({ wants_cancel }, { t }) => (wants_cancel ? t("orders.hold.cancel") : ""),
        render: ({ wants_cancel }, { t }) => (wants_cancel ? <StatusTag tone="bad" text={t("orders.hold.cancel")} /> : ""),
      },
      {
        id: "tour",
        title: "waves.column.tour",
        align: "end",
        text: ({ tour }, { locale }) => (tour === null ? "" : formatNumber(tour, locale)),
      },
      {
        id: "slot",
        title: "waves.column.slot",
        align: "end",
        text: ({ slot }, { locale }) => (slot === null ? "" : formatNumber(slot, locale)),
      },
      {
        id: "pieces",
        title: "waves.column.pieces",
        align: "end",
        text: ({ piece_count }, { locale }) => formatNumber(piece_count, locale),
      },
      { id: "skus", title: "waves.column.skus", align: "end", text: ({ sku_count }, { locale }) => formatNumber(sku_count, locale) },
      { id: "owner", title: "orders.column.owner", text: ({ owner_name }) => owner_name, maxWidthPx: 180 },
      { id: "reference", title: "orders.column.reference", text: ({ reference }) => reference, maxWidthPx: 160, isHidden: true },
      { id: "country", title: "orders.column.country", text: ({ country }) => country },
      { id: "channel", title: "orders.column.channel", text: ({ channel_name }) => channel_name, maxWidthPx: 160, isHidden: true },
      {
        id: "reason",
        title: "waves.reason",
        text: ({ reason }, { t }) => (reason === stockMovedReason ? t("waves.stockMoved") : reason),
        maxWidthPx: 240,
      },
    ],
    filters: [
      {
        field: "status",
        label: "waves.column.member",
        kind: "choice",
        options: memberStatuses.map((value) => ({ value, text: `waves.member.${value}` as const })),
      },
    ],
    input: { wave_uuid: waveUuid },
    actions: [
      {
        id: "kick",
        label: "waves.step.kick",
        needs: "some",
        shortcut: "k",
        isDangerous: true,
        rule: waveActions.kick,
        perform: async ({ rows, reload }) => {
          const result = await kick(rows);
          reload();
          return result ?? undefined;
        },
      },
    ],
    onOpen: ({ order_uuid }) => open(order_uuid),
    empty: { text: "waves.noOrders" },
  });
}
