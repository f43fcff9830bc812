import type { Caller } from "#src/kit/api/call-hooks.tsx";
import { formatInstantBriefly, formatInstant, formatNumber } from "#src/kit/lib/formats.ts";
import type { Action, CellTools, Column } from "#src/kit/ui/list/list-definition.ts";
import { defineList } from "#src/kit/ui/list/list-definition.ts";
import { listMovements } from "./stock.contract.ts";
import type { MovementEnd, MovementRow } from "./stock.contract.ts";
import { adjustmentReasons } from "./stock.rules.ts";
import { sourceTypes, getSourceWord } from "./stock-words.rules.ts";

function placeText({ place, barcode }: MovementEnd, t: CellTools["t"]): string {
  return barcode === "" ? t(`stock.place.${place}`) : barcode;
}

/** Formats a change: one word where nothing changed, else before → after. */
function changeText(before: string, after: string): string {
  return before === after ? before : `${before} → ${after}`;
}

/** Formats from where to where; within one place only the condition changes. */
function wayText({ from, to }: MovementRow, { t }: CellTools): string {
  return changeText(placeText(from, t), placeText(to, t));
}

/** Formats a reason: a chosen one is translated; a note behind it, or a free text, is not. */
function reasonText({ source_type, reason }: MovementRow, { t }: CellTools): string {
  const word = source_type === "adjustment" ? adjustmentReasons.find((one) => reason === one || reason.startsWith(`${one}: `)) : undefined;
  if (word === undefined) return reason;
  const note = reason.slice(word.length + 2);
  return note === "" ? t(`stock.reason.${word}`) : t("stock.reasonWithNote", { reason: t(`stock.reason.${word}`), note });
}

const columns: readonly Column<MovementRow>[] = [
  {
    id: "at",
    title: "stock.column.at",
    text: ({ at }, { locale }) => formatInstant(at, locale),
    brief: ({ at }, { locale }) => formatInstantBriefly(at, locale),
  },
  { id: "kind", title: "stock.column.kind", text: ({ source_type }, { t }) => t(`stock.source.${getSourceWord(source_type)}`) },
  { id: "sku", title: "stock.column.sku", text: ({ sku }) => sku, maxWidthPx: 200 },
  { id: "quantity", title: "stock.column.moved", align: "end", text: ({ quantity }, { locale }) => formatNumber(quantity, locale) },
  { id: "way", title: "stock.column.fromTo", text: wayText, maxWidthPx: 320 },
  {
    id: "condition",
    title: "stock.column.condition",
    text: ({ from, to }, { t }) => changeText(t(`stock.condition.${from.condition}`), t(`stock.condition.${to.condition}`)),
    maxWidthPx: 200,
  },
  { id: "lot", title: "stock.column.lot", text: ({ lot }) => lot, maxWidthPx: 160 },
  { id: "reason", title: "stock.column.reason", text: reasonText, maxWidthPx: 240 },
  {
    id: "warehouse",
    title: "stock.column.warehouse",
    // Location codes already identify the warehouse.
    isHidden: true,
    text: ({ from, to }) => changeText(from.warehouse_name, to.warehouse_name),
    maxWidthPx: 200,
  },
];

/** Formats how many are left at the source and how many are at the target; places outside have no figure. */
function afterText({ from, to }: MovementRow, { locale }: CellTools): string {
  const known = [from, to].map(({ quantity_after }) => quantity_after).filter((after) => after !== null);
  return known.map((after) => formatNumber(after, locale)).join(" → ");
}

const afterColumn: Column<MovementRow> = { id: "after", title: "stock.column.after", align: "end", text: afterText };
const staffColumns: readonly Column<MovementRow>[] = [
  { id: "owner", title: "stock.column.owner", text: ({ owner_name }) => owner_name, maxWidthPx: 160 },
  { id: "by", title: "stock.column.by", isHidden: true, text: ({ username }) => username, maxWidthPx: 160 },
];

/**
 * Movements, newest first.
 * @param variantUuid limits them to one SKU; each row then shows the quantities after it
 * @param actions those of other parts of the product (`MovementActions`)
 */
export function movementsList(
  caller: Caller,
  variantUuid: string | null,
  actions: readonly Action<MovementRow>[],
  input: { owner_uuid?: string } = {},
) {
  const isRetailer = caller.role === "dropShipper";
  const isSkuFirst = isRetailer && variantUuid === null;
  // Few SKUs are tracked by lot, so the list of all SKUs hides the column.
  const shown: readonly Column<MovementRow>[] =
    variantUuid === null
      ? columns.map((one) => (one.id === "lot" ? { ...one, isHidden: true } : one))
      : columns.filter(({ id }) => id !== "sku").toSpliced(3, 0, afterColumn);
  return defineList({
    name: variantUuid === null ? "stock.movements" : "stock.sku-movements",
    call: listMovements,
    title: "stock.tab.movements",
    rowKey: ({ movement_uuid }) => movement_uuid,
    // A retailer sees no location codes, so its rows are titled by SKU.
    cardTitle: isSkuFirst ? "sku" : "way",
    secondLine: isSkuFirst ? ["quantity", "kind", "at"] : ["sku", "quantity", "at"],
    columns: isRetailer ? shown : [...shown, ...staffColumns],
    filters: [
      {
        field: "source_type",
        label: "stock.column.kind",
        kind: "choice",
        options: sourceTypes.map((value) => ({ value, text: `stock.source.${value}` as const })),
      },
      ...(isRetailer
        ? []
        : [{ field: "location", label: "stock.column.location", kind: "text", placeholder: "stock.filter.locationHint" } as const]),
      { field: "from", label: "stock.filter.from", kind: "day", edge: "start" },
      { field: "until", label: "stock.filter.until", kind: "day", edge: "end" },
    ],
    actions,
    empty: { text: "stock.empty.movements" },
    input: { ...input, ...(variantUuid === null ? {} : { variant_uuid: variantUuid }) },
  });
}
