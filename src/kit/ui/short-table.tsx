import "./short-table.css";
import type { ReactNode } from "react";

export interface ShortColumn<R> {
  readonly id: string;
  readonly title: string;
  readonly show: (row: R) => ReactNode;
  readonly isNumber?: true;
}

interface ShortTableProps<R> {
  readonly label: string;
  readonly columns: readonly ShortColumn<R>[];
  readonly rows: readonly R[];
  readonly rowKey: (row: R) => string;
  /** said instead of a table without rows */
  readonly empty: string;
  /** sums, under the columns of the same id */
  readonly sums?: Readonly<Record<string, ReactNode>>;
  /** on a narrow screen too figures stand at the end of their line, and what the sums are called under its column's title */
  readonly keepsColumns?: true;
  /** on a narrow screen a row is a title with one line below it, so that many fit on a hand-held */
  readonly isTight?: true;
}

/** A table that is whole and short: no filters, no pages. On a narrow screen each row is a card. */
export function ShortTable<R>({ label, columns, rows, rowKey, empty, sums, keepsColumns, isTight }: ShortTableProps<R>) {
  if (rows.length === 0) return <p className="quiet">{empty}</p>;
  const look = (isNumber: true | undefined) => (isNumber === true ? "short-number number" : undefined);
  return (
    <div className="short-frame" tabIndex={0} role="group" aria-label={label}>
      <table
        className={["short-table", ...(keepsColumns === true ? ["short-keeps"] : []), ...(isTight === true ? ["short-tight"] : [])].join(
          " ",
        )}
      >
        <thead>
          <tr>
            {columns.map(({ id, title, isNumber }) => (
              <th key={id} scope="col" className={look(isNumber)}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(({ id, title, show, isNumber }) => (
                <td key={id} data-title={title} className={look(isNumber)}>
                  {show(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {sums !== undefined && (
          <tfoot>
            <tr>
              {columns.map(({ id, title, isNumber }) => (
                <td key={id} data-title={isNumber === true || keepsColumns === true ? title : undefined} className={look(isNumber)}>
                  {sums[id]}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}
