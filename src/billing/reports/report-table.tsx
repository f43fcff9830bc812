import { Link } from "@tanstack/react-router";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatFigure } from "./report-column.ts";
import type { ReportColumn } from "./report-column.ts";

interface TableProps<R extends T, T> {
  readonly label: string;
  readonly columns: readonly ReportColumn<R, T>[];
  readonly rows: readonly R[];
  readonly rowKey: (row: R) => string;
  readonly total?: T;
}

function Cell<R extends T, T>({ column, row }: { column: ReportColumn<R, T>; row: R }) {
  const { locale } = useTranslation();
  if (!("text" in column)) {
    return (
      <td data-title={column.title} className="reports-number number">
        {formatFigure(column, row, locale)}
      </td>
    );
  }
  const text = column.text(row);
  const way = column.link?.(row) ?? null;
  return (
    <td data-title={column.title} translate={column.isName === true ? "no" : undefined}>
      {way === null ? (
        text
      ) : (
        <Link to={way.to} search={way.search}>
          {text}
        </Link>
      )}
    </td>
  );
}

/** The rows of a report with their total last; on a narrow screen each row is a card. */
export function ReportTable<R extends T, T>({ label, columns, rows, rowKey, total }: TableProps<R, T>) {
  const { t, locale } = useTranslation();
  return (
    <div className="reports-frame" tabIndex={0} role="region" aria-label={label}>
      <table className="reports-table">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col" className={"text" in column ? undefined : "reports-number"}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => (
                <Cell key={column.id} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
        {total !== undefined && (
          <tfoot>
            <tr>
              {columns.map((column, at) => {
                if (!("text" in column)) {
                  return (
                    <td key={column.id} data-title={column.title} className="reports-number number">
                      {formatFigure(column, total, locale)}
                    </td>
                  );
                }
                return at === 0 ? (
                  <th key={column.id} scope="row">
                    {t("reports.total")}
                  </th>
                ) : (
                  <td key={column.id} />
                );
              })}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}
