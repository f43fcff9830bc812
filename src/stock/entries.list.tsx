import type { Caller } from "#src/api/caller.tsx";
import { instantText, numberText } from "#src/lib/wording.ts";
import type { CellTools, Column } from "#src/ui/list/list-definition.ts";
import { defineList } from "#src/ui/list/list-definition.ts";
import { listEntries } from "./stock.contract.ts";
import type { EntryRow } from "./stock.contract.ts";
import { adjustmentReasons } from "./stock.rules.ts";
import { sourceTypes, sourceWord } from "./stock-words.rules.ts";
import { stockActions } from "./stock.actions.ts";

/** Pieces that came with a plus, that went with a minus. */
function signedText(quantity: number, locale: string): string {
  return new Intl.NumberFormat(locale, { signDisplay: "exceptZero" }).format(quantity);
}

function placeText({ place, barcode }: EntryRow, { t }: CellTools): string {
  return barcode === "" ? t(`stock.place.${place}`) : barcode;
}

/** A reason that was chosen has a word in both languages; what was written behind it, or instead of it, stays as it is. */
function reasonText({ source_type, reason }: EntryRow, { t }: CellTools): string {
  const word = source_type === "adjustment" ? adjustmentReasons.find((one) => reason === one || reason.startsWith(`${one}: `)) : undefined;
  if (word === undefined) return reason;
  const note = reason.slice(word.length + 2);
  return note === "" ? t(`stock.reason.${word}`) : t("stock.reasonWithNote", { reason: t(`stock.reason.${word}`), note });
}

const columns: readonly Column<EntryRow>[] = [
  { id: "at", title: "stock.column.at", text: ({ at }, { locale }) => instantText(at, locale) },
  { id: "kind", title: "stock.column.kind", text: ({ source_type }, { t }) => t(`stock.source.${sourceWord(source_type)}`) },
  { id: "sku", title: "stock.column.sku", text: ({ sku }) => sku, maxWidthPx: 200 },
  { id: "quantity", title: "stock.column.moved", align: "end", text: ({ quantity }, { locale }) => signedText(quantity, locale) },
  { id: "place", title: "stock.column.place", text: placeText, maxWidthPx: 200 },
  { id: "condition", title: "stock.column.condition", text: ({ condition }, { t }) => t(`stock.condition.${condition}`) },
  { id: "lot", title: "stock.column.lot", text: ({ lot }) => lot, maxWidthPx: 160 },
  { id: "reason", title: "stock.column.reason", text: reasonText, maxWidthPx: 240 },
  { id: "warehouse", title: "stock.column.warehouse", text: ({ warehouse_name }) => warehouse_name, maxWidthPx: 160 },
];

const afterColumn: Column<EntryRow> = {
  id: "after",
  title: "stock.column.after",
  align: "end",
  text: ({ quantity_after }, { locale }) => (quantity_after === null ? "" : numberText(quantity_after, locale)),
};
const staffColumns: readonly Column<EntryRow>[] = [
  { id: "owner", title: "stock.column.owner", text: ({ owner_name }) => owner_name, maxWidthPx: 160 },
  { id: "by", title: "stock.column.by", isHidden: true, text: ({ username }) => username, maxWidthPx: 160 },
];

interface EntriesWays {
  /** leads to the charges that a movement counts in */
  readonly charges: (row: EntryRow) => void;
}

/** The ledger, newest first. @param variantUuid of one SKU alone: then each row says how many were there after it */
export function entriesList(caller: Caller, variantUuid: string | null, { charges }: EntriesWays, input: { owner_uuid?: string } = {}) {
  const isRetailer = caller.role === "dropShipper";
  const shown = variantUuid === null ? columns : columns.filter(({ id }) => id !== "sku").toSpliced(3, 0, afterColumn);
  return defineList({
    name: variantUuid === null ? "stock.entries" : "stock.sku-entries",
    call: listEntries,
    title: "stock.tab.movements",
    rowKey: ({ movement_uuid, leg }) => `${movement_uuid} ${leg}`,
    cardTitle: "kind",
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
    actions: [
      {
        id: "charges",
        label: "stock.action.charges",
        needs: "one",
        rule: stockActions.charges,
        perform: ({ rows: [row] }) => {
          if (row !== undefined) charges(row);
        },
      },
    ],
    empty: { text: "stock.empty.movements" },
    input: { ...input, ...(variantUuid === null ? {} : { variant_uuid: variantUuid }) },
  });
}
