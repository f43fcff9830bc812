import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatDay, formatNumber } from "#src/kit/lib/formats.ts";
import type { ShortColumn } from "#src/kit/ui/short-table.tsx";
import { ShortTable } from "#src/kit/ui/short-table.tsx";
import type { ReceiptDetail, ReceiptLine } from "./receipts.contract.ts";

type Words = ReturnType<typeof useTranslation>;

function buildColumns({ t, locale }: Words): ShortColumn<ReceiptLine>[] {
  const amount = (id: string, title: string, value: (line: ReceiptLine) => number): ShortColumn<ReceiptLine> => ({
    id,
    title,
    isNumber: true,
    show: (line) => formatNumber(value(line), locale),
  });
  const sum = (value: number) => formatNumber(value, locale);
  return [
    {
      id: "sku",
      title: t("receipts.draft.sku"),
      show: ({ sku, title, variant_title }) => (
        <span className="stack-tight">
          <strong>{sku}</strong>
          <span className="quiet">{[title, variant_title].filter((text) => text !== "").join(" · ")}</span>
        </span>
      ),
    },
    {
      id: "box",
      title: t("receipts.draft.boxNumber"),
      isNumber: true,
      show: ({ box_number }) => (box_number === null ? "" : sum(box_number)),
    },
    {
      id: "lot",
      title: t("receipts.draft.lot"),
      show: ({ lot, expires_on }) =>
        [lot, expires_on === "" ? "" : formatDay(expires_on, locale)].filter((text) => text !== "").join(" · "),
    },
    amount("expected", t("receipts.column.expected"), ({ expected }) => expected),
    amount("counted", t("receipts.column.counted"), ({ number }) => number),
    amount("qualified", t("receipts.column.qualified"), ({ qualified_quantity }) => qualified_quantity),
    amount("unqualified", t("receipts.column.unqualified"), ({ unqualified_quantity }) => unqualified_quantity),
    amount("put_away", t("receipts.column.put_away"), ({ put_away }) => put_away),
    { id: "remark", title: t("receipts.column.remark"), show: ({ remark }) => remark },
  ];
}

/** What was announced and received, by line, with totals. */
export function LinesTab({ of }: { of: ReceiptDetail }) {
  const words = useTranslation();
  const { t, locale } = words;
  const sum = (value: number) => formatNumber(value, locale);
  return (
    <ShortTable
      keepsColumns
      label={t("receipts.tab.lines")}
      columns={buildColumns(words)}
      rows={of.lines}
      rowKey={({ line_uuid }) => line_uuid}
      empty={t("receipts.none.lines")}
      sums={{
        sku: t("receipts.page.sum"),
        expected: sum(of.expected),
        counted: sum(of.number),
        qualified: sum(of.qualified_quantity),
        unqualified: sum(of.unqualified_quantity),
        put_away: sum(of.put_away),
      }}
    />
  );
}
