import "./rows-field.css";
import X from "lucide-react/icons/x";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { TextKey } from "#src/kit/i18n/text-key.ts";
import { Button } from "#src/kit/ui/button.tsx";
import type { FieldProps } from "#src/kit/ui/field-frame.tsx";
import { FieldGroup } from "#src/kit/ui/form/field-group.tsx";
import type { CustomFieldProps } from "#src/kit/ui/form/form-definition.ts";
import { IconButton } from "#src/kit/ui/icon-button.tsx";
import { NumberField } from "#src/kit/ui/number-field.tsx";
import { Select } from "#src/kit/ui/select.tsx";
import { Switch } from "#src/kit/ui/switch.tsx";
import { TextField } from "#src/kit/ui/text-field.tsx";

/** A column of the editable table. */
export interface RowsColumn {
  readonly id: string;
  readonly label: TextKey;
  readonly kind: "text" | "number" | "choice" | "switch";
  readonly hint?: TextKey;
  readonly options?: readonly { readonly value: string; readonly text: TextKey }[];
}

type Row = Readonly<Record<string, unknown>>;

interface RowsFieldProps extends CustomFieldProps<object> {
  readonly columns: readonly RowsColumn[];
  /** the content of a new row */
  readonly blank: Row;
  readonly add: TextKey;
  readonly most: number;
}

interface CellProps extends FieldProps {
  readonly column: RowsColumn;
  readonly value: unknown;
  readonly onValue: (value: unknown) => void;
}

function Cell({ column, value, onValue, ...field }: CellProps) {
  const { t } = useTranslation();
  if (column.kind === "choice") {
    const options = (column.options ?? []).map((option) => ({ value: option.value, text: t(option.text) }));
    return <Select {...field} value={String(value)} options={options} onValue={onValue} />;
  }
  if (column.kind === "number")
    return <NumberField {...field} value={typeof value === "number" ? value : null} onNumber={(number) => onValue(number ?? undefined)} />;
  if (column.kind === "switch") return <Switch {...field} isOn={value === true} onSwitch={onValue} />;
  return <TextField {...field} autoComplete="off" value={typeof value === "string" ? value : ""} onText={onValue} />;
}

/** Edits a few rows, which can be added and removed; problems are shown below their cells. */
export function RowsField({ value, partErrors, columns, blank, add, most, onChange, onLeave, ...field }: RowsFieldProps) {
  const { t } = useTranslation();
  const rows = Array.isArray(value) ? (value as readonly Row[]) : [];
  const set = (at: number, part: Row) => onChange(rows.map((row, index) => (index === at ? { ...row, ...part } : row)));
  return (
    <FieldGroup {...field}>
      <div className="rows-field">
        {rows.map((row, at) => (
          // Rows have no id; rows move up when one is removed, so the index is the key.
          <div
            key={at}
            className="rows-field-row"
            role="group"
            aria-label={t("warehouses.settings.cell", { label: field.label, number: at + 1 })}
          >
            {columns.map((column) => (
              <Cell
                key={column.id}
                id={`${field.id}-${at}-${column.id}`}
                className="rows-field-cell"
                column={column}
                value={row[column.id]}
                label={t(column.label)}
                hint={column.hint === undefined ? undefined : t(column.hint)}
                error={partErrors[`${at}.${column.id}`]}
                onValue={(cell) => set(at, { [column.id]: cell })}
                onLeave={() => onLeave(`${at}.${column.id}`)}
              />
            ))}
            <IconButton
              label={t("warehouses.settings.remove", { number: at + 1 })}
              icon={<X size={16} aria-hidden />}
              onClick={() => onChange(rows.filter((_, index) => index !== at))}
            />
          </div>
        ))}
        {rows.length < most && (
          <div className="row">
            <Button onPress={() => onChange([...rows, blank])}>{t(add)}</Button>
          </div>
        )}
      </div>
    </FieldGroup>
  );
}
