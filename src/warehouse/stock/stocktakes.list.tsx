import { formatInstant, numberFormat, formatNumber } from "#src/kit/lib/formats.ts";
import type { Column } from "#src/kit/ui/list/list-definition.ts";
import { defineList } from "#src/kit/ui/list/list-definition.ts";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { listStocktakeLines, listStocktakes, stocktakeToDos } from "./stocktake.contract.ts";
import type { Stocktake, StocktakeLine } from "./stocktake.contract.ts";
import type { StocktakeStatus } from "./stocktake.machine.ts";
import { stocktakeStatuses } from "./stocktake.machine.ts";
import { stocktakeActions } from "./stocktake.actions.ts";

/** The tone of each status; the label names it. */
export const stocktakeTones = {
  draft: "quiet",
  counting: "normal",
  recount: "warn",
  approved: "good",
  cancelled: "quiet",
} as const satisfies Record<StocktakeStatus, string>;

const figure = (id: "lines" | "countedLines" | "differences", of: (row: Stocktake) => number): Column<Stocktake> => ({
  id,
  title: `stock.stocktake.column.${id}`,
  align: "end",
  text: (row, { locale }) => formatNumber(of(row), locale),
});

/** Lists the provider's stocktakes. */
export function stocktakesList({ show, plan }: { show: (uuid: string) => void; plan: () => void }) {
  return defineList({
    name: "stock.stocktakes",
    call: listStocktakes,
    title: "stock.tab.stocktakes",
    rowKey: ({ stocktake_uuid }) => stocktake_uuid,
    cardTitle: "number",
    columns: [
      { id: "number", title: "stock.stocktake.column.number", text: ({ stocktake_number }) => stocktake_number },
      {
        id: "status",
        title: "stock.column.standing",
        text: ({ status }, { t }) => t(`stock.stocktake.status.${status}`),
        render: ({ status }, { t }) => <StatusTag tone={stocktakeTones[status]} text={t(`stock.stocktake.status.${status}`)} />,
      },
      { id: "warehouse", title: "stock.column.warehouse", text: ({ warehouse_name }) => warehouse_name, maxWidthPx: 200 },
      figure("lines", ({ line_count }) => line_count),
      figure("countedLines", ({ counted_count }) => counted_count),
      figure("differences", ({ difference_count }) => difference_count),
      { id: "created", title: "stock.stocktake.column.created", text: ({ created_at }, { locale }) => formatInstant(created_at, locale) },
      { id: "by", title: "stock.stocktake.column.by", text: ({ created_by }) => created_by, maxWidthPx: 160 },
      { id: "approved-by", title: "stock.stocktake.column.approvedBy", isHidden: true, text: ({ approved_by }) => approved_by },
      { id: "remark", title: "stock.stocktake.column.remark", text: ({ remark }) => remark, maxWidthPx: 240 },
    ],
    filters: [
      {
        field: "status",
        label: "stock.column.standing",
        kind: "choice",
        options: stocktakeStatuses.map((value) => ({ value, text: `stock.stocktake.status.${value}` as const })),
      },
      {
        field: "to_do",
        label: "stock.stocktake.filter.toDo",
        kind: "choice",
        options: stocktakeToDos.map((value) => ({ value, text: `stock.stocktake.toDo.${value}` as const })),
      },
    ],
    actions: [
      {
        id: "new",
        label: "stock.stocktake.action.new",
        needs: "none",
        isPrimary: true,
        shortcut: "n",
        rule: stocktakeActions.plan,
        perform: plan,
      },
    ],
    onOpen: ({ stocktake_uuid }) => show(stocktake_uuid),
    empty: { text: "stock.stocktake.empty" },
  });
}

const pieces = (
  id: "expected" | "counted" | "recounted" | "difference",
  of: (row: StocktakeLine) => number | null,
): Column<StocktakeLine> => ({
  id,
  title: `stock.stocktake.column.${id}`,
  align: "end",
  text: (row, { locale }) => {
    const value = of(row);
    if (value === null) return "";
    return id === "difference" ? numberFormat(locale, { signDisplay: "exceptZero" }).format(value) : formatNumber(value, locale);
  },
});

const flag = [
  { value: "true", text: "stock.stocktake.filter.yes" },
  { value: "false", text: "stock.stocktake.filter.no" },
] as const;

/** Lists a stocktake's lines in walking order. */
export function stocktakeLinesList(stocktakeUuid: string) {
  return defineList({
    name: "stock.stocktake-lines",
    call: listStocktakeLines,
    title: "stock.stocktake.page.lines",
    rowKey: ({ line_uuid }) => line_uuid,
    cardTitle: "location",
    columns: [
      { id: "location", title: "stock.column.location", text: ({ barcode }) => barcode, maxWidthPx: 160 },
      { id: "sku", title: "stock.column.sku", text: ({ sku }) => sku, maxWidthPx: 160 },
      { id: "product", title: "stock.column.product", text: ({ title }) => title, maxWidthPx: 200 },
      { id: "owner", title: "stock.column.owner", text: ({ owner_name }) => owner_name, maxWidthPx: 160 },
      { id: "lot", title: "stock.column.lot", text: ({ lot }) => lot, maxWidthPx: 120 },
      { id: "condition", title: "stock.column.condition", text: ({ condition }, { t }) => t(`stock.condition.${condition}`) },
      pieces("expected", ({ expected }) => expected),
      pieces("counted", ({ counted }) => counted),
      pieces("recounted", ({ recounted }) => recounted),
      pieces("difference", ({ difference }) => difference),
      { id: "by", title: "stock.stocktake.column.countedBy", text: ({ counted_by }) => counted_by, maxWidthPx: 160 },
      {
        id: "at",
        title: "stock.stocktake.column.countedAt",
        text: ({ counted_at }, { locale }) => (counted_at === null ? "" : formatInstant(counted_at, locale)),
      },
    ],
    filters: [
      { field: "is_counted", label: "stock.stocktake.filter.counted", kind: "choice", options: flag },
      { field: "differs", label: "stock.stocktake.column.differences", kind: "choice", options: flag },
    ],
    empty: { text: "stock.stocktake.noLines" },
    input: { stocktake_uuid: stocktakeUuid },
  });
}
