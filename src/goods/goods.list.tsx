import type { Caller } from "#src/api/caller.tsx";
import { getProviderInput } from "#src/api/caller.tsx";
import { rowByRow } from "#src/api/row-by-row.ts";
import { offerAction } from "#src/catalogue/offer.calls.ts";
import { StoredImage } from "#src/files/stored-image.tsx";
import { dayText, listText, numberText } from "#src/lib/wording.ts";
import type { Action, ActionTools, BatchResult, CellTools, Column } from "#src/ui/list/list-definition.ts";
import { defineList } from "#src/ui/list/list-definition.ts";
import { levelTones, mainFigures } from "#src/stock/stock-words.rules.ts";
import { unavailableReasons } from "#src/stock/stock.rules.ts";
import type { StockLevel } from "#src/stock/stock.rules.ts";
import type { Tone } from "#src/ui/status-tag.tsx";
import { StatusTag } from "#src/ui/status-tag.tsx";
import { listVariants, setArchived, variantStates } from "./goods.contract.ts";
import type { VariantRowShown } from "./shown.contract.ts";
import { daysSince } from "./goods-words.rules.ts";
import { goodsActions } from "./goods.actions.ts";

const mostAtOnce = 200;

/** What of the goods is open in front of the list. */
export type GoodsDialog =
  | { readonly kind: "create" }
  | { readonly kind: "import" }
  | { readonly kind: "labels"; readonly rows: readonly VariantRowShown[] }
  | { readonly kind: "merge"; readonly rows: readonly VariantRowShown[] };

function getState({ is_archived, is_bundle, level }: VariantRowShown): { word: "archived" | "bundle" | StockLevel; tone: Tone } {
  if (is_archived) return { word: "archived", tone: "quiet" };
  if (is_bundle) return { word: "bundle", tone: "normal" };
  return { word: level, tone: levelTones[level] };
}

function ageText({ stock }: VariantRowShown, { t }: CellTools): string {
  const days = daysSince(stock.oldest_since, Date.now());
  return days === null ? "" : t("goods.days", { count: days });
}

function weightText({ weight_grams, measured_weight_grams }: VariantRowShown, { t }: CellTools): string {
  const grams = measured_weight_grams ?? weight_grams;
  return grams === null ? "" : t("goods.measures.grams", { grams });
}

/** Length, width and height as charges and places go by them: what was measured before what was declared; empty where one of them is not known. */
function sizeText(row: VariantRowShown, { t }: CellTools): string {
  const length = row.measured_length_mm ?? row.length_mm;
  const width = row.measured_width_mm ?? row.width_mm;
  const height = row.measured_height_mm ?? row.height_mm;
  return length === null || width === null || height === null ? "" : t("goods.measures.size", { length, width, height });
}

function figureColumn(figure: (typeof mainFigures)[number] | (typeof unavailableReasons)[number]): Column<VariantRowShown> {
  return { id: figure, title: `stock.column.${figure}`, align: "end", text: ({ stock }, { locale }) => numberText(stock[figure], locale) };
}

/** The reasons are hidden at first, so that the headings have room. */
const stockColumns: readonly Column<VariantRowShown>[] = [
  ...mainFigures.map((figure) => figureColumn(figure)),
  ...unavailableReasons.map((reason) => ({ ...figureColumn(reason), isHidden: true }) as const),
];

const ownerColumn: Column<VariantRowShown> = {
  id: "owner",
  title: "goods.column.owner",
  text: ({ owner_name }) => owner_name,
  maxWidthPx: 160,
};

const [productColumn, ...otherColumns]: readonly [Column<VariantRowShown>, ...Column<VariantRowShown>[]] = [
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
    text: ({ created_at }, { locale }) => dayText(created_at.slice(0, 10), locale),
  },
];

async function archived({ rows, caller: { client }, reload }: ActionTools<VariantRowShown>, isArchived: boolean): Promise<BatchResult> {
  const result = await rowByRow({
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

function actions(open: (dialog: GoodsDialog) => void): Action<VariantRowShown>[] {
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

/** Every SKU of an owner, or of all. @param open shows a dialog in front of the list @param show leads to a product */
export function goodsList(
  caller: Caller,
  ownerUuid: string,
  { open, show }: { open: (dialog: GoodsDialog) => void; show: (productUuid: string) => void },
) {
  const isRetailer = caller.role === "dropShipper";
  return defineList({
    name: "goods.list",
    call: listVariants,
    title: "places.product",
    rowKey: ({ variant_uuid }) => variant_uuid,
    cardTitle: "product",
    secondLine: ["sku", "available", "variant"],
    picture: ({ main_image }) => (main_image === "" ? null : <StoredImage key={main_image} filename={main_image} alt="" />),
    // There is no room for barcodes beside the owner by default; the search finds them.
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
    actions: [...actions(open), ...(isRetailer ? [] : [offerAction()])],
    onOpen: ({ product_uuid }) => show(product_uuid),
    empty: { text: "goods.empty", action: "create" },
    input: {
      ...getProviderInput(caller),
      ...(ownerUuid === "" ? {} : { owner_uuid: ownerUuid }),
    },
  });
}
