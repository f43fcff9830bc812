import X from "lucide-react/icons/x";
import type { ClipboardEvent } from "react";
import { newKey } from "#src/kit/api/client.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { IconButton } from "#src/kit/ui/icon-button.tsx";
import { TextField } from "#src/kit/ui/text-field.tsx";
import { CountriesField } from "#src/kit/countries/countries-field.tsx";
import type { DraftRow, DraftZone, RowField } from "./price-draft.rules.ts";
import { createRow, findRowProblems, parsePasted, rowFields } from "./price-draft.rules.ts";

interface RowProps {
  readonly row: DraftRow;
  /** counted from 1 */
  readonly number: number;
  readonly isJudged: boolean;
  readonly onRow: (row: DraftRow) => void;
  readonly onPaste: (event: ClipboardEvent<HTMLInputElement>) => void;
  readonly onRemove: () => void;
}

function PriceRow({ row, number, isJudged, onRow, onPaste, onRemove }: RowProps) {
  const { t, locale } = useTranslation();
  const problems = isJudged ? findRowProblems(row, locale) : {};
  const input = (field: RowField) => {
    const problem = problems[field];
    return (
      <TextField
        label={t("channels.edit.cell", { column: t(`channels.edit.${field}`), number })}
        isLabelHidden
        inputMode={field === "base" || field === "step" ? "decimal" : "numeric"}
        autoComplete="off"
        maxLength={24}
        value={row[field]}
        onText={(text) => onRow({ ...row, [field]: text })}
        onPaste={onPaste}
        {...(problem === undefined ? {} : { error: t(`channels.edit.wrong.${problem}`) })}
      />
    );
  };
  return (
    <tr>
      {rowFields.map((field) => (
        <td key={field} data-title={t(`channels.edit.${field}`)}>
          {input(field)}
        </td>
      ))}
      <td className="price-remove">
        <IconButton label={t("channels.edit.removeRow", { number })} icon={<X size={16} aria-hidden />} onClick={onRemove} />
      </td>
    </tr>
  );
}

interface ZoneEditorProps {
  readonly zone: DraftZone;
  /** counted from 1 */
  readonly number: number;
  /** whether errors are shown: not before the first attempt to save */
  readonly isJudged: boolean;
  readonly onZone: (zone: DraftZone) => void;
  readonly onRemove: () => void;
}

/** Edits a zone: its name, its countries, and its prices by weight, which can be pasted from a spreadsheet. */
export function ZoneEditor({ zone, number, isJudged, onZone, onRemove }: ZoneEditorProps) {
  const { t } = useTranslation();
  const { rows } = zone;
  const setRows = (next: readonly DraftRow[]) => onZone({ ...zone, rows: next });
  const paste = (at: number, event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = parsePasted(event.clipboardData.getData("text/plain"), newKey);
    if (pasted === null || pasted.length === 0) return;
    event.preventDefault();
    setRows([...rows.slice(0, at), ...pasted, ...rows.slice(at + pasted.length)]);
  };
  return (
    <fieldset className="zone-editor stack">
      <legend className="visually-hidden">{t("channels.edit.zoneOf", { number })}</legend>
      <div className="row row-apart">
        <TextField
          label={t("channels.edit.zoneName")}
          isRequired
          maxLength={60}
          autoComplete="off"
          value={zone.name}
          onText={(name) => onZone({ ...zone, name })}
          {...(isJudged && zone.name.trim() === "" ? { error: t("channels.edit.nameNeeded") } : {})}
        />
        <Button onClick={onRemove}>{t("channels.edit.removeZone")}</Button>
      </div>
      <CountriesField
        label={t("channels.edit.countries")}
        hint={t("channels.edit.countriesHint")}
        codes={zone.countries}
        onCodes={(countries) => onZone({ ...zone, countries })}
      />
      <table className="price-editor">
        <thead>
          <tr>
            {rowFields.map((field) => (
              <th key={field} scope="col">
                {t(`channels.edit.${field}`)}
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">{t("channels.edit.remove")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <PriceRow
              key={row.key}
              row={row}
              number={at + 1}
              isJudged={isJudged}
              onRow={(changed) => setRows(rows.map((one) => (one.key === changed.key ? changed : one)))}
              onPaste={(event) => paste(at, event)}
              onRemove={() => setRows(rows.filter(({ key }) => key !== row.key))}
            />
          ))}
        </tbody>
      </table>
      <div className="row">
        <Button onClick={() => setRows([...rows, createRow(newKey())])}>{t("channels.edit.addRow")}</Button>
        {isJudged && rows.length === 0 && <span className="field-error">{t("channels.edit.rowNeeded")}</span>}
      </div>
    </fieldset>
  );
}
