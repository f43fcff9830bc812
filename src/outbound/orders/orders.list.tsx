import type { Caller } from "#src/kit/api/call-hooks.tsx";
import type { InputOf } from "#src/kit/api/define-call.ts";
import type { TextKey } from "#src/kit/i18n/text-key.ts";
import { formatInstant, formatInstantBriefly, formatNumber, listText } from "#src/kit/lib/formats.ts";
import { formatAmount } from "#src/kit/lib/money.ts";
import type { CellTools, Column, Filter } from "#src/kit/ui/list/list-definition.ts";
import { defineList } from "#src/kit/ui/list/list-definition.ts";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import type { OrderDoors } from "./order-row-actions.ts";
import { listOrderActions } from "./order-row-actions.ts";
import type { ListTab } from "./orders-search.rules.ts";
import { listStatusesOf } from "./order-view.rules.ts";
import { formatAge, isDelayedNow, statusTones } from "./order-words.rules.ts";
import { listOrders } from "./orders.contract.ts";
import type { OrderRow } from "./orders.contract.ts";
import { holdKinds, orderKinds, orderToDos } from "./orders.rules.ts";
import type { OrderKind } from "./orders.rules.ts";

/** What a list of orders is about, and what can be done in it. */
export interface OrdersVariant {
  /** the slice and the list: views are saved under it */
  readonly name: string;
  readonly title: TextKey;
  /** null for both kinds */
  readonly kind: OrderKind | null;
  /** whether steps are taken in it; otherwise it is only read, and orders are opened */
  readonly isDesk: boolean;
  readonly tab: ListTab;
  /** the chosen owner, warehouse and country; empty for all */
  readonly owner: string;
  readonly warehouse: string;
  readonly country: string;
}

function formatHolds({ holds, delay_until }: OrderRow, { t, locale }: CellTools): string {
  const words = holds.map((kind) => t(`orders.hold.${kind}`));
  const delay = isDelayedNow(delay_until) ? [t("orders.delayed", { at: formatInstantBriefly(delay_until, locale) })] : [];
  return listText([...words, ...delay], locale);
}

function formatTotal({ total_cents, currency }: OrderRow, { locale }: CellTools): string {
  return total_cents === null || currency === "" ? "" : formatAmount(total_cents, currency, locale);
}

function formatEstimate({ estimate_cents, estimate_currency }: OrderRow, { locale }: CellTools): string {
  return estimate_cents === null || estimate_currency === "" ? "" : formatAmount(estimate_cents, estimate_currency, locale);
}

function getPriority(priority: number): "low" | "normal" | "high" | "urgent" {
  return priority < 0 ? "low" : priority === 0 ? "normal" : priority === 1 ? "high" : "urgent";
}

/** Columns that are shown once they are chosen: the others fill a screen of 1440 px. */
function listHidden(isStaff: boolean, kind: OrderKind | null): readonly string[] {
  if (!isStaff) return ["boxes", "warehouse", "channel"];
  if (kind === "one_piece") return ["reference", "consignee", "warehouse"];
  return kind === null ? ["reference", "consignee", "boxes", "age", "warehouse"] : ["consignee", "warehouse", "channel"];
}

function buildColumns(caller: Caller, variant: OrdersVariant): Column<OrderRow>[] {
  const hidden = listHidden(caller.role !== "dropShipper", variant.kind);
  return listColumns(caller, variant).map((column) => (hidden.includes(column.id) ? { ...column, isHidden: true } : column));
}

