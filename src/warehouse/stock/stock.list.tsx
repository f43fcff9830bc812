import type { Caller } from "#src/kit/api/call-hooks.tsx";
import { formatNumber } from "#src/kit/lib/formats.ts";
import { receiptActions } from "#src/warehouse/receipts/receipts.actions.ts";
import type { Action, CellTools, Column } from "#src/kit/ui/list/list-definition.ts";
import { defineList } from "#src/kit/ui/list/list-definition.ts";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { listStock } from "./stock.contract.ts";
import type { StockRow } from "./stock.contract.ts";
import { levelTones, mainFigures, countWholeDays } from "./stock-words.rules.ts";
import { stockActions } from "./stock.actions.ts";
import { stockLevelFilters, unavailableReasons } from "./stock.rules.ts";

/** What the stock list can open. */
interface StockListTools {
  show(variantUuid: string): void;
  askLow(row: StockRow): void;
  announce(row: StockRow): void;
  /** imports opening stock, which has no source: only for staff who may adjust balances */
  upload?(): void;
}

function ageText({ oldest_since }: StockRow, { t }: CellTools): string {
  const days = countWholeDays(oldest_since, Date.now());
  return days === null ? "" : t("stock.days", { count: days });
}

function figureColumn(figure: (typeof mainFigures)[number] | (typeof unavailableReasons)[number]): Column<StockRow> {
  return { id: figure, title: `stock.column.${figure}`, align: "end", text: (row, { locale }) => formatNumber(row[figure], locale) };
}

const ownerColumn: Column<StockRow> = { id: "owner", title: "stock.column.owner", text: ({ owner_name }) => owner_name, maxWidthPx: 160 };

const [skuColumn, ...otherColumns]: readonly [Column<StockRow>, ...Column<StockRow>[]] = [
  { id: "sku", title: "stock.column.sku", sort: "sku", text: ({ sku }) => sku, maxWidthPx: 200 },
  { id: "product", title: "stock.column.product", text: ({ product_title }) => product_title, maxWidthPx: 240 },
  { id: "variant", title: "stock.column.variant", text: ({ title }) => title, maxWidthPx: 160 },
  {
    id: "standing",
    title: "stock.column.standing",
    text: ({ level }, { t }) => t(`stock.level.${level}`),
    render: ({ level }, { t }) => <StatusTag tone={levelTones[level]} text={t(`stock.level.${level}`)} />,
  },
  ...mainFigures.map((figure) => figureColumn(figure)),
  ...unavailableReasons.map((reason) => ({ ...figureColumn(reason), isHidden: true }) as const),
  {
    id: "low",
    title: "stock.column.low",
    align: "end",
    isHidden: true,
    text: ({ low_stock_quantity }, { locale }) => (low_stock_quantity === null ? "" : formatNumber(low_stock_quantity, locale)),
  },
];

/** Hidden by default, because the owner needs the room; staff have a tab for ages. */
const ageColumn: Column<StockRow> = { id: "age", title: "stock.column.age", align: "end", text: ageText };

function actions({ show, askLow, announce, upload }: StockListTools): Action<StockRow>[] {
  const ofRows: Action<StockRow>[] = [
    {
      id: "history",
      label: "stock.action.history",
      needs: "one",
      perform: ({ rows: [row] }) => {
        if (row !== undefined) show(row.variant_uuid);
      },
    },
    {
      id: "low",
      label: "stock.action.low",
      needs: "one",
      rule: stockActions.low,
      perform: ({ rows: [row] }) => {
        if (row !== undefined) askLow(row);
      },
    },
    {
      id: "announce",
      label: "stock.action.announce",
      needs: "one",
      rule: receiptActions.create,
      perform: ({ rows: [row] }) => {
        if (row !== undefined) announce(row);
      },
    },
  ];
  return upload === undefined
    ? ofRows
    : [{ id: "upload", label: "stock.action.upload", needs: "none", rule: stockActions.upload, perform: upload }, ...ofRows];
}

/** Lists every SKU with its pieces by state. @param input owner and warehouse; a retailer always sees its own */
export function stockList(caller: Caller, doors: StockListTools, input: { owner_uuid?: string; warehouse_uuid?: string } = {}) {
  const isRetailer = caller.role === "dropShipper";
  return defineList({
    name: "stock.list",
    call: listStock,
    title: isRetailer ? "navigation.warehousing" : "navigation.stock",
    rowKey: ({ variant_uuid }) => variant_uuid,
    cardTitle: "sku",
    secondLine: ["available", "product", "variant"],
    columns: isRetailer
      ? [skuColumn, ...otherColumns, ageColumn]
      : [skuColumn, ownerColumn, ...otherColumns, { ...ageColumn, isHidden: true }],
    filters: [
      { field: "search", label: "stock.filter.search", kind: "text", placeholder: "stock.filter.searchHint", scans: true },
      {
        field: "level",
        label: "stock.column.standing",
        kind: "choice",
        options: stockLevelFilters.map((value) => ({ value, text: `stock.level.${value}` as const })),
      },
      {
        field: "aged_days",
        label: "stock.filter.aged",
        kind: "choice",
        options: [
          { value: "31", text: "stock.filter.aged31" },
          { value: "61", text: "stock.filter.aged61" },
          { value: "91", text: "stock.filter.aged91" },
          { value: "181", text: "stock.filter.aged181" },
        ],
      },
    ],
    actions: actions(doors),
    onOpen: ({ variant_uuid }) => doors.show(variant_uuid),
    empty: { text: isRetailer ? "stock.empty.own" : "stock.empty.stock", ...(doors.upload === undefined ? {} : { action: "upload" }) },
    input,
  });
}
