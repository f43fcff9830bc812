import { formatDay, formatInstant, formatNumber } from "#src/kit/lib/formats.ts";
import type { Action, Column } from "#src/kit/ui/list/list-definition.ts";
import { defineList } from "#src/kit/ui/list/list-definition.ts";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { listBalances } from "./stock.contract.ts";
import type { BalanceRow } from "./stock.contract.ts";
import { conditions } from "./stock.rules.ts";
import { getBalanceKey, conditionTones, getLocationWord } from "./stock-words.rules.ts";
import { stockActions } from "./stock.actions.ts";

/** What can be done by hand with the pieces of a row. */
export type ActionByHand = "move" | "condition" | "adjust";

const columns: readonly Column<BalanceRow>[] = [
  { id: "location", title: "stock.column.location", text: ({ barcode }) => barcode, maxWidthPx: 200 },
  {
    id: "type",
    title: "stock.column.type",
    text: ({ location_type, is_blocked }, { t }) =>
      t(is_blocked ? `stock.blockedType.${getLocationWord(location_type)}` : `stock.type.${getLocationWord(location_type)}`),
  },
  { id: "sku", title: "stock.column.sku", text: ({ sku }) => sku, maxWidthPx: 200 },
  { id: "product", title: "stock.column.product", text: ({ product_title }) => product_title, maxWidthPx: 200 },
  { id: "owner", title: "stock.column.owner", text: ({ owner_name }) => owner_name, maxWidthPx: 160 },
  { id: "lot", title: "stock.column.lot", text: ({ lot }) => lot, maxWidthPx: 160 },
  {
    id: "expires",
    title: "stock.column.expires",
    text: ({ expires_on }, { locale }) => (expires_on === null ? "" : formatDay(expires_on, locale)),
  },
  {
    id: "condition",
    title: "stock.column.condition",
    text: ({ condition }, { t }) => t(`stock.condition.${condition}`),
    render: ({ condition }, { t }) => <StatusTag tone={conditionTones[condition]} text={t(`stock.condition.${condition}`)} />,
  },
  { id: "quantity", title: "stock.column.quantity", align: "end", text: ({ quantity }, { locale }) => formatNumber(quantity, locale) },
  { id: "reserved", title: "stock.column.reserved", align: "end", text: ({ reserved }, { locale }) => formatNumber(reserved, locale) },
  { id: "since", title: "stock.column.since", isHidden: true, text: ({ since }, { locale }) => formatInstant(since, locale) },
  { id: "warehouse", title: "stock.column.warehouse", text: ({ warehouse_name }) => warehouse_name, maxWidthPx: 160 },
];

function action(deed: ActionByHand, ask: (deed: ActionByHand, row: BalanceRow) => void): Action<BalanceRow> {
  return {
    id: deed,
    label: `stock.action.${deed}`,
    needs: "one",
    rule: stockActions[deed],
    perform: ({ rows: [row] }) => {
      if (row !== undefined) ask(deed, row);
    },
  };
}

/** Lists stock by location. @param ask opens the dialog for an action by hand */
export function balancesList(
  doors: { ask(deed: ActionByHand, row: BalanceRow): void; show(variantUuid: string): void },
  input: { owner_uuid?: string; warehouse_uuid?: string } = {},
) {
  return defineList({
    name: "stock.balances",
    call: listBalances,
    title: "stock.tab.locations",
    rowKey: getBalanceKey,
    cardTitle: "location",
    secondLine: ["quantity", "sku", "product"],
    columns,
    filters: [
      { field: "location", label: "stock.column.location", kind: "text", placeholder: "stock.filter.locationHint", scans: true },
      { field: "lot", label: "stock.column.lot", kind: "text" },
      {
        field: "condition",
        label: "stock.column.condition",
        kind: "choice",
        options: conditions.map((value) => ({ value, text: `stock.condition.${value}` as const })),
      },
    ],
    actions: [action("move", doors.ask), action("condition", doors.ask), action("adjust", doors.ask)],
    onOpen: ({ variant_uuid }) => doors.show(variant_uuid),
    empty: { text: "stock.empty.locations" },
    input,
  });
}
