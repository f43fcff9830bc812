import { formatDay, formatNumber } from "#src/kit/lib/formats.ts";
import { statusTones } from "#src/warehouse/receipts/receipt-words.rules.ts";
import { listReceipts } from "#src/warehouse/receipts/receipts.contract.ts";
import { receiptStatuses } from "#src/warehouse/receipts/receipts.machine.ts";
import { defineList } from "#src/kit/ui/list/list-definition.ts";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";

/**
 * A retailer's receipts, newest first.
 * @param show opens one
 */
export function customerReceiptsList(ownerUuid: string, show: (receiptUuid: string) => void) {
  return defineList({
    name: "customers.receipts",
    call: listReceipts,
    title: "customers.tab.receipts",
    rowKey: ({ receipt_uuid }) => receipt_uuid,
    cardTitle: "number",
    columns: [
      { id: "number", title: "receipts.column.number", sort: "created", text: ({ receipt_number }) => receipt_number },
      {
        id: "status",
        title: "receipts.column.status",
        text: ({ status }, { t }) => t(`receipts.status.${status}`),
        render: ({ status }, { t }) => <StatusTag tone={statusTones[status]} text={t(`receipts.status.${status}`)} />,
      },
      { id: "reference", title: "receipts.column.reference", text: ({ reference }) => reference, maxWidthPx: 200 },
      {
        id: "expected-on",
        title: "receipts.column.expectedOn",
        sort: "expected_on",
        text: ({ expected_on }, { locale }) => (expected_on === "" ? "" : formatDay(expected_on, locale)),
      },
      {
        id: "expected",
        title: "receipts.column.expected",
        align: "end",
        text: ({ expected }, { locale }) => formatNumber(expected, locale),
      },
      { id: "counted", title: "receipts.column.counted", align: "end", text: ({ number }, { locale }) => formatNumber(number, locale) },
    ],
    filters: [
      { field: "search", label: "receipts.filter.search", kind: "text", placeholder: "receipts.filter.searchHint" },
      {
        field: "status",
        label: "receipts.column.status",
        kind: "choice",
        options: receiptStatuses.map((value) => ({ value, text: `receipts.status.${value}` as const })),
      },
    ],
    onOpen: ({ receipt_uuid }) => show(receipt_uuid),
    empty: { text: "customers.noReceipts" },
    input: { owner_uuid: ownerUuid },
  });
}
