import type { ReactNode } from "react";

export interface PartColumn<R> {
  readonly id: string;
  readonly title: string;
  readonly show: (row: R) => ReactNode;
  readonly isNumber?: true;
}

interface PartTableProps<R> {
  readonly label: string;
  readonly columns: readonly PartColumn<R>[];
  readonly rows: readonly R[];
  readonly rowKey: (row: R) => string;
  readonly empty: string;
  /** sums, under the columns of the same name */
  readonly sums?: Readonly<Record<string, string>>;
}

/** A short table of one receipt's parts; on a narrow screen each row is a card. */
export function PartTable<R>({ label, columns, rows, rowKey, empty, sums }: PartTableProps<R>) {
  if (rows.length === 0) return <p className="quiet">{empty}</p>;
  return (
    <div className="part-frame" tabIndex={0} role="region" aria-label={label}>
      <table className="part-table">
        <thead>
          <tr>
            {columns.map(({ id, title, isNumber }) => (
              <th key={id} scope="col" className={isNumber === true ? "part-number" : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(({ id, title, show, isNumber }) => (
                <td key={id} data-title={title} className={isNumber === true ? "part-number number" : undefined}>
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
                <td key={id} data-title={title} className={isNumber === true ? "part-number number" : undefined}>
                  {sums[id] ?? ""}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}
