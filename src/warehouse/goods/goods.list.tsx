import type { Caller } from "#src/kit/api/call-hooks.tsx";
import { getProviderInput } from "#src/kit/api/call-hooks.tsx";
import { callRowByRow } from "#src/kit/api/row-by-row.ts";
import { StoredImage } from "#src/kit/files/stored-image.tsx";
import { formatDay, listText, formatNumber } from "#src/kit/lib/formats.ts";
import { formatSize } from "#src/kit/lib/size.ts";
import type { Action, ActionTools, BatchResult, CellTools, Column } from "#src/kit/ui/list/list-definition.ts";
import { defineList } from "#src/kit/ui/list/list-definition.ts";
import { levelTones, mainFigures, countWholeDays } from "#src/warehouse/stock/stock-words.rules.ts";
import { unavailableReasons } from "#src/warehouse/stock/stock.rules.ts";
import type { StockLevel } from "#src/warehouse/stock/stock.rules.ts";
import type { Tone } from "#src/kit/ui/status-tag.tsx";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { listVariants, setArchived, variantStates } from "./goods.contract.ts";
import type { GoodsRow } from "./goods-rows.contract.ts";
import { goodsActions } from "./goods.actions.ts";

const mostAtOnce = 200;

/** The dialog that is open over the list. */
export type GoodsDialog =
  | { readonly kind: "create" }
  | { readonly kind: "import" }
  | { readonly kind: "labels"; readonly rows: readonly GoodsRow[] }
  | { readonly kind: "merge"; readonly rows: readonly GoodsRow[] };

function getState({ is_archived, is_bundle, level }: GoodsRow): { word: "archived" | "bundle" | StockLevel; tone: Tone } {
  if (is_archived) return { word: "archived", tone: "quiet" };
  if (is_bundle) return { word: "bundle", tone: "normal" };
  return { word: level, tone: levelTones[level] };
}

function ageText({ stock }: GoodsRow, { t }: CellTools): string {
  const days = countWholeDays(stock.oldest_since, Date.now());
  return days === null ? "" : t("goods.days", { count: days });
}

function weightText({ weight_grams, measured_weight_grams }: GoodsRow, { t }: CellTools): string {
  const grams = measured_weight_grams ?? weight_grams;
  return grams === null ? "" : t("goods.measures.grams", { grams });
}

/** Formats length, width and height as charges and locations use them: measured before declared; empty if one is unknown. */
function sizeText(row: GoodsRow, { locale }: CellTools): string {
  const length = row.measured_length_mm ?? row.length_mm;
  const width = row.measured_width_mm ?? row.width_mm;
  const height = row.measured_height_mm ?? row.height_mm;
  return formatSize([length, width, height], locale);
}

function figureColumn(figure: (typeof mainFigures)[number] | (typeof unavailableReasons)[number]): Column<GoodsRow> {
  return {
    id: figure,
    title: `stock.column.${figure}`,
    align: "end",
    text: ({ stock }, { locale }) => formatNumber(stock[figure], locale),
  };
}

/** The reasons are hidden by default to leave room for the headings. */
const stockColumns: readonly Column<GoodsRow>[] = [
  ...mainFigures.map((figure) => figureColumn(figure)),
  ...unavailableReasons.map((reason) => ({ ...figureColumn(reason), isHidden: true }) as const),
];

const ownerColumn: Column<GoodsRow> = {
  id: "owner",
  title: "goods.column.owner",
  text: ({ owner_name }) => owner_name,
  maxWidthPx: 160,
};

const [productColumn, ...otherColumns]: readonly [Column<GoodsRow>, ...Column<GoodsRow>[]] = [
  {
    id: "product",
    title: "goods.column.product",
    maxWidthPx: 280,
    text: ({ product_title }) => product_title,
  },
  { id: "sku", title: "goods.column.sku", sort: "sku", text: ({ sku }) => sku, maxWidthPx: 200 },
  { id: "variant", title: "goods.column.variant", text: ({ title }) => title, maxWidthPx: 160 },
  {
    id: "barcodes",
    title: "goods.column.barcodes",
    text: ({ barcodes }, { locale }) =>
      listText(
        barcodes.map(({ barcode }) => barcode),
        locale,
      ),
    maxWidthPx: 200,
  },
  {
    id: "state",
    title: "goods.column.state",
    text: (row, { t }) => t(`goods.state.${getState(row).word}`),
    render: (row, { t }) => <StatusTag tone={getState(row).tone} text={t(`goods.state.${getState(row).word}`)} />,
  },
  ...stockColumns,
  { id: "age", title: "goods.column.age", align: "end", isHidden: true, text: ageText },
  { id: "weight", title: "goods.column.weight", align: "end", isHidden: true, text: weightText },
  { id: "size", title: "goods.column.size", align: "end", isHidden: true, text: sizeText },
  {
    id: "created",
    title: "goods.column.created",
    sort: "created",
    isHidden: true,
    text: ({ created_at }, { locale }) => formatDay(created_at.slice(0, 10), locale),
  },
];

