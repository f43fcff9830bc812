import "./rows-field.css";
import { Input, InputNumber } from "antd";
import { useTranslation } from "#src/i18n/shown.store.ts";
import type { TextKey } from "#src/i18n/text-key.ts";
import { Button } from "#src/ui/button.tsx";
import type { CustomFieldProps } from "#src/ui/form/form-definition.ts";
import { describedBy, FormField } from "#src/ui/form/form-field.tsx";
import { PlainSelect } from "#src/ui/plain-select.tsx";

/** A column of the table that is filled in. */
export interface RowsColumn {
  readonly id: string;
  readonly label: TextKey;
  readonly kind: "text" | "number" | "time" | "choice";
  readonly options?: readonly { readonly value: string; readonly text: TextKey }[];
}

type Row = Readonly<Record<string, unknown>>;

interface RowsFieldProps extends Pick<CustomFieldProps<object>, "id" | "value" | "partProblems" | "onChange" | "onLeave"> {
  readonly columns: readonly RowsColumn[];
  /** what a new row holds */
  readonly blank: Row;
  readonly add: TextKey;
  readonly most: number;
}

interface CellProps {
  readonly id: string;
  readonly column: RowsColumn;
  readonly value: unknown;
  /** the column's name and the row's number */
  readonly label: string;
  readonly error: string | null;
  readonly onValue: (value: unknown) => void;
  readonly onLeave: () => void;
}

function CellInput({ id, column, value, label, error, onValue, onLeave }: CellProps) {
  const { t, locale } = useTranslation();
  const given = {
    id,
    "aria-label": label,
    "aria-describedby": describedBy(id, null, error),
    "aria-invalid": error !== null,
    onBlur: onLeave,
  };
  const status = error === null ? {} : { status: "error" as const };
  if (column.kind === "choice") {
    const options = (column.options ?? []).map((option) => ({ value: option.value, text: t(option.text) }));
    return <PlainSelect {...given} value={String(value)} options={options} onValue={onValue} />;
  }
  if (column.kind === "number")
    return (
      <InputNumber
        {...given}
        {...status}
        value={typeof value === "number" ? value : null}
        onChange={(number) => onValue(typeof number === "number" ? number : undefined)}
        decimalSeparator="."
        lang={locale}
      />
    );
  return (
    <Input
      {...given}
      {...status}
      type={column.kind}
      autoComplete="off"
      value={typeof value === "string" ? value : ""}
      onChange={({ target }) => onValue(target.value)}
    />
  );
}

function Cell(props: CellProps) {
  const { t } = useTranslation();
  const { id, column, error } = props;
  return (
    <div className="rows-field-cell">
      <FormField id={id} label={t(column.label)} hint={null} error={error} isRequired={false} isGroup={false}>
        <CellInput {...props} />
      </FormField>
    </div>
  );
}

/** A few rows that are filled in, added and taken away; what is wrong with a cell is said below it. */
export function RowsField({ id, value, partProblems, columns, blank, add, most, onChange, onLeave }: RowsFieldProps) {
  const { t } = useTranslation();
  const rows = Array.isArray(value) ? (value as readonly Row[]) : [];
  const set = (at: number, part: Row) => onChange(rows.map((row, index) => (index === at ? { ...row, ...part } : row)));
  return (
    <div id={id} className="rows-field">
      {rows.map((row, at) => (
        // Rows have no name of their own, and only the last is taken away or added without the others moving up.
        <div key={at} className="rows-field-row">
          {columns.map((column) => (
            <Cell
              key={column.id}
              id={`${id}-${at}-${column.id}`}
              column={column}
              value={row[column.id]}
              label={t("warehouses.settings.cell", { label: t(column.label), number: at + 1 })}
              error={partProblems.find(({ part }) => part === `${at}.${column.id}`)?.text ?? null}
              onValue={(cell) => set(at, { [column.id]: cell })}
              onLeave={() => onLeave(`${at}.${column.id}`)}
            />
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
