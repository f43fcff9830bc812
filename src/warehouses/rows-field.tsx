import "./rows-field.css";
import { useTranslation } from "#src/i18n/shown.store.ts";
import type { TextKey } from "#src/i18n/text-key.ts";
import { Button } from "#src/ui/button.tsx";
import { PlainSelect } from "#src/ui/plain-select.tsx";

/** A column of the table that is filled in. */
export interface RowsColumn {
  readonly id: string;
  readonly label: TextKey;
  readonly kind: "text" | "number" | "time" | "choice";
  readonly options?: readonly { readonly value: string; readonly text: TextKey }[];
}

type Row = Readonly<Record<string, unknown>>;

interface RowsFieldProps {
  readonly id: string;
  readonly value: unknown;
  readonly columns: readonly RowsColumn[];
  /** what a new row holds */
  readonly blank: Row;
  readonly add: TextKey;
  readonly most: number;
  readonly onChange: (rows: readonly Row[]) => void;
}

interface CellProps {
  readonly column: RowsColumn;
  readonly value: unknown;
  readonly label: string;
  readonly onValue: (value: unknown) => void;
}

function Cell({ column, value, label, onValue }: CellProps) {
  const { t } = useTranslation();
  if (column.kind === "choice") {
    const options = (column.options ?? []).map((option) => ({ value: option.value, text: t(option.text) }));
    return <PlainSelect aria-label={label} value={String(value)} options={options} onValue={onValue} />;
  }
  return (
    <input
      className="field-input"
      aria-label={label}
      type={column.kind}
      value={typeof value === "string" || typeof value === "number" ? String(value) : ""}
      onChange={({ target }) => onValue(column.kind === "number" && target.value !== "" ? Number(target.value) : target.value)}
    />
  );
}

/** A few rows that are filled in, added and taken away. */
export function RowsField({ id, value, columns, blank, add, most, onChange }: RowsFieldProps) {
  const { t } = useTranslation();
  const rows = Array.isArray(value) ? (value as readonly Row[]) : [];
  const set = (at: number, part: Row) => onChange(rows.map((row, index) => (index === at ? { ...row, ...part } : row)));
  return (
    <div id={id} className="stack">
      {rows.map((row, at) => (
        // Rows have no name of their own, and only the last is taken away or added without the others moving up.
        <div key={at} className="rows-field-row">
          {columns.map((column) => (
            <div key={column.id} className="rows-field-cell">
              <span className="field-hint" aria-hidden="true">
                {t(column.label)}
              </span>
              <Cell
                column={column}
                value={row[column.id]}
                label={t("warehouses.settings.cell", { label: t(column.label), number: at + 1 })}
                onValue={(cell) => set(at, { [column.id]: cell })}
              />
            </div>
          ))}
          <Button
            aria-label={t("warehouses.settings.remove", { number: at + 1 })}
            onClick={() => onChange(rows.filter((_, index) => index !== at))}
          >
            ✕
          </Button>
        </div>
      ))}
      {rows.length < most && (
        <div className="row">
          <Button onClick={() => onChange([...rows, blank])}>{t(add)}</Button>
        </div>
      )}
    </div>
  );
}