async function archived({ rows, caller: { client }, reload }: ActionTools<GoodsRow>, isArchived: boolean): Promise<BatchResult> {
  const result = await callRowByRow({
    rows,
    most: mostAtOnce,
    id: ({ variant_uuid }) => variant_uuid,
    label: ({ sku }) => sku,
    perform: (part) =>
      client.call(setArchived, { variant_uuids: part.map(({ variant_uuid }) => variant_uuid), archived: isArchived }, { isQuiet: true }),
  });
  reload();
  return result;
}

function actions(open: (dialog: GoodsDialog) => void): Action<GoodsRow>[] {
  return [
    {
      id: "create",
      label: "goods.action.create",
      needs: "none",
      isPrimary: true,
      shortcut: "n",
      rule: goodsActions.create,
      perform: () => open({ kind: "create" }),
    },
    { id: "import", label: "goods.action.import", needs: "none", rule: goodsActions.import, perform: () => open({ kind: "import" }) },
    { id: "labels", label: "goods.action.labels", needs: "some", shortcut: "l", perform: ({ rows }) => open({ kind: "labels", rows }) },
    {
      id: "merge",
      label: "goods.action.merge",
      needs: "some",
      rule: goodsActions.merge,
      perform: ({ rows }) => open({ kind: "merge", rows }),
    },
    {
      id: "archive",
      label: "goods.action.archive",
      needs: "some",
      confirm: "goods.confirm.archive",
      rule: goodsActions.archive,
      perform: (tools) => archived(tools, true),
    },
    {
      id: "restore",
      label: "goods.action.restore",
      needs: "some",
      rule: goodsActions.restore,
      perform: (tools) => archived(tools, false),
    },
  ];
}

interface GoodsListTools {
  /** opens a dialog over the list */
  readonly open: (dialog: GoodsDialog) => void;
  /** opens a product */
  readonly show: (productUuid: string) => void;
  /** actions added by other slices, for staff (`GoodsActions`) */
  readonly added: readonly Action<GoodsRow>[];
}

/** Lists every SKU of one owner, or of all. */
export function goodsList(caller: Caller, ownerUuid: string, { open, show, added }: GoodsListTools) {
  const isRetailer = caller.role === "dropShipper";
  return defineList({
    name: "goods.list",
    call: listVariants,
    title: "navigation.product",
    rowKey: ({ variant_uuid }) => variant_uuid,
    cardTitle: "product",
    secondLine: ["sku", "available", "variant"],
    picture: ({ main_image }) => (main_image === "" ? null : <StoredImage key={main_image} filename={main_image} alt="" />),
    // With the owner column there is no room for barcodes by default; the search still finds them.
    columns: isRetailer
      ? [productColumn, ...otherColumns]
      : [
          productColumn,
          ownerColumn,
          ...otherColumns.map((column) => (column.id === "barcodes" ? { ...column, isHidden: true as const } : column)),
        ],
    filters: [
      { field: "search", label: "goods.filter.search", kind: "text", placeholder: "goods.filter.searchHint" },
      { field: "code", label: "goods.filter.code", kind: "text", scans: true },
      {
        field: "state",
        label: "goods.filter.state",
        kind: "choice",
        options: variantStates.map((value) => ({ value, text: `goods.state.${value}` as const })),
      },
      {
        field: "keeps_lots",
        label: "goods.filter.lots",
        kind: "choice",
        options: [
          { value: "true", text: "goods.lots.yes" },
          { value: "false", text: "goods.lots.no" },
        ],
      },
      {
        field: "unmeasured",
        label: "goods.filter.measures",
        kind: "choice",
        options: [{ value: "true", text: "goods.measures.missing" }],
      },
    ],
    actions: [...actions(open), ...(isRetailer ? [] : added)],
    onOpen: ({ product_uuid }) => show(product_uuid),
    empty: { text: "goods.empty", action: "create" },
    input: {
      ...getProviderInput(caller),
      ...(ownerUuid === "" ? {} : { owner_uuid: ownerUuid }),
    },
  });
}
