import "./stock.css";
import type { ReactNode } from "react";

export interface PlainColumn<R> {
  readonly id: string;
  readonly title: string;
  readonly show: (row: R) => ReactNode;
  readonly isNumber?: true;
}

interface PlainTableProps<R> {
  readonly label: string;
  readonly columns: readonly PlainColumn<R>[];
  readonly rows: readonly R[];
  readonly rowKey: (row: R) => string;
  readonly empty: string;
}

/** A short table; on a narrow screen each row is a card. */
export function PlainTable<R>({ label, columns, rows, rowKey, empty }: PlainTableProps<R>) {
  if (rows.length === 0) return <p className="quiet">{empty}</p>;
  const look = (isNumber: true | undefined) => (isNumber === true ? "stock-number number" : undefined);
  return (
    <div className="stock-frame" tabIndex={0} role="region" aria-label={label}>
      <table className="stock-table">
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
      </table>
    </div>
  );
}