function listColumns(caller: Caller, { kind, owner: ofOwner }: OrdersVariant): Column<OrderRow>[] {
  const isStaff = caller.role !== "dropShipper";
  const moment = (id: string, title: TextKey, of: (row: OrderRow) => string): Column<OrderRow> => ({
    id,
    title,
    isHidden: true,
    text: (row, { locale }) => (of(row) === "" ? "" : formatInstant(of(row), locale)),
  });
  const owner: Column<OrderRow> = { id: "owner", title: "orders.column.owner", text: ({ owner_name }) => owner_name, maxWidthPx: 180 };
  const due: Column<OrderRow> = {
    id: "due",
    title: "orders.column.due",
    align: "end",
    text: ({ due_at }, { locale }) => (due_at === "" ? "" : formatInstantBriefly(due_at, locale)),
  };
  const boxes: Column<OrderRow> = {
    id: "boxes",
    title: "orders.column.boxes",
    text: ({ box_count: count, boxes_handed_over: done }, { t }) => (count === 0 ? "" : t("orders.boxesHandedOver", { done, count })),
    maxWidthPx: 220,
  };
  const ofKind: Column<OrderRow> = { id: "kind", title: "orders.column.kind", text: (row, { t }) => t(`orders.kind.${row.kind}`) };
  return [
    { id: "number", title: "orders.column.number", sort: "created", text: ({ order_number }) => order_number },
    {
      id: "status",
      title: "orders.column.status",
      text: ({ status }, { t }) => t(`orders.status.${status}`),
      render: ({ status }, { t }) => <StatusTag tone={statusTones[status]} text={t(`orders.status.${status}`)} />,
    },
    { id: "reference", title: "orders.column.reference", text: ({ reference }) => reference, maxWidthPx: 160 },
    ...(kind === null ? [ofKind] : []),
    // In a list of one owner's orders it would say the same in each row.
    ...(isStaff && ofOwner === "" ? [owner] : []),
    { id: "country", title: "orders.column.country", text: ({ country }) => country },
    { id: "consignee", title: "orders.column.consignee", text: ({ consignee }) => consignee, maxWidthPx: 180 },
    {
      id: "pieces",
      title: "orders.column.pieces",
      align: "end",
      text: ({ line_count, piece_count }, { t, locale }) =>
        t("orders.linesAndPieces", { lines: formatNumber(line_count, locale), pieces: formatNumber(piece_count, locale) }),
      brief: ({ piece_count }, { t, locale }) =>
        t("orders.draft.sumPieces", { count: piece_count, shown: formatNumber(piece_count, locale) }),
    },
    ...(kind === "one_piece" ? [] : [boxes]),
    { id: "holds", title: "orders.column.holds", text: formatHolds, maxWidthPx: 260 },
    {
      id: "age",
      title: "orders.column.age",
      align: "end",
      text: (row, { locale }) => formatAge(row, locale),
      brief: (row, { locale }) => formatAge(row, locale),
    },
    ...(isStaff ? [due] : []),
    { id: "warehouse", title: "orders.column.warehouse", text: ({ warehouse_name }) => warehouse_name, maxWidthPx: 160 },
    { id: "channel", title: "orders.column.channel", text: ({ channel_name }) => channel_name, maxWidthPx: 160 },
    { id: "total", title: "orders.column.total", align: "end", isHidden: true, text: formatTotal },
    { id: "estimate", title: "orders.column.estimate", align: "end", isHidden: true, text: formatEstimate },
    {
      id: "priority",
      title: "orders.column.priority",
      isHidden: true,
      text: ({ priority }, { t }) => t(`orders.priority.${getPriority(priority)}`),
    },
    { id: "city", title: "orders.column.city", isHidden: true, text: ({ city }) => city, maxWidthPx: 160 },
    moment("created", "orders.column.created", ({ created_at }) => created_at),
    moment("submitted", "orders.column.submitted", ({ submitted_at }) => submitted_at),
    moment("shipped", "orders.column.shipped", ({ shipped_at }) => shipped_at),
    moment("delivered", "orders.column.delivered", ({ delivered_at }) => delivered_at),
    { id: "reason", title: "orders.reason", isHidden: true, text: ({ reason }) => reason, maxWidthPx: 240 },
  ];
}

function buildFilters(caller: Caller, { kind, tab }: OrdersVariant): Filter<InputOf<typeof listOrders>>[] {
  const statuses = listStatusesOf(tab);
  const toDos = orderToDos.filter(
    (toDo) => toDo === "held" || toDo === "shipped_today" || (caller.role === "dropShipper" ? toDo === "correct" : toDo !== "correct"),
  );
  const kinds = { kind: "choice", options: orderKinds.map((value) => ({ value, text: `orders.kind.${value}` as const })) } as const;
  return [
    { field: "search", label: "orders.filter.search", kind: "text", placeholder: "orders.filter.searchHint", scans: true },
    {
      field: "status",
      label: "orders.column.status",
      kind: "choice",
      options: statuses.map((value) => ({ value, text: `orders.status.${value}` as const })),
    },
    ...(kind === null ? [{ field: "kind", label: "orders.column.kind", ...kinds } as const] : []),
    {
      field: "to_do",
      label: "orders.filter.toDo",
      kind: "choice",
      options: toDos.map((value) => ({ value, text: `orders.toDo.${value}` as const })),
    },
    {
      field: "hold",
      label: "orders.column.holds",
      kind: "choice",
      options: holdKinds.map((value) => ({ value, text: `orders.hold.${value}` as const })),
    },
    { field: "created_from", label: "orders.filter.createdFrom", kind: "day", edge: "whole" },
    { field: "created_to", label: "orders.filter.createdTo", kind: "day", edge: "whole" },
  ];
}

/** Declares a list of orders: for a supplier those of all retailers, for a retailer its own. */
export function ordersList(caller: Caller, variant: OrdersVariant, doors: OrderDoors) {
  const { name, title, kind, isDesk, tab, owner, warehouse, country } = variant;
  const isRetailer = caller.role === "dropShipper";
  return defineList({
    name,
    call: listOrders,
    title,
    rowKey: ({ order_uuid }) => order_uuid,
    cardTitle: "number",
    secondLine: ["holds", "boxes", "pieces", "age", "country", "consignee", "owner"],
    columns: buildColumns(caller, variant),
    filters: buildFilters(caller, variant),
    input: {
      ...(tab === "all" ? {} : { status: [...listStatusesOf(tab)] }),
      ...(kind === null ? {} : { kind }),
      ...(owner === "" ? {} : { owner_uuid: owner }),
      ...(warehouse === "" ? {} : { warehouse_uuid: warehouse }),
      ...(country === "" ? {} : { country }),
    },
    actions: isDesk ? listOrderActions(doors) : [...doors.added],
    onOpen: ({ order_uuid }) => doors.show(order_uuid),
    empty: {
      text: isRetailer ? "orders.emptyOwn" : "orders.empty",
      searched: "orders.searched",
      ...(isRetailer && isDesk ? { action: "new" } : {}),
    },
  });
}
