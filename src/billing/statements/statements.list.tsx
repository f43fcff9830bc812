import { useAppearance } from "#src/company/appearance/appearance.store.ts";
import { savePrintFile } from "#src/kit/files/print-file.calls.ts";
import { formatInstant, formatMonth } from "#src/kit/lib/formats.ts";
import { defineList } from "#src/kit/ui/list/list-definition.ts";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { formatAmount } from "#src/kit/lib/money.ts";
import type { Statement } from "./statements.contract.ts";
import { statementsActions } from "./statements.actions.ts";
import { listStatements } from "./statements.contract.ts";

const sums = { charged: "charged_cents", "paid-in": "paid_in_cents", closing: "closing_cents" } as const;
const titles = {
  charged: "statements.column.charged",
  "paid-in": "statements.column.paidIn",
  closing: "statements.column.closing",
} as const;

/**
 * Issued statements, newest first.
 * @param retailerUuid null: the signed-in retailer
 * @param show opens a month
 */
export function statementsList(retailerUuid: string | null, show: (month: string) => void) {
  return defineList({
    name: "statements.list",
    call: listStatements,
    title: "statements.issued",
    rowKey: ({ statement_uuid }) => statement_uuid,
    cardTitle: "month",
    columns: [
      { id: "month", title: "statements.column.month", text: ({ month }, { locale }) => formatMonth(month, locale) },
      { id: "number", title: "statements.column.number", text: ({ statement_number }) => statement_number, maxWidthPx: 200 },
      {
        id: "state",
        title: "statements.column.state",
        text: ({ is_paid }, { t }) => t(is_paid ? "statements.state.paid" : "statements.state.unpaid"),
        render: ({ is_paid }, { t }) => (
          <StatusTag tone={is_paid ? "good" : "warn"} text={t(is_paid ? "statements.state.paid" : "statements.state.unpaid")} />
        ),
      },
      ...(["charged", "paid-in", "closing"] as const).map((id) => ({
        id,
        title: titles[id],
        align: "end" as const,
        text: (row: Statement, { locale }: { locale: string }) => formatAmount(row[sums[id]], row.currency, locale),
      })),
      { id: "issued", title: "statements.column.issued", text: ({ issued_at }, { locale }) => formatInstant(issued_at, locale) },
    ],
    actions: [
      {
        id: "print",
        label: "statements.action.pdf",
        needs: "some",
        rule: statementsActions.print,
        async perform({ rows, caller: { client }, t }) {
          const { language } = useAppearance.getState();
          // One after another, because a browser may block simultaneous downloads.
          for (const { print_link } of rows) await savePrintFile(client, print_link, t("statements.document"), { language });
        },
      },
    ],
    onOpen: ({ month }) => show(month),
    empty: { text: retailerUuid === null ? "statements.empty.own" : "statements.empty.staff" },
    input: retailerUuid === null ? {} : { retailer_uuid: retailerUuid },
  });
}
