import type { Caller } from "#src/kit/api/call-hooks.tsx";
import { mayCall } from "#src/kit/api/call-hooks.tsx";
import { formatDay, formatNumber } from "#src/kit/lib/formats.ts";
import type { Column } from "#src/kit/ui/list/list-definition.ts";
import { defineList } from "#src/kit/ui/list/list-definition.ts";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { listReceiptActions } from "./receipt-row-actions.ts";
import { statusTones } from "./receipt-words.rules.ts";
import type { ReceiptRow } from "./receipts.contract.ts";
import { decideUnqualified, listReceipts, submitReceipt } from "./receipts.contract.ts";
import { inspect } from "./receiving.contract.ts";
import { receiptStatuses } from "./receipts.machine.ts";
import { receiptToDos } from "./receipts.rules.ts";
import type { ReceiptToDo } from "./receipts.rules.ts";

const pieces = (id: string, of: (row: ReceiptRow) => number, rest: Partial<Column<ReceiptRow>> = {}) =>
  ({
    id,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the columns of pieces have these ids
    title: `receipts.column.${id as "expected" | "counted" | "qualified" | "unqualified" | "put_away"}`,
    align: "end",
    text: (row, { locale }) => formatNumber(of(row), locale),
    ...rest,
  }) satisfies Column<ReceiptRow>;

const ownerColumn: Column<ReceiptRow> = {
  id: "owner",
  title: "receipts.column.owner",
  text: ({ owner_name }) => owner_name,
  maxWidthPx: 200,
};

const columns: readonly Column<ReceiptRow>[] = [
  { id: "number", title: "receipts.column.number", sort: "created", text: ({ receipt_number }) => receipt_number },
  {
    id: "status",
    title: "receipts.column.status",
    text: ({ status }, { t }) => t(`receipts.status.${status}`),
    render: ({ status }, { t }) => <StatusTag tone={statusTones[status]} text={t(`receipts.status.${status}`)} />,
  },
  { id: "reference", title: "receipts.column.reference", text: ({ reference }) => reference, maxWidthPx: 200 },
  { id: "warehouse", title: "receipts.column.warehouse", text: ({ warehouse_name }) => warehouse_name, maxWidthPx: 200 },
  {
    id: "expected-on",
    title: "receipts.column.expectedOn",
    sort: "expected_on",
    text: ({ expected_on }, { locale }) => (expected_on === "" ? "" : formatDay(expected_on, locale)),
  },
  pieces("expected", ({ expected }) => expected),
  pieces("counted", ({ number }) => number),
  pieces("qualified", ({ qualified_quantity }) => qualified_quantity, { isHidden: true }),
  pieces("unqualified", ({ unqualified_quantity }) => unqualified_quantity),
  pieces("put_away", ({ put_away }) => put_away),
  {
    id: "boxes",
    title: "receipts.column.boxes",
    align: "end",
    isHidden: true,
    text: ({ box_count }, { locale }) => formatNumber(box_count, locale),
  },
  { id: "remark", title: "receipts.column.remark", isHidden: true, text: ({ remark }) => remark, maxWidthPx: 240 },
  { id: "reason", title: "receipts.reason", isHidden: true, text: ({ reason }) => reason, maxWidthPx: 240 },
];

/** Lists this user's possible to-dos for receipts. */
function getToDos(caller: Caller): ReceiptToDo[] {
  const needs = { receive: inspect, decide: decideUnqualified, correct: submitReceipt };
  return receiptToDos.filter((toDo) => mayCall(caller, needs[toDo]) && (toDo !== "correct" || caller.role === "dropShipper"));
}

/** Lists the area's receipts: for a supplier those of all retailers, for a retailer its own. */
export function receiptsList(caller: Caller, open: Parameters<typeof listReceiptActions>[1] & { show(uuid: string): void }) {
  const [number, ...rest] = columns;
  const isRetailer = caller.role === "dropShipper";
  return defineList({
    name: "receipts.list",
    call: listReceipts,
    title: isRetailer ? "navigation.storageIn" : "navigation.warehouseReceipt",
    rowKey: ({ receipt_uuid }) => receipt_uuid,
    cardTitle: "number",
    secondLine: ["owner", "expected", "counted", "reference"],
    columns: number === undefined || isRetailer ? columns : [number, ownerColumn, ...rest],
    filters: [
      { field: "search", label: "receipts.filter.search", kind: "text", placeholder: "receipts.filter.searchHint", scans: true },
      {
        field: "status",
        label: "receipts.column.status",
        kind: "choice",
        options: receiptStatuses.map((value) => ({ value, text: `receipts.status.${value}` as const })),
      },
      {
        field: "to_do",
        label: "receipts.filter.toDo",
        kind: "choice",
        options: getToDos(caller).map((value) => ({ value, text: `receipts.toDo.${value}` as const })),
      },
    ],
    actions: listReceiptActions(caller, open),
    onOpen: ({ receipt_uuid }) => open.show(receipt_uuid),
    empty: { text: isRetailer ? "receipts.emptyOwn" : "receipts.empty", action: "new" },
  });
}
